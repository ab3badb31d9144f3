// Public content that changes, as server-sent events: each has the changes that `changes?since=` answers, and their position as its
// id. Nothing is buffered for a client that reads slowly: it continues from its position, or gets the event `gap`.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { monotonicMs } from '../core/change.ts'
import type { ChangedContent, ContentChanges } from '../core/content-changes.ts'
import { eventStreamHeaders, type Live, type Place, type Step, type Woken } from '../core/event-stream.ts'
import { encodePosition, parsePosition } from '../core/log-position.ts'
import { replyOf, type Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import { createSharedTexts, idOf } from '../core/shared-texts.ts'
import type { Viewer } from '../core/viewer.ts'
import { rangesOf, weightOf } from '../core/weighted.ts'
import { itemsMax, placeAt, publicItems, type ChangesOptions, type Seal } from './changes.ts'

export type AnswerLive = (request: Request, viewer: Viewer) => Promise<Reply | Failure>

export function isLive(request: Request): boolean {
  const accept = request.header('accept') ?? ''
  const weight = weightOf(accept, ['text/event-stream'])
  return weight > 0 && weight >= weightOf(accept, rangesOf('application/json'))
}

export function createLive(
  options: ChangesOptions,
  { takeSlot, follow }: Pick<Live, 'takeSlot' | 'follow'>,
): AnswerLive {
  const { changes, seal } = options
  const textOf = createTexts(options)
  return async (request, viewer) => {
    if (!changes.isPossible()) return fail('changes_unavailable')
    const sealing = await seal()
    if (isFailure(sealing)) return sealing
    const refused = takeSlot(request, viewer)
    if (refused !== null) return refused
    const reply = replyOf(200, '', { headers: eventStreamHeaders })
    const waiting = request.waiting?.()
    if (waiting === undefined) return reply
    const { ending } = waiting
    // The stream holds on to the client alone, so that the rest of the request is garbage collected
    const from = { client: request.client }
    const given = request.header('last-event-id') ?? request.args().get('since')
    const since = typeof given === 'string' && given !== '' ? given : null
    const sources = {
      changes,
      sealing,
      textOf: (found: ChangedContent) => textOf(found, from),
      askedMs: monotonicMs(),
    }
    const place = placeOf(since, since, sources)
    return {
      ...reply,
      stream: {
        kind: 'changes',
        begin: (client) => {
          client.send(Buffer.from(`retry: ${retryMs()}\n\n`))
          return follow(client, place, ending)
        },
      },
    }
  }
}

interface Sources {
  readonly changes: ContentChanges
  readonly sealing: Seal
  readonly textOf: (found: ChangedContent) => Found['text']
  /** The monotonic ms at which the client named its position. */
  readonly askedMs: number
}

/** A position that a client names, or the number of the last change that it has; null begins now. */
type Last = string | number | null

/** `said`: the id of the last event. */
function placeOf(last: Last, said: string | null, sources: Sources): Place {
  const place: Place = {
    key: idOf({ madeBy: sources.sealing, name: JSON.stringify([last, said]) }),
    step: async (woken: Woken): Promise<Step> => {
      const found = findFrom(last, said, sources)
      const text = found && (await found.text)
      if (found === null || text === null) return { text: null, place, hasMore: false }
      const { id, seen, hasMore } = found
      const isSaid = text !== '' || said === null || (woken === 'beat' && said !== id)
      return {
        text: isSaid ? `${text}id: ${id}\n\n` : '',
        place: placeOf(seen, isSaid ? id : said, sources),
        hasMore,
      }
    },
  }
  return place
}

interface Found {
  readonly seen: number
  readonly id: string
  /** Empty where there is nothing to send; null where that cannot be determined at the moment. */
  readonly text: Promise<string | null> | string
  readonly hasMore: boolean
}

/** Null while this gateway does not know its position, or is behind that of the client. */
function findFrom(last: Last, said: string | null, sources: Sources): Found | null {
  const { changes, sealing, textOf } = sources
  const here = changes.here()
  if (here === null || changes.proven() === null) return null
  const found = last === null ? null : foundFrom(last, sources)
  const { seen, upTo, hasMore } = found ?? here
  if (upTo === null) return null
  const text = found ? textOf(found) : last === null ? '' : gap
  // After a gap the client continues from the present position, not from its own
  const own = said === null || found === null ? null : parsePosition(sealing.decode(said) ?? '')
  const at = placeAt(upTo, changes, own)
  const id = at === null ? said : sealing.encode(encodePosition(at))
  return id === null ? null : { seen, id, text, hasMore }
}

function foundFrom(last: string | number, { changes, sealing, askedMs }: Sources): ChangedContent | null {
  if (typeof last === 'number') return changes.next(last, itemsMax)
  const since = parsePosition(sealing.decode(last) ?? '')
  return since && changes.after(since, itemsMax, askedMs)
}

const gap = `event: gap\ndata: ${JSON.stringify({ gap: 'start again' })}\n`

/** The bytes of texts that are kept for clients that come later. */
const keptBytesMax = 1_048_576

/** Reads changed items as anonymous viewers may; the text is null where they cannot be read at the moment. */
function createTexts({ lists, ask }: ChangesOptions) {
  const shared = createSharedTexts(keptBytesMax)
  const make = async ({ items }: ChangedContent, from: Pick<Request, 'client'>): Promise<string | null> => {
    const shown = await publicItems(items, { lists, ask }, from)
    if ('status' in shown) return null
    return shown.length === 0 ? '' : `data: ${JSON.stringify({ changes: shown })}\n`
  }
  return (found: ChangedContent, from: Pick<Request, 'client'>): Found['text'] =>
    found.items.size === 0 ? '' : shared({ madeBy: lists(), name: found.key }, () => make(found, from))
}

/** Spreads reconnects over 1 to 5 seconds, so that clients do not come back all at once. */
function retryMs(): number {
  return Math.round(1000 + Math.random() * 4000)
}
