// The composition root: builds every room once, wires them, starts and stops them. Only this file and builtins.ts know
// every room.
import type { AddressInfo } from 'node:net'
import { createAuthenticate } from './auth/authenticate.ts'
import { authMethods, resources } from './builtins.ts'
import { boundedMap } from './cache/bounded-map.ts'
import { createResponseCache } from './cache/response-cache.ts'
import type { Config } from './config.ts'
import type { Observe } from './core/observation.ts'
import { describeAddress, type Address } from './database/address.ts'
import { Availability } from './database/availability.ts'
import { wordpress } from './database/layout.ts'
import { openDatabase } from './database/open.ts'
import { seedSqlite } from './database/seed.ts'
import { createReadDocument } from './graphql/documents.ts'
import { createGraphEndpoint } from './graphql/endpoint.ts'
import { createSchema } from './graphql/schema.ts'
import { createDispatch } from './http/dispatch.ts'
import { createPage } from './http/page.ts'
import { listen, serveHttp } from './http/server.ts'
import { createCompile } from './query/compile.ts'
import { createReadCursors } from './query/cursor-keys.ts'
import { createReadings } from './query/execute.ts'
import { createReadSite } from './query/read-site.ts'
import { createRegistry } from './registry/registry.ts'
import { registerDiscovery } from './rest/discovery.ts'
import { createRestEndpoint } from './rest/endpoint.ts'
import { registerCollection, registerItem } from './rest/routes.ts'

const shapesKeptMax = 1000
const documentsKeptMax = 500

export interface Gateway {
  /** Where clients reach it: `http://127.0.0.1:8080`. */
  readonly publicUrl: string
  /** Lets what is in flight finish, then lets go of port and database. */
  readonly stop: () => Promise<void>
}

/** Listens at once; until its database is found, what needs it is answered with 503. */
export async function startGateway(config: Config, address: Address, observe: Observe): Promise<Gateway> {
  if (address.kind === 'sqlite' && config.databaseSeed.length > 0)
    seedSqlite(address.path, config.databaseSeed)
  const listener = await listen(config.port, config.host)
  const publicUrl = (config.publicUrl ?? localUrl(listener.address)).replace(/\/+$/, '')
  const { brand } = config

  const engine = openDatabase(address, { ...config, connectTimeoutMs: config.queryTimeoutMs })
  const availability = new Availability(engine, observe)
  const registry = createRegistry(brand)
  for (const resource of resources) registry.resource(resource)
  for (const method of authMethods) registry.authMethod(method)
  const byName = new Map(resources.map((resource) => [resource.name, resource]))

  const newReading = createReadings({
    engine,
    availability,
    timeoutMs: config.queryTimeoutMs,
    observe,
    compileFor: (server) =>
      createCompile({
        kysely: engine.kysely,
        dialect: engine.dialect,
        layout: wordpress(config.tablePrefix),
        server,
        ruleOf: ({ resource }) => required(byName.get(resource)).visible,
        kept: boundedMap(shapesKeptMax),
      }),
  })
  const readSite = createReadSite({ brand, publicUrl }, config.cacheLifeMs)
  const readCursors = createReadCursors({
    cursorKeys: config.cursorKey,
    siteSecrets: siteSecrets(config),
    observe,
  })

  registerDiscovery(registry, { routes: () => sealed.routes, newReading, readSite, brand })
  for (const resource of resources) {
    registerCollection(registry, resource, { resources: byName, newReading, readSite })
    registerItem(registry, resource, { resources: byName, newReading, readSite })
  }
  const sealed = registry.seal()

  const pageSizes = { fallback: config.graphqlPageSizeDefault, max: config.graphqlPageSizeMax }
  const schema = createSchema({ resources: sealed.resources, pageSizes })
  const documentLimits = { tokensMax: config.graphqlTokensMax, depthMax: config.graphqlDepthMax }
  const readDocument = createReadDocument(schema, documentLimits, boundedMap(documentsKeptMax))
  const server = () => availability.server?.name ?? null
  const page = createPage({ brand, publicUrl, database: describeAddress(address), server })

  const serving = serveHttp(listener, {
    ...config,
    endpoints: [
      createRestEndpoint({ routes: sealed.routes, brand, publicUrl }),
      createGraphEndpoint({ schema, readDocument, newReading, readSite, readCursors, observe }),
    ],
    fallback: page,
    dispatch: createDispatch({
      authenticate: createAuthenticate(sealed.authMethods),
      cache: createResponseCache({ bytesMax: config.cacheBytesMax, lifeMs: config.cacheLifeMs }),
      observe,
    }),
    observe,
  })
  await availability.look()
  return {
    publicUrl,
    stop: async () => {
      await serving.stop()
      availability.stop()
      await engine.close()
    },
  }
}

function localUrl({ address, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? '127.0.0.1' : address
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`
}

function siteSecrets(config: Config): readonly string[] {
  const { authKey, authSalt, secureAuthKey, secureAuthSalt, loggedInKey, loggedInSalt, nonceKey, nonceSalt } =
    config
  const secrets = [
    authKey,
    authSalt,
    secureAuthKey,
    secureAuthSalt,
    loggedInKey,
    loggedInSalt,
    nonceKey,
    nonceSalt,
  ]
  return secrets.filter((secret) => secret !== undefined)
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('a plan names a resource that is not registered')
  return value
}
