// Asks a site and Lectern for the same addresses, and compares what they answer.
import { described, itemsOf, kindsOf, listsOf, mistakes, otherLists, type Asked } from './addresses.ts'
import { differencesOf, type Difference } from './differences.ts'
import type { Answered, AskSite, Unanswered } from './polite.ts'

export interface Compared extends Asked {
  /** None: the answers are identical. */
  readonly differences: readonly Difference[]
  readonly siteMs: number
  /** Lectern's first answer, and the one after it, which its cache may have. */
  readonly firstMs: number
  readonly nextMs: number
}

export interface NotCompared extends Asked {
  readonly by: 'site' | 'lectern'
  readonly reason: Unanswered
}

export interface Comparison {
  readonly compared: readonly Compared[]
  readonly notCompared: readonly NotCompared[]
  /** How many addresses were left out, since there would be too many requests. */
  readonly left: number
}

export interface ComparisonOptions {
  /** Addresses of the two REST interfaces, which end with a slash. */
  readonly site: URL
  readonly lectern: URL
  readonly askSite: AskSite
  readonly askLectern: AskSite
  readonly requestsMax: number
  /** Is called with each address before it is asked for. */
  readonly progress: (done: number, asked: Asked) => void
}

const headers = ['x-wp-total', 'x-wp-totalpages'] as const

export async function compareWith(options: ComparisonOptions): Promise<Comparison> {
  const { site, lectern, askSite, askLectern, requestsMax, progress } = options
  const compared: Compared[] = []
  const notCompared: NotCompared[] = []
  let left = 0
  /** Settles with the site's answer. */
  const compareAt = async (asked: Asked): Promise<unknown> => {
    const done = compared.length + notCompared.length
    if (done >= requestsMax) {
      left += 1
      return null
    }
    progress(done, asked)
    const theirs = await askSite(new URL(asked.address, site))
    if ('problem' in theirs) {
      notCompared.push({ ...asked, by: 'site', reason: theirs })
      return null
    }
    const ours = await askLectern(new URL(asked.address, lectern))
    const next = await askLectern(new URL(asked.address, lectern))
    if ('problem' in ours || 'problem' in next) {
      notCompared.push({ ...asked, by: 'lectern', reason: 'problem' in ours ? ours : unanswered })
      return theirs.json
    }
    const differences = between(theirs, ours)
    compared.push({ ...asked, differences, siteMs: theirs.ms, firstMs: ours.ms, nextMs: next.ms })
    return theirs.json
  }
  const [types, taxonomies] = await inTurn(
    described.map((route) => ({ address: route, route })),
    compareAt,
  )
  const kinds = [
    ...kindsOf(types).map((kind) => ({ kind, lists: listsOf(kind, 'types') })),
    ...kindsOf(taxonomies).map((kind) => ({ kind, lists: listsOf(kind, 'taxonomies') })),
  ]
  await inTurn(otherLists, compareAt)
  const first: unknown[] = []
  for (const { lists } of kinds) first.push((await inTurn(lists, compareAt))[0])
  for (const [at, { kind }] of kinds.entries()) await inTurn(itemsOf(kind, first[at]), compareAt)
  await inTurn(mistakes, compareAt)
  return { compared, notCompared, left }
}

const unanswered: Unanswered = { problem: 'failed', detail: 'it answered once and not again' }

/** Compares one request after the other, since the site should not serve several at once. */
async function inTurn<T, U>(values: readonly T[], work: (value: T) => Promise<U>): Promise<readonly U[]> {
  const done: U[] = []
  for (const value of values) done.push(await work(value))
  return done
}

function between(site: Answered, lectern: Answered): readonly Difference[] {
  const status =
    site.status === lectern.status
      ? []
      : [{ path: 'status', site: String(site.status), lectern: String(lectern.status) }]
  const named = headers.flatMap((name) => {
    const [theirs, ours] = [site.headers.get(name), lectern.headers.get(name)]
    return theirs === ours ? [] : [{ path: `header ${name}`, site: theirs, lectern: ours }]
  })
  return [...status, ...named, ...differencesOf(site.json, lectern.json)]
}
