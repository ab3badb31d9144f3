// The argument `excerpt_length`. WordPress documents and checks it for items; lists accept any value, which PHP converts to a
// number.
import { Type, type TProperties } from 'typebox'
import type { RawArg } from '../../core/raw-args.ts'
import { phpInteger } from '../../core/php-integer.ts'
import type { ResourceItems } from '../../registry/resource.ts'

export function excerptLengthArg({ fields }: ResourceItems, shows: 'item' | 'list'): TProperties {
  const description = 'How many words an excerpt has that is made of the text.'
  if (!fields.some(({ name }) => name === 'excerpt')) return {}
  const ofList = { own: true, parse: (_: string, raw: RawArg) => ({ value: toWords(raw) }) }
  return {
    excerpt_length: Type.Optional(Type.Integer({ description, ...(shows === 'list' ? ofList : {}) })),
  }
}

export function excerptWordsIn(args: Readonly<Record<string, unknown>>): number | undefined {
  const { excerpt_length: words } = args
  return typeof words === 'number' ? words : undefined
}

function toWords(raw: RawArg): number | undefined {
  if (raw === null) return undefined
  return typeof raw === 'object' ? Number(raw.size > 0) : phpInteger(String(raw))
}
