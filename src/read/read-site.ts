// Reads the site's options once, and keeps the site made of them. An answer that uses it depends on those options.
import { singleFlight } from '../cache/single-flight.ts'
import type { TaggedCache } from '../cache/tagged-cache.ts'
import { isFailure, type Failure } from '../core/failure.ts'
import { optionTag, plugInTag, type Tag } from '../core/tag.ts'
import type { PlugInRows } from '../database/plug-in-rows.ts'
import { sources } from '../database/source.ts'
import { textOf, type Row } from '../database/tables.ts'
import { optionNames } from '../core/site-options.ts'
import { siteRowsMax, type SiteList, type StoredParts } from '../site/site-value.ts'
import { tagsOf } from '../tags/tags.ts'
import { siteForReading } from '../site/settings-of-site.ts'
import { createSite, rolesOption, themeOption, yearAt, type Site, type SiteAddress } from '../site/site.ts'
import type { Reading } from './execute.ts'
import type { ListPlan } from '../plan/plan.ts'

/** `request` is the request's first reading, where `reading` is another one. */
export type ReadSite = (reading: Reading, request?: Reading) => Promise<Site | Failure>

export interface KeptSite {
  readonly site: Site
  readonly tags: ReadonlySet<Tag>
}

/** The kept site is dropped when one of its options changes. */
export function createReadSite(address: SiteAddress, kept: TaggedCache<KeptSite>): ReadSite {
  const values = address.values ?? []
  const names = [
    ...new Set([
      ...optionNames,
      rolesOption(address.tablePrefix),
      ...values.flatMap(({ options }) => options),
    ]),
  ]
  const lists = [...new Set(values.flatMap((value) => value.lists))]
  const join = singleFlight<KeptSite | Failure>()
  const read = async (reading: Reading): Promise<KeptSite | Failure> => {
    const flight = kept.begin()
    try {
      const options = await readOptions(reading, names)
      if (isFailure(options)) return options
      // The option of the theme's settings is named after the stylesheet
      const stylesheet = options.get('stylesheet') ?? ''
      const theme = themeOption(stylesheet)
      const ofTheme = stylesheet === '' ? new Map<string, string>() : await readOptions(reading, [theme])
      if (isFailure(ofTheme)) return ofTheme
      const stored = await readLists(reading, lists)
      if (isFailure(stored)) return stored
      const parts: StoredParts = {
        option: (name) => options.get(name) ?? null,
        rows: (list) => stored.rows.get(list) ?? [],
      }
      const tags = new Set<Tag>(['table:options', ...[...names, theme].map(optionTag), ...stored.tags])
      const site = { site: createSite(new Map([...options, ...ofTheme]), address, parts), tags }
      flight.keep('site', site, tags, 0)
      return site
    } finally {
      flight.end()
    }
  }
  /** One request sees one site, even where the cache keeps none. */
  const seen = new WeakMap<Reading, ReturnType<typeof read>>()
  const readOnce = (reading: Reading) => {
    const found = seen.get(reading) ?? join(`site ${kept.now()}`, () => read(reading))
    seen.set(reading, found)
    return found
  }
  return async (reading, request = reading) => {
    const found = kept.find('site') ?? (await readOnce(request))
    if (isFailure(found)) return found
    reading.track(found.tags)
    return siteForReading(found.site, {
      offsetHoursNow: () => offsetHoursNow(found.site, reading),
      yearNow: () => yearNow(found.site, reading),
    })
  }
}

function offsetHoursNow({ timeZone }: Site, reading: Reading): number {
  const nowMs = Date.now()
  const until = timeZone.nextChangeMs(nowMs)
  if (until !== null) reading.track([`until:${until}`])
  return timeZone.offsetHoursAt(nowMs)
}

function yearNow(site: Site, reading: Reading): number {
  const { year, endMs } = yearAt(Date.now(), offsetHoursNow(site, reading))
  reading.track([`until:${endMs}`])
  return year
}

async function readLists(
  reading: Reading,
  lists: readonly (SiteList | PlugInRows)[],
): Promise<
  | Failure
  | { readonly rows: ReadonlyMap<SiteList | PlugInRows, readonly Row[]>; readonly tags: ReadonlySet<Tag> }
> {
  const rows = new Map<SiteList | PlugInRows, readonly Row[]>()
  const tags = new Set<Tag>()
  for (const list of lists) {
    if ('table' in list) {
      const found = await reading.plugInRows({ ...list, limit: Math.min(list.limit, siteRowsMax) }, true)
      if (isFailure(found)) return found
      rows.set(list, found)
      tags.add(plugInTag(list.table))
      continue
    }
    const plan: ListPlan = {
      kind: 'list',
      ...list,
      visible: null,
      order: list.source === 'post_terms' ? [] : [{ kind: 'column', column: 'id', descending: false }],
      page: { kind: 'offset', offset: 0, limit: siteRowsMax },
    }
    const found = await reading.list(plan)
    if (isFailure(found)) return found
    rows.set(list, found.rows)
    for (const tag of tagsOf(plan, { rows: found.rows, tables: new Set(sources[list.source].tables) }))
      tags.add(tag)
  }
  return { rows, tags }
}

async function readOptions(
  reading: Reading,
  names: readonly string[],
): Promise<ReadonlyMap<string, string> | Failure> {
  const plan: ListPlan = {
    kind: 'list',
    source: 'options',
    columns: ['name', 'value'],
    filters: [{ kind: 'in', column: 'name', values: names }],
    visible: null,
    order: [],
    page: { kind: 'all' },
  }
  const found = await reading.list(plan)
  return isFailure(found)
    ? found
    : new Map(found.rows.map((row) => [textOf(row, 'name'), textOf(row, 'value')]))
}
