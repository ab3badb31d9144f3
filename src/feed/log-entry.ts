// Entries of the shared log as text. Each has the term of the reader that appended it, and its number in that term: a skipped number
// shows that entries are missing.
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { Change, Since } from '../core/change.ts'
import { once } from '../core/once.ts'
import type { Purge } from '../core/purge.ts'
import type { LogPosition } from '../core/log-position.ts'
import type { Resume } from './log-state.ts'
import { isTag, type Tag } from '../core/tag.ts'
import { slimChange } from './slim-change.ts'
import { parseJson } from '../core/json-value.ts'

/** The number of an entry in its term. */
export interface EntryName {
  readonly term: string
  readonly nth: number
}

export type LogEntry = EntryBody & EntryName

export type EntryBody =
  /**
   * The reader follows the database from here on, without a gap after the entry `after`; null where earlier changes may be unknown. The
   * reader reports changes that were pending then once more.
   */
  | { readonly kind: 'begin'; readonly after: EntryName | null }
  /** `agoMs`: the time since `Since.atMs`, because clocks of machines differ. */
  | {
      readonly kind: 'changes'
      readonly changes: readonly Change[]
      readonly agoMs: number
      readonly from: Since['from']
    }
  | ({ readonly kind: 'proof' } & Proof)

/** Proves that the log has, before this entry, all commits from before these requests were sent. */
export interface Proof {
  readonly answers: readonly string[]
  /** The position in the server's log up to which the shared log is complete. */
  readonly to: LogPosition | null
  /** The position from which another reader can follow the database without a gap; null where it cannot. */
  readonly resume: Resume | null
  /** The ids of pending changes: a gateway that does not know all of them must not cache anything. */
  readonly pending: readonly number[]
  /** Tables whose changes the reader cannot notice. */
  readonly blind: readonly string[]
}

/** The longest entry, in characters; the changes of a longer one are sent as a gap. */
const bytesMax = 65_536

export function encodeEntry(entry: LogEntry): string {
  if (entry.kind !== 'changes') return JSON.stringify(entry)
  const text = JSON.stringify({ ...entry, changes: entry.changes.map(slimChange) })
  return text.length <= bytesMax ? text : JSON.stringify({ ...entry, changes: withoutRows(entry.changes) })
}

const tooLarge = { kind: 'gap', reason: 'a transaction is too large for the shared log' } as const

/** Keeps the ids of pending changes, which stay pending until they settle even where their rows are too many to send. */
function withoutRows(changes: readonly Change[]): readonly Change[] {
  const held = changes.filter((change) => change.kind === 'pending' || change.kind === 'settled')
  const slim = held.map(({ kind, id }): Change => ({ kind, id, changes: [tooLarge] }))
  return held.length === changes.length ? slim : [tooLarge, ...slim]
}

/** Null for text that is no entry. */
export function parseEntry(text: string): LogEntry | null {
  const value = parseJson(text)
  return validator().Check(value) ? fromParsed(value) : null
}

const made = Type.Union([Type.Number(), Type.Null()])
const point = { file: Type.String(), offset: Type.Number() }
export const pointSchema = Type.Object({ ...point, madeMs: Type.Optional(made) })
export const resumeSchema = Type.Object({
  ...point,
  server: Type.String(),
  madeMs: made,
  last: Type.Union([
    Type.Object({ start: Type.Number(), end: Type.Number(), seal: Type.String() }),
    Type.Null(),
  ]),
})
const row = Type.Union([Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])), Type.Null()])
const dataSchema = Type.Union([
  Type.Object({
    kind: Type.Literal('row'),
    table: Type.String(),
    before: row,
    after: row,
    at: Type.Optional(pointSchema),
  }),
  Type.Object({ kind: Type.Literal('table'), table: Type.String(), isQuiet: Type.Optional(Type.Boolean()) }),
  Type.Object({ kind: Type.Literal('gap'), reason: Type.String() }),
])
const purgeSchema = Type.Union([
  Type.Object({ kind: Type.Literal('all') }),
  Type.Object({
    kind: Type.Literal('tags'),
    tags: Type.Array(Type.Refine(Type.Unsafe<Tag>(Type.String()), isTag)),
  }),
  Type.Object({ kind: Type.Literal('path'), path: Type.String() }),
])
const changeSchema = Type.Union([
  dataSchema,
  Type.Object({
    kind: Type.Union([Type.Literal('pending'), Type.Literal('settled')]),
    id: Type.Integer(),
    changes: Type.Array(dataSchema),
  }),
  Type.Object({ kind: Type.Literal('purge'), purge: purgeSchema, request: Type.String() }),
])
const numbered = { term: Type.String({ minLength: 1 }), nth: Type.Integer({ minimum: 1 }) }
const entrySchema = Type.Union([
  Type.Object({
    ...numbered,
    kind: Type.Literal('begin'),
    after: Type.Union([Type.Object(numbered), Type.Null()]),
  }),
  Type.Object({
    ...numbered,
    kind: Type.Literal('changes'),
    changes: Type.Array(changeSchema),
    agoMs: Type.Number({ minimum: 0 }),
    from: Type.Union([Type.Literal('arrival'), Type.Literal('second'), Type.Literal('look')]),
  }),
  Type.Object({
    ...numbered,
    kind: Type.Literal('proof'),
    answers: Type.Array(Type.String()),
    to: Type.Union([
      Type.Object({ ...point, server: Type.String(), madeMs: Type.Optional(made) }),
      Type.Null(),
    ]),
    resume: Type.Union([resumeSchema, Type.Null()]),
    pending: Type.Array(Type.Integer()),
    blind: Type.Array(Type.String()),
  }),
])

/** Compiled at first use, since most gateways share no log. */
const validator = once(() => Compile(entrySchema))

function fromParsed(entry: Static<typeof entrySchema>): LogEntry {
  return entry
}

/** Null for text that is no purge. */
export function parsePurge(text: string): Purge | null {
  const value = parseJson(text)
  return purgeValidator().Check(value) ? value : null
}

const purgeValidator = once(() => Compile(purgeSchema))
