// Totals that changes adjust as one text, with the position in the server's log at which they hold, and what each of them counts. The
// caller seals the text (core/seal.ts); it is validated all the same, since another version may have written it.
import { Type, type Static } from 'typebox'
import { Compile } from 'typebox/compile'
import type { LogPoint } from '../core/change.ts'
import { parseJson } from '../core/json-value.ts'
import { once } from '../core/once.ts'
import { isTag, type Tag } from '../core/tag.ts'
import type { Filter, Visibility } from '../database/filter.ts'
import { pointSchema, resumeSchema } from '../feed/log-entry.ts'
import type { Resume } from '../feed/log-state.ts'

export interface TotalsSnapshot {
  /** The name of the database on its server. */
  readonly schema: string
  /** All changes up to here are counted; a restart reads the log from here on. */
  readonly at: Resume
  /** Changes up to here are counted too, although they come once more when the log is read. */
  readonly countedTo: LogPoint
  /** The most recently used total first. */
  readonly totals: readonly SavedTotal[]
}

export interface SavedTotal {
  readonly key: string
  /** Identifies which rows are counted. */
  readonly mark: string
  readonly filters: readonly Filter[]
  readonly visible: Visibility | null
  readonly count: number
  /** The bound at which counting stops; null where there is none. */
  readonly max: number | null
  readonly seenTo: LogPoint
  readonly tags: readonly Tag[]
  /** The end of the total's life, as a time of Date.now(). */
  readonly untilMs: number
}

/** The most totals in one text, so that a start stays fast. */
export const totalsMax = 5000
const format = 1

/** Leaves out totals with values that JSON lacks, or with filters that cannot be tested on a row. */
export function encodeSnapshot(snapshot: TotalsSnapshot): string {
  const totals = snapshot.totals.filter((total) => isTotal().Check(total)).slice(0, totalsMax)
  return JSON.stringify({ format, ...snapshot, totals })
}

/** Null for text that is no snapshot. */
export function parseSnapshot(text: string): TotalsSnapshot | null {
  const value = parseJson(text)
  return validator().Check(value) ? fromParsed(value) : null
}

const scalar = Type.Union([Type.String(), Type.Number()])
const equals = Type.Object({ kind: Type.Literal('in'), column: Type.String(), values: Type.Array(scalar) })
/** Filters that can be tested on a row, which nest no deeper than this. */
const joined = (of: typeof equals) =>
  Type.Object({
    kind: Type.Union([Type.Literal('any'), Type.Literal('none')]),
    filters: Type.Array(of),
  })
const filter = Type.Union([equals, joined(equals)])
const visibility = Type.Object({
  resource: Type.String(),
  rule: Type.Union(
    (
      [
        'visible',
        'visibleAlone',
        'editable',
        'editableAlone',
        'unlocked',
        'unlockedEditable',
        'open',
        'readable',
        'edited',
        'published',
        'there',
      ] as const
    ).map((rule) => Type.Literal(rule)),
  ),
  capabilities: Type.Array(Type.String()),
  viewerId: scalar,
  lockedId: Type.Optional(scalar),
  unseen: Type.Union([Type.Literal('exclude'), Type.Literal('count-but-withhold')]),
  addressedTypes: Type.Optional(Type.Array(Type.String())),
  members: Type.Optional(Type.String()),
})
const totalSchema = Type.Object({
  key: Type.String(),
  mark: Type.String(),
  filters: Type.Array(filter),
  visible: Type.Union([visibility, Type.Null()]),
  count: Type.Integer({ minimum: 0 }),
  max: Type.Union([Type.Integer({ minimum: 1 }), Type.Null()]),
  seenTo: pointSchema,
  tags: Type.Array(Type.Refine(Type.Unsafe<Tag>(Type.String()), isTag)),
  untilMs: Type.Number(),
})
const snapshotSchema = Type.Object({
  format: Type.Literal(format),
  schema: Type.String(),
  at: resumeSchema,
  countedTo: pointSchema,
  totals: Type.Array(totalSchema, { maxItems: totalsMax }),
})

/** Compiled at first use, since not every process saves totals. */
const isTotal = once(() => Compile(totalSchema))
const validator = once(() => Compile(snapshotSchema))

function fromParsed(snapshot: Static<typeof snapshotSchema>): TotalsSnapshot {
  return snapshot
}
