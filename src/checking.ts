// `lectern check`: looks at the database as the gateway would, and says what is good and what is not. Nothing is written.
import { builtinKinds, type Kinds } from './builtins.ts'
import { checkChanges } from './check/changes.ts'
import { checkExposure, type Exposed } from './check/exposure.ts'
import { advice, createAsk, good, problem, warning, type Finding, type Looking } from './check/finding.ts'
import { checkAccount } from './check/grants.ts'
import { checkIndexes, checkScans } from './check/indexes.ts'
import { checkKeys } from './check/keys.ts'
import { createRowCounts } from './check/rows.ts'
import { checkTexts, checkTimes } from './check/texts.ts'
import type { Config } from './config.ts'
import { nameOf, type Address } from './database/address.ts'
import type { Engine } from './database/engine.ts'
import { fit, type Fitted } from './database/layout.ts'
import { openDatabase } from './database/open.ts'
import { withExtensionKinds } from './extensions/apply.ts'
import { isBroken, loadExtensions, reasonOf } from './extensions/load.ts'
import { whyUnfit } from './feed/binlog-fit.ts'
import { layoutOf, withCharset } from './gateway.ts'
import { hiddenTaxonomies, hiddenTypes, namedTaxonomies, namedTypes } from './resources/named-kinds.ts'

export interface Checked {
  readonly topic: string
  readonly findings: readonly Finding[]
}

/** What is found, topic by topic, as it is found. */
export async function* checkDatabase(config: Config, address: Address): AsyncGenerator<Checked> {
  const engine = openDatabase(withCharset(address, config.databaseCharset), config)
  try {
    yield* topics(config, address, engine)
  } finally {
    await engine.close()
  }
}

async function* topics(config: Config, address: Address, engine: Engine): AsyncGenerator<Checked> {
  const inspected = await engine.inspect().catch((error: unknown) => ({ reason: reasonOf(error) }))
  if ('reason' in inspected)
    return yield {
      topic: 'Connection',
      findings: [problem(`The database ${nameOf(address)} cannot be used: ${inspected.reason}`)],
    }
  yield { topic: 'Connection', findings: [good(`The database ${nameOf(address)} is on ${inspected.name}.`)] }
  const fitted = fit(layoutOf(config), inspected)
  yield { topic: 'Tables', findings: tables(fitted, config) }
  if ('lacking' in fitted) return
  const looking: Looking = {
    ask: createAsk(engine, config.queryTimeoutMs),
    dialect: engine.dialect,
    server: inspected,
    layout: fitted.layout,
  }
  const rowsOf = createRowCounts(looking)
  const looks: readonly (readonly [topic: string, look: () => Promise<readonly Finding[]>])[] = [
    ['Account', () => checkAccount(looking, nameOf(address))],
    ['Texts', () => checkTexts(looking, charsetOf(config, address))],
    ['Times', () => checkTimes(looking)],
    ['Indexes', () => checkIndexes(looking, rowsOf)],
    ['Slow queries', () => checkScans(looking, rowsOf, config.search)],
    [
      'Changes',
      () =>
        checkChanges(looking, {
          feed: config.feed,
          user: address.kind === 'mysql' ? `'${address.user.replaceAll("'", "''")}'@'%'` : '',
          whyUnfit: () => whyUnfit(engine, nameOf(address)),
        }),
    ],
    ['Keys', async () => checkKeys(keysOf(config))],
    ['Not served', () => notServed(looking, config)],
  ]
  for (const [topic, look] of looks) {
    const findings = await look().catch((error: unknown) => [
      warning(`This could not be looked at: ${engine.meaningOf(error)}.`),
    ])
    yield { topic, findings }
  }
}

function tables(fitted: Fitted | { readonly lacking: string }, { tablePrefix }: Config): readonly Finding[] {
  if ('lacking' in fitted)
    return [
      problem(
        `There is no ${fitted.lacking}, which posts are read from. Is the prefix of the tables ${tablePrefix}, and may the account read them?`,
        'TABLE_PREFIX=…',
      ),
    ]
  const { layout, missing } = fitted
  return [
    good(`${layout.size} tables are there, as their layout says.`),
    ...(missing.length > 0
      ? [advice(`Gone without, as it is not there or may not be read: ${missing.join(', ')}.`)]
      : []),
  ]
}

function charsetOf({ databaseCharset }: Config, address: Address): string {
  return databaseCharset ?? (address.kind === 'mysql' ? address.charset : 'utf8mb4')
}

function keysOf(config: Config): Parameters<typeof checkKeys>[0] {
  const { authKey, authSalt, secureAuthKey, secureAuthSalt, loggedInKey, loggedInSalt, nonceKey, nonceSalt } =
    config
  const { jwtSecret, jwtJwksUrl, oauthIntrospectionUrl, oauthJwksUrl } = config
  const isSet = (value: string | undefined) => value !== undefined
  return {
    loggedInKey,
    loggedInSalt,
    nonceKey,
    nonceSalt,
    cursorKey: config.cursorKey,
    applicationPasswords: config.applicationPasswords,
    hasSiteSecrets: [
      authKey,
      authSalt,
      secureAuthKey,
      secureAuthSalt,
      loggedInKey,
      loggedInSalt,
      nonceKey,
      nonceSalt,
    ].some(isSet),
    takesTokens: [jwtSecret, jwtJwksUrl, oauthIntrospectionUrl, oauthJwksUrl].some(isSet),
  }
}

async function notServed(looking: Looking, config: Config): Promise<readonly Finding[]> {
  const extensions = await loadExtensions(config.extensions)
  const kinds = isBroken(extensions) ? extensions : withExtensionKinds(builtinKinds, extensions)
  return isBroken(kinds) ? [problem(kinds.broken)] : checkExposure(looking, exposedOf(kinds))
}

function exposedOf({ contentTypes, taxonomies }: Kinds): Exposed {
  const names = (each: readonly { readonly name: string }[]) => each.map(({ name }) => name)
  return {
    // What the owning system keeps for itself is nothing that anybody misses
    types: new Set([...names(contentTypes), ...names(namedTypes), ...hiddenTypes]),
    taxonomies: new Set([...names(taxonomies), ...names(namedTaxonomies), ...hiddenTaxonomies]),
    metaKeys: new Set(contentTypes.flatMap(({ meta = [] }) => meta.map(({ key }) => key))),
  }
}
