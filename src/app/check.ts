// `lectern check` inspects the database and WordPress as the gateway would, and reports what is right and what is not. It writes
// nothing.
import { builtinKinds, type Kinds } from './builtins.ts'
import { checkChanges } from '../check/changes.ts'
import { checkClock } from '../check/clock.ts'
import { checkExposure, type Exposed } from '../check/exposure.ts'
import { createAsk, good, problem, warning, type Finding, type Looking } from '../check/finding.ts'
import { checkAccount, readAccount } from '../check/grants.ts'
import { checkIndexes } from '../check/indexes.ts'
import { checkKeys } from '../check/keys.ts'
import { checkPublicAddress, type PublicAddressSettings } from '../check/public-address.ts'
import { checkOriginAnswer } from '../check/origin-answer.ts'
import { createRowCounts } from '../check/rows.ts'
import { checkSharedLog } from '../check/shared-log.ts'
import { checkStatuses } from '../check/statuses.ts'
import { checkScans } from '../check/scans.ts'
import { checkIds } from '../check/ids.ts'
import { checkReplication } from '../check/replication.ts'
import { checkTables } from '../check/tables.ts'
import { checkTexts, checkTimes } from '../check/texts.ts'
import { checkVersion } from '../check/versions.ts'
import { filterFindings } from './check-filters.ts'
import { keysOf, settingsFindings } from './check-settings.ts'
import { expressionFindings } from './check-expressions.ts'
import { createExplainQuery } from './check-queries.ts'
import { languageFindings, notRendered, themeFindings, type FindPacks } from './check-rendering.ts'
import { builtInStatuses } from '../core/status.ts'
import { StartError } from '../core/start-error.ts'
import { asNamed, nameOf, placeOf, type Address, type Addresses } from '../database/address.ts'
import type { Engine } from '../database/engine.ts'
import { fit } from '../database/fit.ts'
import type { Layout } from '../database/layout.ts'
import { hasUtcTimes } from '../database/layout-mapping.ts'
import { networkOf } from '../database/network.ts'
import { openDatabase } from '../database/open.ts'
import { sentenceOf } from '../database/servers/within.ts'
import { withExtensionKinds } from '../extensions/apply.ts'
import { isBroken, loadExtensions, orThrow } from '../extensions/load.ts'
import { readDependents } from '../feed/dependents.ts'
import { loggedEngines } from '../feed/log-tables.ts'
import { datedEngines } from '../feed/poll.ts'
import { whyNotInstalled, whyUnfit } from '../feed/binlog-fit.ts'
import { debeziumToCheck, databaseLimits, sharedLogToCheck } from './database-options.ts'
import { findPacks, wantedPacks } from './packs.ts'
import { layoutOf, openResources, withCharset } from './room-options.ts'
import { originToCheck } from './origin-options.ts'
import { smallRows } from '../optimizer/cost-model.ts'
import { holdsUtc } from '../optimizer/clock.ts'
import { createIndexes } from '../optimizer/indexes.ts'
import {
  hiddenTaxonomies,
  hiddenTypes,
  namedTaxonomies,
  namedTypes,
} from '../resources/directories/named-kinds.ts'
import { rowFilters } from '../sql/columns.ts'
import { queriesOf } from '../database/table-query.ts'
import type { Config } from '../settings/config.ts'

export interface Checked {
  /** The address of the server that was checked, where there are several. */
  readonly server?: string
  readonly topic: string
  readonly findings: readonly Finding[]
}

/** Yields the findings topic by topic; calls `begins` with each topic before it is checked. */
export async function* checkDatabase(
  config: Config,
  addresses: Addresses,
  begins: (topic: string) => void = () => {},
): AsyncGenerator<Checked> {
  const areSeveral = addresses.length > 1
  const hasBeenSaid = new Set<string>()
  for (const address of withCharset(addresses, config.databaseCharset)) {
    const server = placeOf(address)
    const engine = openDatabase(address, databaseLimits(config))
    try {
      for await (const checked of topics(config, address, engine, { areSeveral, begins })) {
        // Topics that do not depend on the server are reported once
        if (hasBeenSaid.has(checked.topic)) continue
        if (notOfServer.has(checked.topic)) hasBeenSaid.add(checked.topic)
        yield areSeveral ? { server, ...checked } : checked
      }
    } finally {
      await engine.close()
    }
  }
  const origin = originToCheck(config)
  if (origin !== null) {
    begins('Origin')
    yield { topic: 'Origin', findings: await checkOriginAnswer(origin) }
  }
  const shared = sharedLogToCheck(config, addresses)
  if (shared === null) return
  begins('Valkey')
  yield { topic: 'Valkey', findings: await checkSharedLog(shared) }
}

