// The argument `search`, cleaned as WordPress cleans typed text (sanitize_text_field).
import { Type } from 'typebox'
import { escapedOnce } from '../../core/entities.ts'
import { plainText } from '../../core/plain-text.ts'

export const searchArg = Type.Optional(
  Type.Unsafe<string>({
    type: 'string',
    description: 'Only items that hold these words.',
    early: true,
    sanitize: (given: unknown) => (typeof given === 'string' ? typed(given) : ''),
  }),
)

/** Cleans a text to one line without tags and percent-encoded bytes. */
function typed(text: string): string {
  const line = plainText(withoutLooseBrackets(text))
    .replace(/[\r\n\t ]+/g, ' ')
    .trim()
  const decoded = line.replace(/%[a-f0-9]{2}/gi, '')
  return decoded === line ? line : decoded.replace(/ +/g, ' ').trim()
}

/** Escapes a `<` without its `>`, with the text that follows it (wp_pre_kses_less_than). */
function withoutLooseBrackets(text: string): string {
  return text.replace(/<[^<>]*>?/g, (found) => (found.endsWith('>') ? found : escapedOnce(found)))
}
