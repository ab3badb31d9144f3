// The block of a list of sounds (render_block_core_playlist, render_block_core_playlist_track): its tracks as buttons, and what
// scripts of the site need to play them.
import { isEmpty, type Block, type BlockAttributes } from './block-tree.ts'
import { textAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer } from './context.ts'
import { withAttributes } from './first-tag.ts'
import { attributeText, attributeUrl } from './html-tag.ts'

const track = 'core/playlist-track'

/** Nothing without tracks; one that names no file is none. */
export const playlistBlock: BlockRenderer = ({ html, attributes, parts }, { count }) => {
  const ids = tracksIn(parts).map((_, at) => `track-${at}`)
  const number = count('unique id')
  const [first] = ids
  if (first === undefined) return ''
  const marked = withAttributes(html, {
    'data-wp-interactive': 'core/playlist',
    'data-wp-context': JSON.stringify({
      playlistId: `playlist-${number}`,
      currentId: first,
      isPlaying: false,
      tracks: ids,
      waveformStyle: textAttribute(attributes, 'waveformStyle') || 'bars',
      showPlayButtonArtwork: attributes['showPlayButtonArtwork'] === true,
      labelPauseTrack: 'Pause',
      labelSelectTrack: 'Play',
    }),
  })
  // Tracks are numbered in their own list
  let next = 0
  const numbered = marked.replaceAll(unnumbered, () => `track-${next++}`)
  return numbered.replace(/<figure\b[^>]*>/, (tag) => tag + waveform)
}

/** No text has this character; the list puts the track's number in its place. */
const unnumbered = 'track-\u{FDD2}'

const waveform = `<div class="wp-block-playlist__waveform-player"
		data-wp-watch="callbacks.initWaveformPlayer"
		data-label-play="Play"
		data-label-pause="Pause"
		data-label-seek="Seek"
		data-label-seek-value="%1$s of %2$s"
	></div>`

function tracksIn(parts: Block['parts']): readonly Block[] {
  return parts.flatMap((part) =>
    typeof part !== 'string' && part.name === track && !isEmpty(part.attributes['id']) ? [part] : [],
  )
}

export const playlistTrack: BlockRenderer = ({ name, attributes, parent, parentAttributes }) => {
  if (parent !== 'core/playlist' || isEmpty(attributes['id'])) return ''
  const shows = (member: string) => parentAttributes[member] !== false
  const inner = [
    `<button data-wp-context="{&quot;trackId&quot;:&quot;${unnumbered}&quot;}" data-wp-on--click="actions.changeTrack" data-wp-bind--aria-current="state.isCurrentTrack" class="wp-block-playlist-track__button">`,
    shows('showImages') ? pictureOf(attributes) : '',
    '<span class="wp-block-playlist-track__content">',
    lineOf('title', attributes),
    shows('showArtists') ? lineOf('artist', attributes) : '',
    '</span>',
    lengthOf(attributes),
    '<span class="screen-reader-text" data-wp-text="state.trackButtonActionLabel"></span></button>',
  ]
  return wrapped(name, attributes, { tag: 'li' }, inner.join(''))
}

function pictureOf(attributes: BlockAttributes): string {
  const image = textAttribute(attributes, 'image')
  return image === ''
    ? ''
    : `<img class="wp-block-playlist-track__image" src="${attributeUrl(image)}" alt="${attributeText(textAttribute(attributes, 'imageAlt'))}" />`
}

function lineOf(name: 'title' | 'artist', attributes: BlockAttributes): string {
  const text = textAttribute(attributes, name)
  return text === '' ? '' : `<span class="wp-block-playlist-track__${name}">${text}</span>`
}

function lengthOf(attributes: BlockAttributes): string {
  const length = textAttribute(attributes, 'length')
  return length === ''
    ? ''
    : `<span class="wp-block-playlist-track__length"><span class="screen-reader-text">Duration: </span>${attributeText(length)}</span>`
}
