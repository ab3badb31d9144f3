// Packs become extensions here: the rows that decide what packs define are read before the gateway is composed.
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Observe } from '../core/observation.ts'
import { StartError } from '../core/start-error.ts'
import type { Engine } from '../database/engine.ts'
import type { Layout } from '../database/layout.ts'
import type { Row } from '../database/tables.ts'
import type { LoadedExtension } from '../extensions/load.ts'
import { foundRows, packColumns, readsOf, type FoundRows, type PackDefinition } from '../extensions/pack.ts'
import { packs as builtIn } from '../packs/packs.ts'
import type { Config } from '../settings/config.ts'
import { defineSiteValue, siteRowsMax, type SiteValue } from '../site/site-value.ts'
import { languageOptions } from './find-language.ts'
import { themeOptions } from './find-theme.ts'
import { filesIn, readJson } from './json-files.ts'

/** The extensions that packs define, and the rows that they were made of. */
export interface FoundPacks {
  readonly extensions: readonly LoadedExtension[]
  /** The mark changes with the rows that packs and other definitions are made of. */
  readonly mark: SiteValue<string> | null
  readonly markThen: string
  /** False where these rows could not be read; they are known once a database is found. */
  readonly isKnown: boolean
  /** Values of the options that were read, including those for other definitions. */
  readonly option: (name: string) => string | null
}

/** A database that takes longer is read again once it is found. */
const waitMs = 2000

export interface WantedPacks {
  /** Packs that are used whatever the database contains. */
  readonly named: readonly PackDefinition[]
  /** Packs that are used where the database has rows for them. */
  readonly asked: readonly PackDefinition[]
  /** Settings that name a folder of JSON files for a pack, by the pack's name. */
  readonly folders: ReadonlyMap<string, PackFolder>
  /** Options that other definitions are made of, such as the theme's and the language's. */
  readonly besides: readonly string[]
}

interface PackFolder {
  readonly setting: string
  readonly path: string
}

/** Bytes that all files of a folder may have together. */
const filesBytesMax = 16_777_216

/** The packs that the setting names, those that it lets the gateway look for, and the owner's own. */
export function wantedPacks(config: Config, own: readonly PackDefinition[]): WantedPacks {
  const { packs, acfJson } = config
  const besides = [...themeOptions(config), ...languageOptions(config)]
  const [first] = packs
  const folders = new Map(acfJson === undefined ? [] : [['acf', { setting: 'acfJson', path: acfJson }]])
  if (first === 'none') return { named: [], asked: own, folders, besides }
  const isAuto = first === undefined || first === 'auto'
  const names = isAuto ? packs.slice(1) : packs
  const unknown = names.find((name) => !builtIn.some((pack) => pack.name === name))
  if (unknown !== undefined)
    throw new StartError(
      `packs: there is no pack ${unknown}; there are ${builtIn.map(({ name }) => name).join(', ')}`,
    )
  const named = builtIn.filter(({ name }) => names.includes(name))
  const found = isAuto ? builtIn.filter((pack) => !named.includes(pack)) : []
  return { named, asked: [...found, ...own], folders, besides }
}

export interface PackDatabase {
  readonly layout: Layout
  /** Engines of the database's servers, each of which has the rows. */
  readonly engines: readonly Engine[]
  readonly observe: Observe
  /** True where another gateway serves meanwhile, so that a slow database may be awaited. */
  readonly hasTime?: boolean
}