const notOfServer: ReadonlySet<string> = new Set([
  'Settings',
  'Keys',
  'Public address',
  'Not served',
  'Theme',
  'Language',
  'Not rendered',
])

async function* topics(
  config: Config,
  asked: Address,
  engine: Engine,
  { areSeveral, begins }: { readonly areSeveral: boolean; readonly begins: (topic: string) => void },
): AsyncGenerator<Checked> {
  begins('Connection')
  const inspected = await engine.inspect().catch((error: unknown) => ({ reason: sentenceOf(error) }))
  if ('reason' in inspected)
    return yield {
      topic: 'Connection',
      findings: [problem(`The database ${nameOf(asked)} cannot be used: ${inspected.reason}`)],
    }
  const address = asNamed(asked, inspected.schema)
  yield {
    topic: 'Connection',
    findings: [
      good(`The database ${nameOf(address)} is on ${inspected.name}.`),
      checkVersion(inspected.name),
    ],
  }
  const fitted = fit(layoutOf(config), inspected)
  const named = { tablePrefix: config.tablePrefix, isWordpress: config.layout === 'wordpress' }
  yield { topic: 'Tables', findings: checkTables(fitted, named, inspected.tables) }
  if (!('layout' in fitted)) return
  const looking: Looking = {
    ...createAsk(engine, config.queryTimeoutMs, queriesOf(fitted.layout)),
    dialect: engine.dialect,
    server: inspected,
    layout: fitted.layout,
  }
  const user = address.kind === 'mysql' ? await readAccount(looking.ask) : ''
  const isOfNetwork = networkOf(fitted.layout, inspected, config.tablePrefix) !== null
  const rowsOf = createRowCounts(looking)
  const { replicaLagMaxMs: lagMaxMs } = config
  const replication = [
    'Replication',
    () => checkReplication(engine, { lagMaxMs, areSeveral, user, server: inspected.name }),
  ] as const
  const findThem: FindPacks = (own) =>
    findPacks(wantedPacks(config, own), { layout: fitted.layout, engines: [engine], observe: () => {} })
  const explain = createExplainQuery(looking, engine, config)
  const looks: readonly (readonly [topic: string, look: () => Promise<readonly Finding[]>])[] = [
    ['Definitions', () => expressionFindings(looking, config, engine)],
    ['Account', () => checkAccount(looking, nameOf(address))],
    ['Statuses', () => checkStatuses(looking, new Set(builtInStatuses.names))],
    ['Ids', () => checkIds(looking, (table) => rowFilters(fitted.layout, table))],
    ['Texts', () => checkTexts(looking, charsetOf(config, address))],
    ['Times', () => checkTimes(looking)],
    ['Indexes', () => checkIndexes(looking, { rowsOf, explain })],
    [
      'Clock',
      async () =>
        hasUtcTimes(fitted.layout)
          ? [good('Lists go by times in UTC, whose order is the same by all clocks.')]
          : checkClock(looking, {
              choice: config.graphqlClock,
              hasIndex: holdsUtc(createIndexes(fitted.layout, inspected)),
              fewPosts: smallRows,
            }),
    ],
    ['Slow queries', () => checkScans(looking, { rowsOf, explain, search: config.search })],
    ['Filters', () => filterFindings(looking, config, engine)],
    ...(address.kind === 'sqlite' ? [] : [replication]),
    [
      'Changes',
      () =>
        checkChanges(looking, {
          feed: config.feed,
          user,
          hasWebhooks: config.webhookUrls.length > 0,
          whyUnfit: () => whyNoLog(engine),
          whyNoDebezium: debeziumToCheck(config, engine, nameOf(address)),
          views: () => viewsOf(engine, address, fitted.layout, config),
        }),
    ],
    ['Settings', () => settingsFindings(config)],
    ['Keys', () => checkKeys(looking, keysOf(config, isOfNetwork))],
    ...(config.originUrl === undefined
      ? []
      : [['Public address', () => checkPublicAddress(looking, publicAddressOf(config))] as const]),
    ['Plug-ins', () => plugins(config, findThem)],
    ['Not served', () => notServed(looking, config, findThem)],
    ['Theme', () => themeFindings(looking, config)],
    ['Language', () => languageFindings(looking, config)],
    ['Not rendered', () => notRendered(looking, config, findThem)],
  ]
  const refused = new Set<string>()
  for (const [topic, look] of looks) {
    begins(topic)
    const findings = await look().catch((error: unknown) => {
      if (!(error instanceof StartError))
        return [warning(`This could not be checked: ${engine.meaningOf(error)}.`)]
      const isNew = !refused.has(error.message)
      refused.add(error.message)
      return isNew ? [problem(error.message)] : []
    })
    yield { topic, findings }
  }
}

