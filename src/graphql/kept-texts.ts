// Caches expensive texts as anonymous viewers get them, in the item cache of REST and within its bytes, until something that they
// depend on changes. A request's texts are stored at its end, when it is known which rows each of them has used. A text with
// numbers that run through a page (core/counter.ts) is reused only where it finds the same numbers.
import type { KeptItem } from '../cache/kept-item.ts'
import type { TaggedCache } from '../cache/tagged-cache.ts'
import type { Counter } from '../core/counter.ts'
import { isFailure, type Failure } from '../core/failure.ts'
import { ownBytes } from '../core/own-bytes.ts'
import { isApart } from '../core/work.ts'
import { WrittenJson } from '../core/written-json.ts'
import type { Tag } from '../core/tag.ts'
import type { Viewer } from '../core/viewer.ts'
import { textOf, type Row } from '../database/tables.ts'
import type { NewReading, Reading } from '../read/execute.ts'
import type { ReadSite } from '../read/read-site.ts'
import { sharedTags } from '../read/shared-tags.ts'
import type { Derived } from '../registry/field.ts'
import { useIn, type Use } from '../related/relation.ts'
import type { Site } from '../site/site.ts'
import { tagsOfIds } from '../tags/tags.ts'
import type { NodeKind } from './kinds.ts'

export interface KeptTexts {
  /**
   * Begins a request, before anything is read for it; null where texts are not cached: for users, previews and exports. `end` must
   * be called once all texts are made.
   */
  readonly begin: (viewer: Viewer, reading: Reading) => TextsOfRequest | null
}

export interface TextsOfRequest {
  /** Begins a page, whose related rows are read by a reading of its own. */
  readonly page: (numbers: Counter) => Promise<TextsOfPage | Failure>
  readonly end: () => void
}

export interface TextsOfPage {
  readonly reading: Reading
  readonly site: Site
  /** Begins a row of the page; its `use` notes what its texts use. */
  readonly row: (row: Row, kind: NodeKind, columns: readonly string[]) => TextsOfRow
}

export interface TextsOfRow {
  readonly use: Use
  /** Returns the cached text of a value with these arguments, else the result of `make`. */
  readonly value: (of: Derived['value'], args: string, make: () => unknown) => unknown
}

export interface KeptTextsOptions {
  readonly kept: TaggedCache<KeptItem>
  readonly newReading: NewReading
  readonly readSite: ReadSite
}

/** A newly made text; `used` has the tags of its row's uses. */
interface Made extends Pick<KeptItem, 'counted'> {
  readonly key: string
  readonly text: string
  readonly used: ReadonlySet<Tag>
}

interface Page {
  readonly reading: Reading
  readonly rows: { readonly used: Set<Tag> }[]
  readonly made: Made[]
}

export function createKeptTexts({ kept, newReading, readSite }: KeptTextsOptions): KeptTexts {
  return {
    begin: (viewer, request) => {
      if (viewer.kind !== 'anonymous' || viewer.preview !== undefined || isApart()) return null
      const flight = kept.begin()
      const pages: Page[] = []
      const end = ({ reading, rows, made }: Page) => {
        for (const tags of [reading.tags, reading.ownedTags, ...reading.tagsApart]) request.track(tags)
        for (const { used } of rows) request.track(used)
        request.trackRan(reading.ran)
        if (made.length === 0) return
        const shared = sharedTags(reading, rows)
        for (const { key, text, counted, used } of made) {
          const json = new WrittenJson(ownBytes(Buffer.from(JSON.stringify(text))))
          const tags = shared.union(used)
          flight.keep(key, { json, page: null, tags, counted }, tags, json.bytes.byteLength)
        }
      }
      return {
        page: async (numbers) => {
          const reading = newReading('items')
          const site = await readSite(reading, request)
          if (isFailure(site)) return site
          const page: Page = { reading, rows: [], made: [] }
          pages.push(page)
          return {
            reading,
            site,
            row: (row, kind, columns) => textsOfRow({ row, kind, columns }, { page, numbers, kept }),
          }
        },
        end: () => {
          pages.forEach(end)
          flight.end()
        },
      }
    },
  }
}

function textsOfRow(
  { row, kind, columns }: { readonly row: Row; readonly kind: NodeKind; readonly columns: readonly string[] },
  {
    page,
    numbers,
    kept,
  }: { readonly page: Page; readonly numbers: Counter; readonly kept: KeptTextsOptions['kept'] },
): TextsOfRow {
  const used = new Set<Tag>()
  const id = textOf(row, 'id')
  tagsOfIds({ source: kind.resource.source, columns, match: 'id' })(id, [row], used)
  page.rows.push({ used })
  return {
    use: useIn(used),
    value: (of, args, make) => {
      const key = `text: ${kind.resource.name} ${id} ${numberOf(of)} ${args}`
      const known = kept.find(key)
      if (known && numbers.isFound(known.counted)) {
        numbers.pass(known.counted)
        for (const tag of known.tags) used.add(tag)
        const text: unknown = JSON.parse(known.json.bytes.toString())
        return text
      }
      // Discards the numbers of uncached values made before, so that `counted` has those of this one alone
      numbers.take()
      const value = make()
      const counted = numbers.take()
      if (typeof value === 'string') page.made.push({ key, text: value, counted, used })
      return value
    },
  }
}

/** Cache keys name a function by a number, because another schema may have another function for a field of the same name. */
const numberOf = (() => {
  const numbers = new WeakMap<Derived['value'], number>()
  let last = 0
  return (of: Derived['value']): number => {
    const number = numbers.get(of) ?? (last += 1)
    numbers.set(of, number)
    return number
  }
})()
