// Follows the shared log as a pure reducer: which changes its entries are, and what they prove. A proof answers a request that this
// gateway made at a time of its own clock and under a random name, so that clocks of other machines, delays of messages and older proofs
// cannot matter: a late or lost proof proves less, never more.
import type { Change, Since } from '../core/change.ts'
import type { LogPosition } from '../core/log-position.ts'
import type { LogEntry, Proof } from './log-entry.ts'
import type { Resume } from './log-state.ts'

export interface TailState {
  /** The term of the last entry, and its number in it; null before the first. */
  readonly last: { readonly term: string; readonly nth: number } | null
  /** The ids of pending changes, as far as the log was read. */
  readonly pending: ReadonlySet<number>
  /** Requests that no proof has answered yet, oldest first. */
  readonly asked: readonly AskedAt[]
  /** Monotonic ms; all commits from before this moment have been published. */
  readonly provenAt: number
  readonly provenTo: LogPosition | null
  readonly resume: Resume | null
  readonly blind: readonly string[]
  /**
   * True where a proof that answers a request of this gateway was read since the last gap: a client of the store could have written
   * entries from before it again, so their places mean nothing.
   */
  readonly isPlaced: boolean
}

interface AskedAt {
  readonly request: string
  /** Monotonic ms before the request was sent. */
  readonly atMs: number
}

export type TailInput =
  /** The last entry when this gateway began to read; its caches hold nothing from before. */
  | { readonly kind: 'begin'; readonly entry: LogEntry | null }
  | { readonly kind: 'entry'; readonly entry: LogEntry | null; readonly nowMs: number }
  | ({ readonly kind: 'asked' } & AskedAt)

/** Changes to publish; empty where only the place in the log is new. */
export interface Published {
  readonly changes: readonly Change[]
  readonly since: Since
}

export interface TailStep {
  readonly state: TailState
  readonly publish: readonly Published[]
}

/** The most requests that are kept; older ones are forgotten. */
const askedMax = 100

export const tailBegun: TailState = {
  last: null,
  pending: new Set(),
  asked: [],
  provenAt: -Infinity,
  provenTo: null,
  resume: null,
  blind: [],
  isPlaced: false,
}

export function tailStep(state: TailState, input: TailInput): TailStep {
  switch (input.kind) {
    case 'begin': {
      const { entry } = input
      return quiet({ ...state, last: entry && { term: entry.term, nth: entry.nth } })
    }
    case 'asked': {
      const { request, atMs } = input
      return quiet({ ...state, asked: [...state.asked, { request, atMs }].slice(-askedMax) })
    }
    case 'entry':
      return input.entry === null
        ? lost({ ...state, last: null }, 'an entry of the shared log cannot be read', input.nowMs)
        : entryStep(state, input.entry, input.nowMs)
  }
}

function entryStep(before: TailState, entry: LogEntry, nowMs: number): TailStep {
  const last = { term: entry.term, nth: entry.nth }
  const why = missing(before, entry)
  const { state, publish } = why === null ? quiet(before) : lost(before, why, nowMs)
  switch (entry.kind) {
    case 'begin': {
      // The new reader reports once more what is still pending
      const changes = [...state.pending].map((id): Change => ({ kind: 'settled', id, changes: [] }))
      const since: Since = { atMs: nowMs, from: 'arrival', ...placeIn(state, last) }
      return {
        state: { ...state, last, pending: new Set() },
        publish: publish.length > 0 ? publish : [{ changes, since }],
      }
    }
    case 'changes': {
      const since: Since = { atMs: nowMs - entry.agoMs, from: entry.from, ...placeIn(state, last) }
      const pending = pendingAfter(state.pending, entry.changes)
      return {
        state: { ...state, last, pending },
        publish: [...publish, { changes: entry.changes, since }],
      }
    }
    case 'proof': {
      const then = proven({ ...state, last, blind: entry.blind }, entry)
      const proof = { changes: [], since: { atMs: nowMs, from: 'arrival', ...placeIn(then, last) } } as const
      return { state: then, publish: [...publish, proof] }
    }
  }
}

function placeIn(
  { isPlaced }: TailState,
  { term, nth }: NonNullable<TailState['last']>,
): Pick<Since, 'place'> {
  return isPlaced ? { place: { line: term, nth } } : {}
}

/** The reason why entries before this one may be missing; null where none is. */
function missing({ last }: TailState, entry: LogEntry): string | null {
  const { term, nth } = entry
  if (last === null) return 'the shared log is read from its present end'
  const after = entry.kind === 'begin' ? entry.after : null
  if (after?.term === last.term && after.nth === last.nth) return null
  if (term !== last.term) return 'another gateway reads the log of the database'
  return nth === last.nth + 1 ? null : 'entries of the shared log are missing'
}

/** Publishes a gap: missing entries may have had any changes, pending ones too. */
function lost(state: TailState, reason: string, nowMs: number): TailStep {
  const since: Since = { atMs: Number.isFinite(state.provenAt) ? state.provenAt : nowMs, from: 'look' }
  return {
    state: { ...state, pending: new Set(), isPlaced: false },
    publish: [{ changes: [{ kind: 'gap', reason }], since }],
  }
}

/** The ids that are pending after these changes. */
export function pendingAfter(before: ReadonlySet<number>, changes: readonly Change[]): ReadonlySet<number> {
  if (changes.every(({ kind }) => kind === 'row' || kind === 'table')) return before
  const pending = new Set(before)
  for (const change of changes) {
    if (change.kind === 'pending') pending.add(change.id)
    if (change.kind === 'settled') pending.delete(change.id)
    // The reader then announces those that are still pending again
    if (change.kind === 'gap') pending.clear()
  }
  return pending
}

/** A proof counts only for a gateway that has read all changes that are pending. */
function proven(state: TailState, { answers, to, resume, pending }: Proof): TailState {
  const named = new Set(answers)
  const answered = state.asked.filter(({ request }) => named.has(request))
  if (answered.length === 0 || !pending.every((id) => state.pending.has(id))) return state
  const atMs = Math.max(...answered.map((each) => each.atMs))
  return {
    ...state,
    // Proofs of earlier requests would prove less than this one
    asked: state.asked.filter((each) => each.atMs > atMs),
    provenAt: Math.max(state.provenAt, atMs),
    provenTo: to,
    resume,
    isPlaced: true,
  }
}

function quiet(state: TailState): TailStep {
  return { state, publish: [] }
}
