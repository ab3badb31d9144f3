// The words that a list is searched for, as the original cleans what people type (sanitize_text_field).
import { Type } from 'typebox'
import { plainText } from '../core/plain-text.ts'

export const searchArg = Type.Optional(
  Type.Unsafe<string>({
    type: 'string',
    description: 'Only items that hold these words.',
    early: true,
    sanitize: (given: unknown) => (typeof given === 'string' ? typed(given) : ''),
  }),
)

/** One line without tags and without what looks percent-encoded. */
function typed(text: string): string {
  const line = (text.includes('<') ? plainText(text) : text).replace(/[\r\n\t ]+/g, ' ').trim()
  const decoded = line.replace(/%[a-f0-9]{2}/gi, '')
  return decoded === line ? line : decoded.replace(/ +/g, ' ').trim()
}
