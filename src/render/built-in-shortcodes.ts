// The built-in shortcodes, a line each.
import { caption } from './captions.ts'
import type { RenderContext } from './context.ts'
import { embed } from './embeds.ts'
import { gallery } from './galleries.ts'
import { audio, video } from './players.ts'
import { playlist } from './playlist-shortcode.ts'

export const builtInShortcodes: RenderContext['shortcodes'] = new Map([
  ['wp_caption', caption],
  ['caption', caption],
  ['gallery', gallery],
  ['audio', audio],
  ['video', video],
  ['embed', embed],
  ['playlist', playlist],
])
