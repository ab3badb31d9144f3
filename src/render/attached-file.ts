// Puts a player of the file, or a link to it, before an attachment's own text (prepend_attachment).
import { imageOf, type Attachment } from './attachment.ts'
import type { RenderContext } from './context.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { audio, video } from './players.ts'

/** A player of a sound or a film; for other files a link with a small image or the title. */
export function attachedFile(attachment: Attachment, context: RenderContext): string {
  const { hasFile, mimeType, url, image } = attachment
  const source = ['src', url] as const
  if (hasFile && mimeType.startsWith('audio/')) return `${audio(new Map([source]), null, context)}\n`
  if (hasFile && mimeType.startsWith('video/')) {
    const sides = image
      ? ([
          ['width', `${image.width}`],
          ['height', `${image.height}`],
        ] as const)
      : []
    return `${video(new Map([source, ...sides, ...posterOf(attachment, context)]), null, context)}\n`
  }
  const shown = linkText(attachment, imageOf(attachment, 'medium'))
  return `<p class="attachment"><a href='${attributeUrl(url)}'>${shown}</a></p>\n`
}

/** The file's image; else its title or name (wp_get_attachment_link). */
export function linkText({ title, hasFile, url }: Attachment, picture: string): string {
  return picture || title || (hasFile ? nameOf(url) : '')
}

/** The poster of a film, unless its file is private or in the trash. */
function posterOf({ id }: Attachment, { coverIdOf, attachmentOf }: RenderContext) {
  const coverId = coverIdOf(id)
  const cover = coverId === null ? null : attachmentOf(coverId)
  return cover?.status === 'inherit' ? [['poster', cover.url] as const] : []
}

/** A file's name without its extension, as attribute text. */
export function nameOf(url: string): string {
  return attributeText(url.slice(url.lastIndexOf('/') + 1).replace(/\.[^.]*$/, ''))
}
