// `lectern compare` starts a gateway of its own over the owner's database, on a free port of this machine, and compares it with the site.
import { compareWith, type Comparison } from '../compare/comparison.ts'
import type { Asked } from '../compare/addresses.ts'
import { createAskOwn, createAskSite } from '../compare/polite.ts'
import { decodeEntities } from '../core/entities.ts'
import { textAt } from '../core/json-value.ts'
import type { Observe } from '../core/observation.ts'
import { StartError } from '../core/start-error.ts'
import type { Config } from '../settings/config.ts'
import type { Settings } from '../settings/read-settings.ts'
import { startGateway } from './gateway.ts'
import { throwUnlessUsable } from './usable.ts'

export interface CompareOptions {
  readonly site: string
  readonly requestsMax: number
  readonly pauseMs: number
  readonly observe: Observe
  readonly progress: (done: number, asked: Asked) => void
}

export interface ComparedSite {
  /** The address of the site's REST interface. */
  readonly rest: string
  readonly comparison: Comparison
  /** Sentences about circumstances that make more answers differ than necessary. */
  readonly doubts: readonly string[]
}

const agent = 'lectern-compare'
const timeoutMs = 60_000

/** Compares a site; throws a StartError where that is impossible. */
export async function compareSite(
  { config, addresses }: Settings,
  { site, requestsMax, pauseMs, observe, progress }: CompareOptions,
): Promise<ComparedSite> {
  const home = URL.parse(site)
  if (home === null || !/^https?:$/.test(home.protocol))
    throw new StartError(`"${site}" is no address of a site: https://example.org is one.`)
  await throwUnlessUsable(config, addresses)
  const askSite = await createAskSite(home, { agent, pauseMs, timeoutMs })
  const rest = await restOf(home, askSite)
  const [, brand] = /\/([a-z0-9]+)-json\/$/.exec(rest.pathname) ?? []
  if (brand === undefined)
    throw new StartError(
      `The REST interface of ${home.href} is at ${rest.href}, where Lectern has none: its paths end with -json.`,
    )
  const publicUrl = rest.href.replace(/\/[a-z0-9]+-json\/$/, '')
  const gateway = await startGateway(aloneAt(publicUrl, brand, config), addresses, observe)
  try {
    await gateway.ready
    const lectern = new URL(`${gateway.localUrl}/${brand}-json/`)
    const askLectern = createAskOwn(agent, timeoutMs)
    const comparison = await compareWith({ site: rest, lectern, askSite, askLectern, requestsMax, progress })
    const [theirs, ours] = [await askSite(rest), await askLectern(lectern)]
    return { rest: rest.href, comparison, doubts: doubtsOf(jsonIn(theirs), jsonIn(ours)) }
  } finally {
    await gateway.stop()
  }
}

/** Settings of a private gateway that writes and sends nothing, because another gateway may run with the same settings. */
function aloneAt(publicUrl: string, brand: string, given: Config): Config {
  const { adminPort: _port, originUrl: _origin, warmStartFile: _file, totalsFile: _totals, ...others } = given
  const { redisUrl: _store, binlogServerId: _id, otelExporterOtlpEndpoint: _traces, ...config } = others
  return {
    ...config,
    brand,
    publicUrl,
    host: '127.0.0.1',
    port: 0,
    workers: 1,
    requestsPerMinuteMax: 0,
    inspectionQueriesMax: 0,
    webhookUrls: [],
    databaseSeed: [],
  }
}

const jsonIn = (answer: Awaited<ReturnType<ReturnType<typeof createAskOwn>>>) =>
  'problem' in answer ? null : answer.json

/** The address of REST by the site's Link header, or else WordPress's default. */
async function restOf(home: URL, askSite: ReturnType<typeof createAskOwn>): Promise<URL> {
  const page = await askSite(home)
  const link = 'problem' in page ? null : page.headers.get('link')
  const [, named] = /<([^>]+)>;\s*rel="https:\/\/api\.w\.org\/"/.exec(link ?? '') ?? []
  const rest = URL.parse(named ?? `${home.href.replace(/\/*$/, '/')}wp-json/`, home.href)
  if (rest === null || rest.origin !== home.origin)
    throw new StartError(
      `${home.href} says that its REST interface is elsewhere (${named}): compare that address.`,
    )
  const index = await askSite(rest)
  if ('problem' in index) throw new StartError(`${rest.href} does not answer: ${index.detail}`)
  const target = index.headers.get('location')
  if (index.status !== 200 || textAt(index.json, 'home') === '')
    throw new StartError(
      `${rest.href} answers ${index.status}${target === null ? '' : ` (${target})`}, and not as the index of a REST interface of WordPress.`,
    )
  return rest
}

function doubtsOf(site: unknown, lectern: unknown): readonly string[] {
  return ['name', 'home', 'url', 'timezone_string'].flatMap((name) => {
    const [theirs, ours] = [site, lectern].map((index) => decodeEntities(textAt(index, name)))
    return theirs === ours
      ? []
      : [`The site's ${name} is "${theirs}", and the database's "${ours}": is it this site's database?`]
  })
}
