// Slots stand for a plan's values in a compiled query: compiling leaves slots among the parameters, and binding reads their values from
// any plan of the same shape.
import { createQueryId, sql, type CompiledQuery, type RawBuilder } from 'kysely'
import {
  flatten,
  toIdValue,
  valuesOf,
  type Filter,
  type Scalar,
  type SearchWord,
} from '../database/filter.ts'
import type { Position, ReadPlan } from '../plan/plan.ts'

/** Reads the value of a slot; null where no row has the value. */
type Read = (bound: Bound) => Scalar | null

/** The plan that a query is bound to, with its filters flattened once. */
interface Bound {
  readonly plan: ReadPlan
  readonly filters: readonly Filter[]
}

class Slot {
  readonly read: Read

  constructor(read: Read) {
    this.read = read
  }
}

function slot<T>(read: Read): RawBuilder<T> {
  return sql<T>`${new Slot(read)}`
}

/**
 * Fills every slot of the query from `plan`; only scalars are bound. The query gets a new id, by which a cancellation finds this
 * execution and no later one.
 */
export function bind(query: CompiledQuery, plan: ReadPlan): CompiledQuery {
  const bound: Bound = { plan, filters: flatten(plan.filters) }
  const parameters = query.parameters.map((parameter) =>
    parameter instanceof Slot ? scalarOrNull(parameter.read(bound)) : scalar(parameter),
  )
  return { ...query, queryId: createQueryId(), parameters }
}

export const limitSlot = slot<number>(({ plan }) =>
  required(plan.kind === 'list' && plan.page.kind !== 'all' ? plan.page.limit : undefined),
)

export const offsetSlot = slot<number>(({ plan }) =>
  required(plan.kind === 'list' && plan.page.kind === 'offset' ? plan.page.offset : undefined),
)

/** The number of rows from the beginning of the list to the end of the page. */
export const upToPageSlot = slot<number>(({ plan }) => {
  const page = plan.kind === 'list' ? plan.page : undefined
  return required(
    page?.kind === 'offset' ? page.offset + page.limit : page?.kind === 'keyset' ? page.limit : undefined,
  )
})

export const entriesSlot = slot<number>(({ plan }) =>
  required(plan.kind === 'list' && plan.access?.kind === 'window' ? plan.access.entries : undefined),
)

/** The limit of a bounded count. */
export const upToSlot = slot<number>(({ plan }) => required(plan.kind === 'count' ? plan.upTo : undefined))

/** The stored form of a value; null where there is none. */
export type StoredFor = (value: Scalar) => Scalar | null

/** The nth value of the filter at `at`. */
export function valueSlot(at: number, nth: number, stored: StoredFor): RawBuilder<Scalar> {
  return slot<Scalar>(({ filters }) => stored(required(valuesOf(required(filters[at]))[nth])))
}

/** The id of the plan's viewer. */
export const viewerSlot = slot<Scalar>(({ plan }) => plan.visible?.viewerId ?? 0)

/** The viewer's id where ids of users are texts. */
export const viewerTextSlot = slot<Scalar>(({ plan }) => String(plan.visible?.viewerId || ''))

/** The id of the content that the viewer may not edit. */
export const lockedSlot = slot<Scalar>(({ plan }) => required(plan.visible?.lockedId))

/** The id of that content where ids of content are texts. */
export const lockedTextSlot = slot<Scalar>(({ plan }) => String(required(plan.visible?.lockedId)))

/** A slot for each value of the filter at `at` in the flattened filters, padded by repeating the last value. */
export function valueSlots(
  length: number,
  at: number,
  stored: StoredFor = (value) => value,
): readonly RawBuilder<Scalar>[] {
  return Array.from({ length: paddedLength(length) }, (_, nth) =>
    slot<Scalar>(({ filters }) => {
      const values = valuesOf(required(filters[at]))
      return stored(required(values[Math.min(nth, values.length - 1)]))
    }),
  )
}

/** All values of the filter at `at` in one JSON array. */
export function jsonSlot(at: number, stored: StoredFor): RawBuilder<string> {
  return slot<string>(({ filters }) => {
    const values = valuesOf(required(filters[at])).map((value) => jsonOf(stored(value)))
    return `[${values.join(',')}]`
  })
}

/** Integers stay exact; one that exceeds SQLite's 64 bits becomes a text, which matches no row. */
function jsonOf(value: Scalar | null): string {
  if (typeof value !== 'bigint') return JSON.stringify(value)
  return BigInt.asIntN(64, value) === value ? String(value) : `"${value}"`
}

/** A slot for a text made from the search filter's nth word. */
export function wordSlot(at: number, nth: number, made: (word: SearchWord) => string): RawBuilder<string> {
  return slot<string>(({ filters }) => {
    const filter = filters[at]
    return made(required(filter?.kind === 'search' ? filter.words[nth] : undefined))
  })
}

/** A slot for a text made from the search filter's words that a full-text index finds. */
export function indexedWordsSlot(
  at: number,
  made: (words: readonly SearchWord[]) => string,
): RawBuilder<string> {
  return slot<string>(({ filters }) => {
    const filter = required(filters[at])
    return made(filter.kind === 'search' ? filter.words.filter(({ isIndexed }) => isIndexed) : [])
  })
}

/** A slot for a text made from the phrase that ranks the rows. */
export function phraseSlot(made: (phrase: string) => string): RawBuilder<string> {
  return slot<string>(({ plan }) => {
    const orders = plan.kind === 'list' ? plan.order : []
    const phrases = orders.flatMap((order) => (order.kind === 'relevance' ? [order.phrase] : []))
    return made(required(phrases[0]))
  })
}

/** Slots for one end of the page's window. */
export function positionSlots(
  which: 'after' | 'before',
  stored: StoredFor,
): {
  readonly key: RawBuilder<string>
  /** The key where the list is ordered by numbers. */
  readonly number: RawBuilder<number>
  readonly id: RawBuilder<Scalar>
} {
  const position = ({ plan }: Bound): Position =>
    required(
      plan.kind === 'list' && plan.page.kind === 'keyset' ? (plan.page[which] ?? undefined) : undefined,
    )
  return {
    key: slot((bound) => required(position(bound).key ?? undefined)),
    number: slot((bound) => {
      const number = Number(position(bound).key)
      return Number.isFinite(number) ? number : null
    }),
    id: slot((bound) => stored(toIdValue(position(bound).id))),
  }
}

/** Lists of values are padded to powers of two, so that few shapes are compiled; an empty list stays empty. */
export function paddedLength(length: number): number {
  return length <= 1 ? length : 2 ** Math.ceil(Math.log2(length))
}

function scalarOrNull(value: Scalar | null): Scalar | null {
  return value === null ? null : scalar(value)
}

function scalar(value: unknown): Scalar {
  if (typeof value === 'string' || typeof value === 'bigint') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new TypeError(`a ${typeof value} cannot be bound`)
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a plan does not fit the shape it was compiled for')
  return value
}
