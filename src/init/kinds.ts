// The kinds of stored values that a column of a proposal may have.
import type { Kinds } from './match.ts'

export const kindsOf = { text: ['text', 'any'], integer: ['number', 'any'] } as const satisfies Readonly<
  Record<string, Kinds>
>
