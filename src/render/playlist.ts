// The playlist block (render_block_core_playlist, render_block_core_playlist_track): its tracks as buttons, with the attributes
// that WordPress's scripts need to play them.
import { isEmpty } from '../core/php-empty.ts'
import type { Block, BlockAttributes } from './block-tree.ts'
import { filledText, typedBlock } from './block-attributes.ts'
import { textAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { withAttributes } from './first-tag.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { phpJson } from './php-json.ts'
import { said, saidAs } from './words.ts'

const list = 'core/playlist'
const track = 'core/playlist-track'

/** The list; empty without tracks. A track that names no file does not count. */
export const playlistBlock: BlockRenderer = ({ html, attributes, parts }, context) => {
  const ids = tracksIn(parts).map((_, at) => `track-${at}`)
  const number = context.count('unique id')
  const [first] = ids
  if (first === undefined) return ''
  const marked = withAttributes(html, {
    'data-wp-interactive': 'core/playlist',
    'data-wp-context': phpJson({
      playlistId: `playlist-${number}`,
      currentId: first,
      isPlaying: false,
      tracks: ids,
      waveformStyle: textAttribute(attributes, 'waveformStyle') || 'bars',
      showPlayButtonArtwork: attributes['showPlayButtonArtwork'] === true,
      labelPauseTrack: said(context, 'Pause'),
      labelSelectTrack: said(context, 'Play'),
    }),
  })
  // Each list numbers its own tracks
  let next = 0
  const numbered = marked.replaceAll(trackButton, () => {
    const id = ids[next++]
    return id === undefined
      ? trackButton
      : `<button data-wp-context="{&quot;trackId&quot;:&quot;${id}&quot;}"${trackButton.slice('<button'.length)}`
  })
  const waves = `<div class="wp-block-playlist__waveform-player"${wavesIn(attributes)}${waveform(context)}`
  return numbered.replace(/<figure\b[^>]*>/, (tag) => tag + waves)
}

/** The opening tag of a track's button, before the list adds the track's id. */
const trackButton =
  '<button data-wp-on--click="actions.changeTrack" data-wp-bind--aria-current="state.isCurrentTrack" class="wp-block-playlist-track__button">'

function wavesIn(attributes: BlockAttributes): string {
  return waveColors
    .map(([member, name]) => {
      const color = textAttribute(attributes, member)
      return isEmpty(color) ? '' : ` data-waveform-player-${name}="${attributeText(color)}"`
    })
    .join('')
}

const waveColors = [
  ['waveformColor', 'color'],
  ['waveformGradient', 'gradient'],
  ['waveformBackgroundColor', 'background-color'],
  ['waveformBackgroundGradient', 'background-gradient'],
] as const

const waveform = (context: RenderContext) => `
		data-wp-watch="callbacks.initWaveformPlayer"
		data-label-play="${attributeText(said(context, 'Play'))}"
		data-label-pause="${attributeText(said(context, 'Pause'))}"
		data-label-seek="${attributeText(said(context, 'Seek'))}"
		data-label-seek-value="${attributeText(saidAs(context, 'audio current time of total duration', '%1$s of %2$s', '%1$s', '%2$s'))}"
	></div>`

function tracksIn(parts: Block['parts']): readonly Block[] {
  return parts.flatMap((part) =>
    typeof part !== 'string' && part.name === track && !isEmpty(typedBlock(part).attributes['id'])
      ? [part]
      : [],
  )
}

/** A track; its artist is always there, as only style sheets follow the list's `showArtists`. */
export const playlistTrack: BlockRenderer = ({ name, attributes, parent, parentAttributes }, context) => {
  if (isEmpty(attributes['id'])) return ''
  const title = textAttribute(attributes, 'title')
  const inner = [
    trackButton,
    parentAttributes['showImages'] === false ? '' : pictureOf(attributes),
    '<span class="wp-block-playlist-track__content">',
    lineOf('title', isEmpty(title) ? said(context, 'Unknown title') : title),
    lineOf('artist', textAttribute(attributes, 'artist')),
    '</span>',
    lengthOf(attributes, context),
    // In a list, WordPress's scripts write the label of the button
    `<span class="screen-reader-text" data-wp-text="state.trackButtonActionLabel">${parent === list ? '' : attributeText(said(context, 'Play'))}</span></button>`,
  ]
  return wrapped(name, attributes, { tag: 'li' }, inner.join(''))
}

function pictureOf(attributes: BlockAttributes): string {
  const image = filledText(attributes, 'image')
  return image === ''
    ? ''
    : `<img class="wp-block-playlist-track__image" src="${attributeUrl(image)}" alt="${attributeText(textAttribute(attributes, 'imageAlt'))}" />`
}

function lineOf(name: 'title' | 'artist', text: string): string {
  return isEmpty(text) ? '' : `<span class="wp-block-playlist-track__${name}">${attributeText(text)}</span>`
}

function lengthOf(attributes: BlockAttributes, context: RenderContext): string {
  const length = filledText(attributes, 'length')
  return length === ''
    ? ''
    : `<span class="wp-block-playlist-track__length"><span class="screen-reader-text">${attributeText(said(context, 'Duration:'))} </span>${attributeText(length)}</span>`
}
