// The site as its options say, read once and kept for a while. Whoever uses it depends on those options.
import { singleFlight } from '../cache/single-flight.ts'
import { isFailure, type Failure } from '../core/failure.ts'
import type { Tag } from '../core/tag.ts'
import { textOf } from '../database/tables.ts'
import { optionNames } from '../site/options.ts'
import { createSite, rolesOption, type Site, type SiteAddress } from '../site/site.ts'
import type { Reading } from './execute.ts'
import type { ListPlan } from './plan.ts'

export type ReadSite = (reading: Reading) => Promise<Site | Failure>

export function createReadSite(address: SiteAddress, lifeMs: number): ReadSite {
  const names = [...optionNames, rolesOption(address.tablePrefix)]
  const plan: ListPlan = {
    kind: 'list',
    source: 'options',
    columns: ['name', 'value'],
    filters: [{ kind: 'in', column: 'name', values: names }],
    visible: null,
    order: [],
    page: { kind: 'all' },
  }
  const tags: readonly Tag[] = ['table:options', ...names.map((name): Tag => `option:${name}`)]
  const join = singleFlight<Site | Failure>()
  let kept: { readonly site: Site; readonly until: number } | null = null
  const read = async (reading: Reading) => {
    const options = await reading.list(plan)
    if (isFailure(options)) return options
    const site = createSite(
      new Map(options.rows.map((row) => [textOf(row, 'name'), textOf(row, 'value')])),
      address,
    )
    kept = { site, until: performance.now() + lifeMs }
    return site
  }
  return async (reading) => {
    reading.note(tags)
    return kept && performance.now() < kept.until ? kept.site : join('site', () => read(reading))
  }
}
