// What rows a text asks for when it is rendered: files that it names, files that belong to its post. Pure, so that a page
// of texts is read for at once.
import { galleryIds } from './galleries.ts'
import { imageIdsIn } from './image-tags.ts'
import { shortcodesIn } from './shortcode-parser.ts'

export interface TextNeeds {
  /** Ids of attachments, as decimal digits. */
  readonly files: readonly string[]
  /** Whether it shows the files that belong to its post. */
  readonly ownFiles: boolean
}

/** How many files one text can name. */
const filesMax = 200

export function needsOfText(text: string): TextNeeds {
  const galleries = [...shortcodesIn(text, (name) => name === 'gallery')].map(({ attributes }) =>
    galleryIds(attributes),
  )
  const files = new Set([...imageIdsIn(text), ...galleries.flat()])
  return {
    files: [...files].slice(0, filesMax),
    ownFiles: galleries.some((ids) => ids.length === 0),
  }
}
