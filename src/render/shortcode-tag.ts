// Finds the tags of registered shortcodes in text. Other brackets are text.
import type { RenderContext } from './context.ts'

export interface ShortcodeTag {
  readonly name: string
  readonly isClosing: boolean
  /** The index behind its last bracket. */
  readonly end: number
}

/**
 * The tag that begins at `at`, where a bracket is; doubled brackets belong to it. Attributes may hold HTML tags, but no
 * brackets. It reads no further than the next opening bracket, so that all tags of a text are found in linear time.
 */
export function shortcodeTagAt(
  text: string,
  at: number,
  shortcodes: RenderContext['shortcodes'],
): ShortcodeTag | null {
  opening.lastIndex = at
  const [start = '', doubled, slash = '', name = ''] = opening.exec(text) ?? []
  if (!shortcodes.has(name)) return null
  let depth = 0
  mark.lastIndex = at + start.length
  for (let found = mark.exec(text); found && found[0] !== '['; found = mark.exec(text)) {
    if (found[0] === '<') depth += 1
    else if (found[0] === '>') depth -= 1
    else if (depth <= 0) {
      const isDoubled = doubled !== undefined && text[found.index + 1] === ']'
      return { name, isClosing: slash !== '', end: found.index + (isDoubled ? 2 : 1) }
    }
    if (depth > 1) return null
  }
  return null
}

const opening = /\[(\[)?(\/?)([^\s[\]<>&/='"]+)(?=[\s\]/])/y
const mark = /[[\]<>]/g
