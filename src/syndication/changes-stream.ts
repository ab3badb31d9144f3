// Public content that changes, as server-sent events: each has the changes that `changes?since=` answers, and their position as its
// id. Nothing is buffered for a client that reads slowly: it goes on from where it is, or is told of a gap.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import type { ChangedContent, ContentChanges } from '../core/content-changes.ts'
import { eventStreamHeaders, heartbeat, type Listener, type Live, type Woken } from '../core/event-stream.ts'
import { encodePosition, parsePosition } from '../core/log-position.ts'
import { replyOf, type Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import { createSharedTexts } from '../core/shared-texts.ts'
import type { Viewer } from '../core/viewer.ts'
import { itemsMax, placeAt, publicItems, type ChangesOptions, type Seal } from './changes.ts'

export type AnswerLive = (request: Request, viewer: Viewer) => Promise<Reply | Failure>

export function isLive(request: Request): boolean {
  return /\btext\/event-stream\b/i.test(request.header('accept') ?? '')
}

export function createLive(
  options: ChangesOptions,
  { takeSlot, listeners }: Pick<Live, 'takeSlot' | 'listeners'>,
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
    // The rest of the request is not kept as long as the stream goes on
    const from = { client: request.client }
    const since = request.header('last-event-id') ?? request.args().get('since')
    const chunks = eventsSince(typeof since === 'string' && since !== '' ? since : null, {
      changes,
      sealing,
      listen: () => listeners.add(waiting),
      textOf: (found) => textOf(found, from),
    })
    return { ...reply, stream: { kind: 'changes', chunks } }
  }
}

interface Following {
  readonly changes: ContentChanges
  readonly sealing: Seal
  readonly listen: () => Listener
  readonly textOf: (found: ChangedContent) => Step['text']
}

async function* eventsSince(since: string | null, following: Following): AsyncGenerator<string> {
  const listener = following.listen()
  let place: Place = since
  let said = since
  try {
    yield `retry: ${retryMs()}\n\n`
    for (let woken: Woken = 'change'; woken !== 'end';) {
      const step = stepFrom(place, said, following)
      const text = step && (await step.text)
      if (step !== null && text !== null) {
        place = step.seen
        if (text !== '' || said === null || (woken === 'beat' && said !== step.id)) {
          said = step.id
          yield `${text}id: ${step.id}\n\n`
        } else if (woken === 'beat') yield heartbeat
        if (step.hasMore) continue
      } else if (woken === 'beat') yield heartbeat
      woken = await listener.next(text === null)
    }
  } finally {
    listener.end()
  }
}

/** Where a client is: a position that it names, or the number of the last change that it has; null begins now. */
type Place = string | number | null

interface Step {
  readonly seen: number
  readonly id: string
  /** Empty where nothing is to be said; null where that cannot be found out at the moment. */
  readonly text: Promise<string | null> | string
  readonly hasMore: boolean
}

/** Null while this gateway does not know its position, or is behind that of the client. */
function stepFrom(place: Place, said: string | null, { changes, sealing, textOf }: Following): Step | null {
  const here = changes.here()
  if (here === null || changes.proven() === null) return null
  const found = place === null ? null : foundFrom(place, changes, sealing)
  const { seen, upTo, hasMore } = found ?? here
  if (upTo === null) return null
  const text = found ? textOf(found) : place === null ? '' : gap
  const own = said === null ? null : parsePosition(sealing.decode(said) ?? '')
  const at = placeAt(upTo, changes, own)
  const id = at === null ? said : sealing.encode(encodePosition(at))
  return id === null ? null : { seen, id, text, hasMore }
}

function foundFrom(place: string | number, changes: ContentChanges, sealing: Seal): ChangedContent | null {
  if (typeof place === 'number') return changes.next(place, itemsMax)
  const since = parsePosition(sealing.decode(place) ?? '')
  return since && changes.after(since, itemsMax)
}

const gap = `event: gap\ndata: ${JSON.stringify({ gap: 'start again' })}\n`

/** Texts of so many bytes are kept for clients that come later. */
const keptBytesMax = 1_048_576

/** Reads changed items as everybody may; the text is null where they cannot be read at the moment. */
function createTexts({ lists, ask }: ChangesOptions) {
  const shared = createSharedTexts(keptBytesMax)
  const make = async ({ items }: ChangedContent, from: Pick<Request, 'client'>): Promise<string | null> => {
    const shown = await publicItems(items, { lists, ask }, from)
    if ('status' in shown) return null
    return shown.length === 0 ? '' : `data: ${JSON.stringify({ changes: shown })}\n`
  }
  return (found: ChangedContent, from: Pick<Request, 'client'>): Step['text'] =>
    found.items.size === 0 ? '' : shared({ madeBy: lists(), name: found.key }, () => make(found, from))
}

/** Clients come back within some seconds, and not all at once. */
function retryMs(): number {
  return Math.round(1000 + Math.random() * 4000)
}
