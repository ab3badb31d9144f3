// Subscriptions by the protocol graphql-sse, a connection for each. They send a list again whenever it changed, or content that
// changed. Every client gets what anonymous viewers may read, so that equal subscriptions are executed once for all clients.
import { hash } from 'node:crypto'
import { execute, Kind, type ExecutionArgs, type SelectionSetNode } from 'graphql'
import type { ChangedContent } from '../core/content-changes.ts'
import { eventStreamHeaders, heartbeat, type Live, type Place, type Step } from '../core/event-stream.ts'
import { fail, isFailure, statusOf, type Failure } from '../core/failure.ts'
import { replyOf, type Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import { createSharedTexts, idOf, type SharedTexts, type TextKey } from '../core/shared-texts.ts'
import { anonymous, type Viewer } from '../core/viewer.ts'
import { lasting, workFor, workNow } from '../core/work.ts'
import { isPerChange, type ChangedNode } from './change-fields.ts'
import { forClients } from './client-errors.ts'
import { toGraphError, type GraphContext } from './context.ts'
import { tooMuchText, withCost } from './cost-extension.ts'
import type { GraphEndpointOptions } from './endpoint.ts'
import { fragmentsOf, type Fragments } from './limits.ts'
import { createListRuns } from './list-runs.ts'
import { createMaking } from './making.ts'
import type { RunnableOperation, Served } from './operation.ts'

export interface Subscription {
  /** A key that is equal for subscriptions with the same events. */
  readonly key: string
  readonly served: Served
  readonly read: RunnableOperation
  readonly args: Pick<ExecutionArgs, 'schema' | 'document' | 'operationName' | 'variableValues'>
}

type Options = Pick<
  GraphEndpointOptions,
  'served' | 'readSite' | 'readCursors' | 'limits' | 'moved' | 'observe'
>
type Subscribe = (subscription: Subscription, request: Request, viewer: Viewer) => Reply | Failure

/** The bytes of finished events that are kept for clients that come later. */
const keptBytesMax = 4_194_304
/** The changes that a client gets at once when it lags behind. */
const changesMax = 100
/** The characters of events that are joined; where several changes would take more, the client gets the error `changes_missed`. */
const charactersMax = 1_048_576

export function createSubscriptions(live: Live, options: Options): Subscribe {
  const { changes, follow, takeSlot } = live
  const shared = createSharedTexts(keptBytesMax)
  let changesCount = 0
  changes.onChange(() => void (changesCount += 1))
  const runs = createListRuns(shared, () => changesCount)
  return (subscription, request, viewer) => {
    if (!changes.isPossible()) return fail('changes_unavailable')
    const refused = takeSlot(request, viewer)
    if (refused !== null) return refused
    const reply = replyOf(200, '', { headers: eventStreamHeaders })
    const waiting = request.waiting?.()
    if (waiting === undefined) return reply
    const run = (changed?: ChangedNode) => {
      const work = { route: null, piecesMsMax: options.limits.renderTimeoutMs }
      return workFor(lasting, work, () => executed(subscription, changed, options))
    }
    const isServed = () => options.served() === subscription.served
    const sources = { key: { madeBy: subscription.served, name: subscription.key }, isServed, changes, run }
    const place = isOfChanges(subscription)
      ? afterChange(null, { ...sources, texts: shared })
      : afterList('', { ...sources, texts: runs })
    const { ending } = waiting
    return {
      ...reply,
      stream: { kind: 'subscription', begin: (client) => follow(client, place, ending) },
    }
  }
}

/** A GraphQL result as an event. */
export function nextEvent(json: string): string {
  return `event: next\ndata: ${json}\n\n`
}

export const completeEvent = 'event: complete\ndata:\n\n'

interface Sources {
  readonly key: TextKey
  /** False once another database is served: the stream then ends without `complete`, as at a stop, so that the client subscribes again. */
  readonly isServed: () => boolean
  readonly changes: Live['changes']
  readonly texts: SharedTexts
  readonly run: (changed?: ChangedNode) => Promise<string | null>
}

const keyOf = ({ madeBy, name }: TextKey, so: string) => idOf({ madeBy, name: `${so} ${name}` })

/** `said`: the digest of the list that clients have. */
function afterList(said: string, sources: Sources): Place {
  const { key, isServed, changes, texts, run } = sources
  const place: Place = {
    key: keyOf(key, said),
    step: async (): Promise<Step | null> => {
      if (!isServed()) return null
      const text = changes.here() === null ? null : await texts(key, () => run())
      if (text === null) return { text, place, hasMore: false }
      const digest = digestOf(text)
      if (digest === said) return { text: '', place, hasMore: false }
      return { text, place: afterList(digest, sources), hasMore: false }
    },
  }
  return place
}

/** Remembers one digest, because clients of one list need that of the same text one after the other. */
function digestOf(text: string): string {
  if (digested.text !== text) digested = { text, digest: hash('sha256', text, 'base64') }
  return digested.digest
}

let digested = { text: '', digest: '' }

/** `seen`: the number of the last change that clients have; null begins now. */
function afterChange(seen: number | null, sources: Sources): Place {
  const { key, isServed, changes, texts, run } = sources
  const place: Place = {
    key: keyOf(key, `after ${seen}`),
    step: async (): Promise<Step | null> => {
      if (!isServed()) return null
      const here = changes.here()
      if (here === null) return { text: null, place, hasMore: false }
      const found = seen === null ? null : changes.next(seen, changesMax)
      if (found === null)
        return {
          text: seen === null ? heartbeat : missed,
          place: afterChange(here.seen, sources),
          hasMore: false,
        }
      const make = () => joined(found.items, run)
      const named = { madeBy: key.madeBy, name: `${key.name} ${found.key}` }
      const text = found.items.size === 0 ? '' : await texts(named, make)
      if (text === null) return { text, place, hasMore: false }
      const next = found.seen === seen ? place : afterChange(found.seen, sources)
      return { text, place: next, hasMore: found.hasMore }
    },
  }
  return place
}

async function joined(items: ChangedContent['items'], run: Sources['run']): Promise<string | null> {
  let all = ''
  for (const [id, { wasPublicAs }] of items) {
    const text = await run({ id, wasPublicAs })
    if (text === null) return null
    // One event is limited by the cost of its document
    if (all !== '' && all.length + text.length > charactersMax) return missed
    all += text
  }
  return all
}

const missed = nextEvent(JSON.stringify({ errors: [toGraphError(fail('changes_missed'))] }))

/** Returns the result as an event; '' where a change does not concern the subscription, null where it cannot be read at the moment. */
async function executed(
  { args, read: { cost }, served }: Subscription,
  changed: ChangedNode | undefined,
  { readSite, readCursors, limits: { costMax }, moved, observe }: Options,
): Promise<string | null> {
  const reading = served.newReading()
  const [site, cursors] = await Promise.all([readSite(reading), readCursors(reading)])
  if (isFailure(site) || isFailure(cursors)) return null
  const event = (result: object) => {
    const text = JSON.stringify(result)
    return nextEvent(moved === null ? text : moved(text, site))
  }
  const making = createMaking(cost, costMax)
  const failures: Failure[] = []
  const contextValue: GraphContext = {
    viewer: anonymous,
    reading,
    site,
    cursors,
    making,
    failures,
    ...(changed ? { changed } : {}),
  }
  const { errors, data } = await execute({ ...args, contextValue })
  if (failures.some((failure) => statusOf(failure, anonymous) === 503)) return null
  const givenUp = workNow()?.givenUp ?? null
  if (givenUp !== null) return event({ errors: [toGraphError(givenUp.failure)] })
  if (making.isTooCostly()) return event({ errors: [tooMuchText(making.cost(), costMax)] })
  if (errors) {
    const shown = errors.map((error) => forClients(error, observe))
    return event({ errors: shown, ...(data === undefined ? {} : { data }) })
  }
  if (changed && Object.values(data ?? {}).every((value) => value === null)) return ''
  return event(withCost({ data: data ?? null }, making.cost(), costMax))
}

function isOfChanges({ read: { schema, document, operation } }: Subscription): boolean {
  const name = operation && rootField(operation.selectionSet, fragmentsOf(document))
  const type = schema.getSubscriptionType()
  const field = name && type ? schema.getField(type, name) : undefined
  return field !== undefined && isPerChange(field)
}

/** The only field of a valid subscription. */
function rootField(set: SelectionSetNode, fragments: Fragments): string | null {
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) return selection.name.value
    const inner = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
    const found = inner ? rootField(inner.selectionSet, fragments) : null
    if (found !== null) return found
  }
  return null
}
