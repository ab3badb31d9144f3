// Reads the site's options once, and keeps the site made of them. An answer that uses it depends on those options.
import { singleFlight } from '../cache/single-flight.ts'
import type { TaggedCache } from '../cache/tagged-cache.ts'
import { isFailure, type Failure } from '../core/failure.ts'
import type { Tag } from '../core/tag.ts'
import { textOf } from '../database/tables.ts'
import { optionNames } from '../site/options.ts'
import { createSite, rolesOption, themeOption, type Site, type SiteAddress } from '../site/site.ts'
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
  const names = [...optionNames, rolesOption(address.tablePrefix)]
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
      const tags = new Set<Tag>(['table:options', ...[...names, theme].map((name): Tag => `option:${name}`)])
      const site = { site: createSite(new Map([...options, ...ofTheme]), address), tags }
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
    reading.note(found.tags)
    return { ...found.site, offsetHoursNow: () => offsetHoursNow(found.site, reading) }
  }
}

function offsetHoursNow({ timeZone }: Site, reading: Reading): number {
  const nowMs = Date.now()
  const until = timeZone.nextChangeMs(nowMs)
  if (until !== null) reading.note([`until:${until}`])
  return timeZone.offsetHoursAt(nowMs)
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
