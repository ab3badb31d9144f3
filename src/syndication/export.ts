// A whole list of REST in one answer: `export/posts.ndjson?categories=2&_fields=id,title.rendered`. It is read page by page, by
// cursor, while it is sent, so that its memory does not grow with the list. The viewer is authenticated again before each page.
// Where the texts of a page take too long, or are too long, it is read again with one row, and each later page has twice as many.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { QueryValue } from '../core/query-string.ts'
import { noTags, replyOf, StreamRefused, type Header, type Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import type { Viewer } from '../core/viewer.ts'
import { GivenUp, untilGivenUp } from '../core/work.ts'
import { csvLine } from './csv.ts'
import { isAnswered, itemsOf, jsonOf, listQuery, type AskRest } from './rest-lists.ts'
import type { TakeSlot } from '../core/event-stream.ts'

export interface ExportOptions {
  readonly ask: AskRest
  readonly takeSlot: TakeSlot
  readonly apart: Apart
  /** Authenticates the request again. */
  readonly authenticate: (request: Request) => Viewer | Promise<Viewer | Failure>
}

/** Answers a page without caching its items; its queries are cancelled once the signal aborts. */
export type Apart = (until: AbortSignal | undefined, answer: () => Promise<Reply>) => Promise<Reply>

export interface ExportAddress {
  /** The path of the list below the root of REST. */
  readonly list: string
  /** The last part of that path. */
  readonly base: string
  readonly format: ExportFormat
}

export type ExportFormat = 'ndjson' | 'csv'

export const exportTypes: Readonly<Record<ExportFormat, string>> = {
  ndjson: 'application/x-ndjson; charset=UTF-8',
  csv: 'text/csv; charset=UTF-8; header=present',
}

const rowsPerPage = 100

export async function exportList(
  { list, base, format }: ExportAddress,
  request: Request,
  viewer: Viewer,
  { ask, takeSlot, apart, authenticate }: ExportOptions,
): Promise<Reply | Failure> {
  const columns = format === 'csv' ? namesIn(request.args().get('_fields')) : null
  if (columns?.length === 0)
    return fail('rest_missing_callback_param', 'Missing parameter(s): _fields', { params: ['_fields'] })
  const refused = takeSlot(request, viewer)
  if (refused !== null) return refused
  const kept = new Set(columns ? [] : ['_fields'])
  const query = listQuery(request.query, kept, new Set(['cursor']))
  const queryInParts = listQuery(request.query, kept, new Set(['cursor', 'per_page']))
  // Some lists of REST serve whole members only: nested columns are picked from these
  const whole = [...new Set((columns ?? []).map((name) => name.split('.', 1)[0] ?? name))]
  const shown = columns ? `&_fields=${encodeURIComponent(whole.join(','))}` : ''
  const wanted = request.args().get('per_page')
  const rows = wanted === undefined ? `&per_page=${rowsPerPage}` : ''
  const rowsMax = Number(wanted) || rowsPerPage
  const left = request.waiting?.().left
  const pageOf = (cursor: string, by: Viewer, part: number | null) => {
    const paged = part === null ? `${query}${rows}` : `${queryInParts}&per_page=${part}`
    const address = `${paged}${shown}&cursor=${encodeURIComponent(cursor)}`
    return untilGivenUp(apart(left, () => ask(list, address, request).answer(by)))
  }
  /** The number of rows of the next page while that is reduced; null for the requested one. */
  let part: number | null = null
  const pageFrom = async (cursor: string, by: Viewer): Promise<Reply> => {
    const page = await pageOf(cursor, by, part)
    if (!(page instanceof GivenUp)) {
      part = part === null || 2 * part >= rowsMax ? null : 2 * part
      return page
    }
    if (left?.aborted === true || part === 1) throw page
    part = 1
    return pageFrom(cursor, by)
  }
  const nextFrom = async (cursor: string) => {
    const now = await authenticate(request)
    if (isFailure(now) || idOf(now) !== idOf(viewer))
      throw new StreamRefused('what an export was asked for with is good no more')
    return pageFrom(cursor, now)
  }
  const given = request.args().get('cursor')
  const first = await pageFrom(typeof given === 'string' ? given : '', viewer)
  if (!isAnswered(first)) return first
  const problem = problemOf(first)
  if (problem !== null) return problem
  const lineOf = (item: unknown) => (columns ? csvLine(columns, item) : `${JSON.stringify(item)}\n`)
  return {
    ...replyOf(200, '', { headers: headersOf(base, format), tags: noTags, ran: first.ran }),
    stream: { kind: 'export', chunks: linesOf(first, nextFrom, lineOf, columns ? csvLine(columns) : '') },
  }
}

function idOf(viewer: Viewer): string | null {
  return viewer.kind === 'user' ? viewer.id : null
}

async function* linesOf(
  first: Reply,
  pageFrom: (cursor: string) => Promise<Reply>,
  lineOf: (item: unknown) => string,
  head: string,
): AsyncGenerator<string> {
  yield head + itemsOf(first).map(lineOf).join('')
  for (let next = nextOf(first); next !== null;) {
    const page = await pageFrom(next)
    if (!isAnswered(page)) throw new StreamRefused(`a page of an export was refused: ${page.status}`)
    yield itemsOf(page).map(lineOf).join('')
    next = nextOf(page)
  }
}

function nextOf({ paging }: Reply): string | null {
  const next = paging?.pages.find(([rel]) => rel === 'next')
  return next ? String(next[1]) : null
}

/** The failure where REST's answer is no list that is read by cursor; else null. */
function problemOf(first: Reply): Failure | null {
  if (!Array.isArray(jsonOf(first))) return fail('rest_no_route')
  // REST sends totals only for lists that are paged by number
  return first.headers.some(([name]) => name.endsWith('-Total'))
    ? fail('invalid_cursor', 'Only lists that are ordered by a date can be exported.')
    : null
}

function headersOf(base: string, format: ExportFormat): readonly Header[] {
  return [
    ['Content-Type', exportTypes[format]],
    ['Content-Disposition', `attachment; filename="${base}.${format}"`],
    ['X-Content-Type-Options', 'nosniff'],
    // A proxy that buffered it would go on reading after its client has left
    ['X-Accel-Buffering', 'no'],
  ]
}

function namesIn(given: QueryValue | undefined): readonly string[] {
  if (given === undefined) return []
  if (typeof given !== 'string') return [...given.values()].flatMap(namesIn)
  return given.split(/[\s,]+/).filter((name) => name !== '')
}