/** Without its reads a table is checked for views alone. */
function withoutReads(layout: Layout): Layout {
  return new Map([...layout].map(([name, table]) => [name, { ...table, reads: [] }]))
}

async function whyNoLog(engine: Engine): Promise<string | null> {
  return whyNotInstalled() ?? (await whyUnfit(engine))
}

async function viewsOf(engine: Engine, address: Address, layout: Layout, { feed }: Config) {
  if (address.kind === 'sqlite') return new Map<string, readonly string[] | null>()
  const isLogged = feed !== 'poll' && (await whyNoLog(engine)) === null
  const engines = isLogged ? loggedEngines : datedEngines
  const { views, blind } = await readDependents(engine, address.database, withoutReads(layout), engines)
  const found = new Map<string, readonly string[] | null>()
  for (const [logical, { table }] of layout) {
    const read = views.get(logical)
    if (read || blind.has(logical))
      found.set(table, read?.map(({ schema, table: name }) => `${schema}.${name}`) ?? null)
  }
  return found
}

function charsetOf({ databaseCharset }: Config, address: Address): string {
  return databaseCharset ?? (address.kind === 'mysql' ? address.charset : 'utf8mb4')
}

function publicAddressOf({ publicUrl, wpHome, trustedProxies }: Config): PublicAddressSettings {
  return { publicUrl, wpHome, trustedProxies }
}

/** Lists the packs that serve the data of plug-ins in this database. */
async function plugins(config: Config, find: FindPacks): Promise<readonly Finding[]> {
  const files = await loadExtensions(config.extensions)
  if (isBroken(files)) return []
  const { extensions } = await find(files.packs)
  const { named, asked } = wantedPacks(config, files.packs)
  const used = [...named, ...asked].filter(({ name }) =>
    extensions.some(({ definition }) => definition.name === name),
  )
  return used.length === 0
    ? [good('No pack is used: no plug-in is found whose rows one serves, or PACKS leaves it out.')]
    : used.map(({ name, about }) => good(`The pack ${name} serves ${about}.`))
}

async function notServed(looking: Looking, config: Config, found: FindPacks): Promise<readonly Finding[]> {
  const files = orThrow(await loadExtensions(config.extensions))
  const extensions = [...(await found(files.packs)).extensions, ...files.extensions]
  const kinds = orThrow(withExtensionKinds(builtinKinds, extensions))
  // Throws where the setting `closed` names a resource that does not exist
  openResources(kinds, config)
  return checkExposure(looking, exposedOf(kinds))
}

function exposedOf({ contentTypes, taxonomies }: Kinds): Exposed {
  const names = (each: readonly { readonly name: string }[]) => each.map(({ name }) => name)
  return {
    // WordPress's internal types are unserved on purpose, so they count as known
    types: new Set([...names(contentTypes), ...names(namedTypes), ...hiddenTypes]),
    taxonomies: new Set([...names(taxonomies), ...names(namedTaxonomies), ...hiddenTaxonomies]),
    metaKeys: new Set(contentTypes.flatMap(({ meta = [] }) => meta.map(({ key }) => key))),
  }
}
