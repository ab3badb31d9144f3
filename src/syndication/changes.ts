// Public content that changed since a position: its items as they are now, and tombstones of those that are no longer public.
import { setTimeout as sleep } from 'node:timers/promises'
import { isAfter, monotonicMs } from '../core/change.ts'
import { isFailure, type Failure } from '../core/failure.ts'
import type { ChangedContent, ChangedItem, ContentChanges } from '../core/content-changes.ts'
import { idToJson } from '../core/json.ts'
import {
  encodePosition,
  hasReached,
  parsePosition,
  type LogPosition,
  type ParsedPosition,
} from '../core/log-position.ts'
import { jsonReply, type Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import { anonymous } from '../core/viewer.ts'
import { idOf, isAnswered, isClosed, itemsOf, type AskRest } from './rest-lists.ts'

/** A list of content whose items have pages of their own. */
export interface PageList {
  /** The path below the root of REST: `/cms/v2/posts`. */
  readonly path: string
  readonly type: string
}

export interface ChangesOptions {
  readonly changes: ContentChanges
  readonly lists: () => readonly PageList[]
  /** Signs positions, so that clients cannot forge them; fails while the database is unavailable. */
  readonly seal: () => Promise<Seal | Failure>
  readonly ask: AskRest
}

export interface Seal {
  readonly encode: (position: string) => string
  /** Null for a text without a valid signature. */
  readonly decode: (sealed: string) => string | null
}

/** The approximate number of items in one answer. */
export const itemsMax = 100

export async function changesSince(
  { changes, lists, seal, ask }: ChangesOptions,
  request: Request,
): Promise<Reply | Failure> {
  const sealing = await seal()
  if (isFailure(sealing)) return sealing
  const textOf = (at: LogPosition | null) => (at === null ? null : sealing.encode(encodePosition(at)))
  const given = request.args().get('since')
  // The position is taken before items are read, so that no change falls between two answers
  const now = textOf(placeAt(changes.now(), changes, null))
  if (given === undefined) return jsonReply(200, { changes: [], position: now })
  const since = typeof given === 'string' ? parsePosition(sealing.decode(given) ?? '') : null
  const found = since && (await changedAfter(since, changes))
  if (found === null) return jsonReply(200, { gap: 'start again', changes: [], position: now })
  const shown = await publicItems(found.items, { lists, ask }, request)
  if ('status' in shown) return shown
  return jsonReply(200, {
    changes: shown,
    position: textOf(placeAt(found.upTo, changes, since)) ?? given,
    ...(found.hasMore ? { more: true } : {}),
  })
}

/** The time that a request waits for a position that this gateway has not reached, and the interval of its checks. */
const waitMs = 2000
const lookEveryMs = 50

/** Waits while a position lies ahead: another gateway may have reached it, or it is of a lost log, which the next proof shows. */
async function changedAfter(
  since: ParsedPosition,
  changes: Pick<ContentChanges, 'after'>,
): Promise<ChangedContent | null> {
  const askedMs = monotonicMs()
  for (;;) {
    const found = changes.after(since, itemsMax, askedMs)
    if (found === null || found.upTo !== null || monotonicMs() - askedMs > waitMs) return found
    await sleep(lookEveryMs)
  }
}

/**
 * The position from which a client continues. It does not lie beyond the last proof, because the change feed may still deliver
 * an earlier change; changes after it are sent again. Null where it is unknown, or would lie before the client's own.
 */
export function placeAt(
  upTo: LogPosition | null,
  { proven }: ContentChanges,
  own: ParsedPosition | null,
): LogPosition | null {
  const last = proven()
  if (upTo === null || last === null) return null
  const place = isAfter(upTo, last) ? last : upTo
  return own !== null && hasReached(place, own) === false ? null : place
}

/** Reads the items as anonymous viewers may, in the order of their changes; returns the first reply by which REST refuses a list. */
export async function publicItems(
  items: ReadonlyMap<string, ChangedItem>,
  { lists, ask }: Pick<ChangesOptions, 'lists' | 'ask'>,
  from: Pick<Request, 'client'>,
): Promise<readonly unknown[] | Reply> {
  const ids = [...items.keys()]
  const visible = new Map<string, unknown>()
  const served = lists()
  for (const { path } of ids.length > 0 ? served : [])
    for (let at = 0; at < ids.length; at += itemsMax) {
      const some = ids.slice(at, at + itemsMax).map(encodeURIComponent)
      const query = `include=${some.join(',')}&status=&per_page=${itemsMax}&orderby=id&_fields=id,type,link,modified_gmt`
      const reply = await ask(path, query, from).answer(anonymous)
      if (isClosed(reply)) continue
      if (!isAnswered(reply)) return reply
      for (const item of itemsOf(reply)) visible.set(idOf(item), item)
    }
  return ids.flatMap((id): readonly unknown[] => {
    const item = visible.get(id)
    if (item !== undefined) return [item]
    const type = items.get(id)?.wasPublicAs.find((name) => served.some((list) => list.type === name))
    return type === undefined ? [] : [{ id: idToJson(id), type, gone: true }]
  })
}
