// The site as its options say, read once and kept for a while. Whoever uses it depends on those options.
import { singleFlight } from '../cache/single-flight.ts'
import { isFailure, type Failure } from '../core/failure.ts'
import type { Tag } from '../core/tag.ts'
import { textOf } from '../database/tables.ts'
import { optionNames } from '../site/options.ts'
import { createSite, rolesOption, themeOption, type Site, type SiteAddress } from '../site/site.ts'
import type { Reading } from './execute.ts'
import type { ListPlan } from './plan.ts'

export type ReadSite = (reading: Reading) => Promise<Site | Failure>

export function createReadSite(address: SiteAddress, lifeMs: number): ReadSite {
  const names = [...optionNames, rolesOption(address.tablePrefix)]
  const tags: readonly Tag[] = ['table:options', ...names.map((name): Tag => `option:${name}`)]
  const join = singleFlight<Site | Failure>()
  let kept: { readonly site: Site; readonly theme: string; readonly until: number } | null = null
  const read = async (reading: Reading) => {
    const options = await readOptions(reading, names)
    if (isFailure(options)) return options
    // Whose name an option says
    const stylesheet = options.get('stylesheet') ?? ''
    const theme = themeOption(stylesheet)
    const ofTheme = stylesheet === '' ? new Map<string, string>() : await readOptions(reading, [theme])
    if (isFailure(ofTheme)) return ofTheme
    const site = createSite(new Map([...options, ...ofTheme]), address)
    kept = { site, theme, until: performance.now() + lifeMs }
    return site
  }
  return async (reading) => {
    reading.note(tags)
    const site = kept && performance.now() < kept.until ? kept.site : await join('site', () => read(reading))
    if (kept) reading.note([`option:${kept.theme}`])
    return site
  }
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
