// A relation defines what values may need of it, how it is read for a whole page, and how values get its rows. Relations are
// joined into one, whose types combine those of all.
import { areWhole, failureIn, isFailure, type Failure } from '../core/failure.ts'
import type { Tag } from '../core/tag.ts'
import type { Viewer } from '../core/viewer.ts'
import { textOf, type Integer, type Row, type Table } from '../database/tables.ts'
import type { RelatedReads } from './reads.ts'

/** The types of a relation. */
export interface Part {
  /** The members that it adds to the `needs` of values. */
  readonly needs: object
  /** Promises of the rows that it reads, for relations joined after it. */
  readonly found: object
  /** Functions through which values get its rows. */
  readonly needed: object
}

/** A relation; `Before` combines the types of the relations whose needs and rows it uses. */
export interface Relation<Before extends Part, Own extends Part> {
  /** Unites what several values need. */
  readonly unite: (needs: readonly Own['needs'][]) => Own['needs']
  /** The columns of a page's rows that hold the keys of the related rows. */
  readonly columns: (needs: Before['needs'] & Own['needs']) => readonly string[]
  /** Begins the reads at once; each awaits for itself what it uses of `before`. */
  readonly read: (
    page: Page,
    needs: Before['needs'] & Own['needs'],
    before: Before['found'],
  ) => { readonly found: Own['found']; readonly reach: Promise<Reach<Own['needed']> | Failure> }
}

/** The rows for which related rows are read. */
export interface Page {
  readonly reading: RelatedReads
  readonly rows: readonly Row[]
  readonly viewer: Viewer
}

/** Makes the functions through which the value of one item gets related rows; they note in `use` what the item uses. */
export type Reach<Needed> = (use: Use) => Needed

/** Notes an item's uses: a cached item depends on the rows that it looked up, existing or not, and not on those of other items. */
export interface Use {
  readonly row: (table: Table, id: Integer) => void
  readonly rows: (table: Table, rows: readonly Row[]) => readonly Row[]
  readonly tags: (tags: Iterable<Tag>) => void
}

/** Adds to `used` the tags of what an item uses. */
export function useIn(used: Set<Tag>): Use {
  const row: Use['row'] = (table, id) => void used.add(`row:${table}:${id}`)
  // Several values of an item use the same rows
  const tracked = new Set<readonly Row[]>()
  return {
    row,
    rows: (table, rows) => {
      if (tracked.has(rows)) return rows
      tracked.add(rows)
      for (const each of rows) row(table, textOf(each, 'id'))
      return rows
    },
    tags: (tags) => {
      for (const tag of tags) used.add(tag)
    },
  }
}

/** Tracks uses as those of all items of a page, and of what is read for none. */
export function useOfAll({ track }: Pick<RelatedReads, 'track'>): Use {
  return {
    row: (table, id) => track([`row:${table}:${id}`]),
    rows: (table, rows) => {
      track(rows.map((row): Tag => `row:${table}:${textOf(row, 'id')}`))
      return rows
    },
    tags: track,
  }
}

/** For values that are not cached one by one, and depend on rows alone. */
export const noUse: Use = { row: () => {}, rows: (_table, rows) => rows, tags: () => {} }

/** Awaits the reads, and makes the functions that access the rows. */
export async function reached<Found, Needed>(
  read: Promise<Found | Failure>,
  reach: (found: Found, use: Use) => Needed,
): Promise<Reach<Needed> | Failure> {
  const found = await read
  return isFailure(found) ? found : (use) => reach(found, use)
}

/** A relation that combines several; each one added uses what those before it read. */
export interface Joined<Own extends Part> extends Relation<Part, Own> {
  readonly and: <Next extends Part>(next: Relation<Own, Next>) => Joined<Own & Next>
}

/** The types of all relations that are joined. */
export type PartOf<R> = R extends Joined<infer Own> ? Own : never

function joined<First extends Part, Next extends Part>(
  first: Relation<Part, First>,
  next: Relation<First, Next>,
): Joined<First & Next> {
  return and({
    unite: (needs) => Object.assign(first.unite(needs), next.unite(needs)),
    columns: (needs) => [...first.columns(needs), ...next.columns(needs)],
    read: (page, needs, before) => {
      const one = first.read(page, needs, before)
      const other = next.read(page, needs, one.found)
      return { found: { ...one.found, ...other.found }, reach: both(one.reach, other.reach) }
    },
  })
}

function and<Own extends Part>(relation: Relation<Part, Own>): Joined<Own> {
  return { ...relation, and: (next) => joined(relation, next) }
}

async function both<One extends object, Other extends object>(
  one: Promise<Reach<One> | Failure>,
  other: Promise<Reach<Other> | Failure>,
): Promise<Reach<One & Other> | Failure> {
  const each = await Promise.all([one, other])
  if (!areWhole(each)) return failureIn(each)
  const [reachOne, reachOther] = each
  // Assigns into the first object to save copies, since this runs for every item of a page
  return (use) => Object.assign(reachOne(use), reachOther(use))
}

/** The empty relation, to which others are joined. */
export const noRelations = and<Part>({
  unite: () => ({}),
  columns: () => [],
  read: () => ({ found: {}, reach: Promise.resolve(() => ({})) }),
})

export function isAny(flags: readonly (boolean | undefined)[]): boolean {
  return flags.some((flag) => flag === true)
}

export function firstOf<T>(values: readonly (T | undefined)[]): T | undefined {
  return values.find((value) => value !== undefined)
}

export function distinct<T>(values: readonly (readonly T[] | undefined)[]): readonly T[] {
  return [...new Set(values.flatMap((value) => value ?? []))]
}
