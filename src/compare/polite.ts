// Requests to the owner's site: GET alone, one at a time, with a pause, as its robots.txt allows, and none once it answers that
// there are too many.
import { setTimeout } from 'node:timers/promises'
import { parseRobots } from './robots.ts'
import { parseJson } from '../core/json-value.ts'

export interface Answered {
  readonly status: number
  readonly ms: number
  /** Null for what is no JSON. */
  readonly json: unknown
  readonly headers: Headers
}

/** Why no answer came, or none was asked for. */
export interface Unanswered {
  readonly problem: 'forbidden' | 'too-many' | 'failed'
  readonly detail: string
}

export interface PoliteOptions {
  readonly agent: string
  readonly pauseMs: number
  readonly timeoutMs: number
}

const answerBytesMax = 32_000_000

export type AskSite = (url: URL) => Promise<Answered | Unanswered>

/** `base`: an address of the site, whose robots.txt is read first. */
export async function createAskSite(
  base: URL,
  { agent, pauseMs, timeoutMs }: PoliteOptions,
): Promise<AskSite> {
  const robots = await request(new URL('/robots.txt', base), agent, timeoutMs)
  // RFC 9309, 2.3.1: what there is not forbids nothing, what cannot be read forbids everything
  if ('problem' in robots) return async () => robots
  if (robots.status >= 500) {
    const problem = { problem: 'forbidden', detail: `robots.txt answers ${robots.status}` } as const
    return async () => problem
  }
  const isAllowed = parseRobots(robots.status === 200 ? robots.text : '', agent)
  let isTooMany = false
  return async (url) => {
    if (!isAllowed(url.pathname + url.search))
      return { problem: 'forbidden', detail: 'robots.txt does not allow it' }
    if (isTooMany) return { problem: 'too-many', detail: 'the site asked for fewer requests' }
    await setTimeout(pauseMs)
    const answer = await request(url, agent, timeoutMs)
    if ('problem' in answer) return answer
    if (answer.status === 429 || answer.status === 503) {
      isTooMany = true
      return { problem: 'too-many', detail: `the site answered ${answer.status}` }
    }
    return { ...answer, json: parseJson(answer.text) }
  }
}

/** The same without a pause, for the gateway's own answers. */
export function createAskOwn(agent: string, timeoutMs: number): AskSite {
  return async (url) => {
    const answer = await request(url, agent, timeoutMs)
    return 'problem' in answer ? answer : { ...answer, json: parseJson(answer.text) }
  }
}

type Text = Omit<Answered, 'json'> & { readonly text: string }

async function request(url: URL, agent: string, timeoutMs: number): Promise<Text | Unanswered> {
  const began = performance.now()
  try {
    const response = await fetchWithin(url, {
      headers: { 'user-agent': agent, accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
    })
    const text = await textOf(response)
    if (text === null)
      return { problem: 'failed', detail: `the answer has more than ${answerBytesMax} bytes` }
    return { status: response.status, headers: response.headers, text, ms: performance.now() - began }
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return { problem: 'failed', detail: cause instanceof Error ? cause.message : String(cause) }
  }
}

const redirectsMax = 5

/** Follows redirects within the site: one that leads to another site is the answer. */
async function fetchWithin(url: URL, init: RequestInit, left = redirectsMax): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' })
  const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
  const target = location === null ? null : URL.parse(location, url)
  if (target?.origin !== url.origin || left === 0) return response
  await response.body?.cancel()
  return fetchWithin(target, init, left - 1)
}

async function textOf({ body }: Response): Promise<string | null> {
  const decoder = new TextDecoder()
  let [text, bytes] = ['', 0]
  for await (const part of body ?? []) {
    bytes += part.byteLength
    if (bytes > answerBytesMax) return null
    text += decoder.decode(part, { stream: true })
  }
  return text + decoder.decode()
}