export async function findPacks(
  wanted: WantedPacks,
  { layout, engines, observe, hasTime = false }: PackDatabase,
): Promise<FoundPacks> {
  const { named, asked, folders, besides } = wanted
  const all = [...named, ...asked]
  const options = [...new Set([...(all.length === 0 ? [] : readsOf(all).options), ...besides])]
  if (options.length === 0)
    return { extensions: [], mark: null, markThen: '', isKnown: true, option: nothing.option }
  /** Null where no server answers, or none has these tables. */
  const first = async <T>(read: (engine: Engine) => Promise<T>): Promise<T | null> => {
    const answered = Promise.any(engines.map(read)).catch(() => null)
    return hasTime ? answered : Promise.race([answered, sleep(waitMs, null, { ref: false })])
  }
  const option = await first((engine) => readOptions(engine, layout, options))
  const isUsed = (pack: PackDefinition) =>
    named.includes(pack) || (option !== null && pack.isUsed(foundRows(option, [])))
  const used = all.filter(isUsed)
  const { postTypes } = readsOf(used)
  const rows = option && (await first((engine) => readPosts(engine, layout, postTypes)))
  const read = option && rows ? { option, rows } : nothing
  const posts = {
    source: 'posts',
    columns: packColumns,
    filters: [{ kind: 'in', column: 'type', values: postTypes }],
  } as const
  const mark = defineSiteValue({
    options,
    lists: postTypes.length === 0 ? [] : [posts],
    make: (stored) => markOf(options, stored.option, stored.rows(posts)),
  })
  const found = foundRows(read.option, read.rows)
  const files = new Map(
    await Promise.all(used.map(async ({ name }) => [name, await filesFor(folders.get(name))] as const)),
  )
  return {
    extensions: used.flatMap((pack) =>
      definedBy(pack, { ...found, files: files.get(pack.name) ?? [] }, observe),
    ),
    mark,
    markThen: markOf(options, read.option, read.rows),
    isKnown: read !== nothing,
    option: read.option,
  }
}

/** Throws a StartError where a file cannot be used. */
async function filesFor(folder: PackFolder | undefined): Promise<readonly unknown[]> {
  if (folder === undefined) return []
  const { setting, path } = folder
  const paths = await filesIn(path, '.json')
  if (typeof paths === 'string') throw new StartError(`${setting}: ${paths}`)
  if (paths.length === 0) throw new StartError(`${setting}: there is no JSON file in ${path}`)
  const read: unknown[] = []
  let bytesMax = filesBytesMax
  for (const file of paths) {
    const found = await readJson(file, { bytesMax, limit: `${filesBytesMax} for the folder` })
    if (typeof found === 'string') throw new StartError(`${setting}: ${found}`)
    bytesMax -= found.bytes
    read.push(found.json)
  }
  return read
}

/** Stored values may have any shape: a pack that cannot be made of them is left out, and the site is served without it. */
function definedBy(pack: PackDefinition, found: FoundRows, observe: Observe): readonly LoadedExtension[] {
  try {
    return [
      {
        file: `pack ${pack.name}`,
        definition: { name: pack.name, ...pack.define(found) },
        isPack: true,
      },
    ]
  } catch (error) {
    observe({ kind: 'error', error, during: `defining what the pack ${pack.name} serves` })
    return []
  }
}

function markOf(
  options: readonly string[],
  option: (name: string) => string | null,
  posts: readonly Row[],
): string {
  return JSON.stringify([
    options.map(option),
    posts.map((row) => packColumns.map((column) => String(row[column]))),
  ])
}

interface Read {
  readonly option: (name: string) => string | null
  readonly rows: readonly Row[]
}

const nothing: Read = { option: () => null, rows: [] }

async function readOptions(
  { kysely }: Engine,
  layout: Layout,
  names: readonly string[],
): Promise<Read['option']> {
  const query = selecting(layout, 'options', ['name', 'value'], { by: 'name', values: names })
  const { rows } = await kysely.executeQuery<Row>(query.compile(kysely))
  const values = new Map(rows.map((row) => [String(row['name']), String(row['value'])]))
  return (name) => values.get(name) ?? null
}

async function readPosts(
  { kysely }: Engine,
  layout: Layout,
  types: readonly string[],
): Promise<readonly Row[]> {
  if (types.length === 0) return []
  const query = selecting(layout, 'posts', packColumns, { by: 'type', values: types })
  const { rows } = await kysely.executeQuery<Row>(query.compile(kysely))
  return rows
}

/** Selects rows in the order of their ids. */
function selecting(
  layout: Layout,
  table: 'options' | 'posts',
  columns: readonly string[],
  { by, values }: { readonly by: string; readonly values: readonly string[] },
) {
  const physical = layout.get(table)
  const column = (name: string) => {
    const stored = physical?.columns.get(name)
    if (typeof stored === 'string') return sql`${sql.ref(stored)}`
    // Plug-ins write WordPress's own tables, whose columns need no conversion
    return sql`${stored && 'constant' in stored ? stored.constant : ''}`
  }
  const selected = sql.join(columns.map((name) => sql`${column(name)} as ${sql.ref(name)}`))
  return sql<Row>`select ${selected} from ${sql.table(physical?.table ?? '')} where ${column(by)} in (${sql.join([...values])}) order by ${column('id')} limit ${sql.lit(siteRowsMax)}`
}
