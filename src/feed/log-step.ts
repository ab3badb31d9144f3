// The binlog feed's view of a server's log as a pure reducer: events of the connection and of the log go in; transactions to publish and
// actions on the connection come out. It uses no clock, no socket and no query.
import { isAfter, isOfAnotherLog, type LogPoint, type Since } from '../core/change.ts'
import { sealOf, type LogEvent } from './log-event.ts'
import {
  gapOf,
  madeMsOf,
  openMsMax,
  retryMaxMs,
  retryMinMs,
  settleMs,
  silentMsMax,
  stuckMsMax,
  endsMax,
  type Effect,
  type Failure,
  type Input,
  type KindOf,
  type LastEvent,
  type LogState,
  type Step,
} from './log-state.ts'
import { empty, gapIn, withRows } from './open-transaction.ts'
import type { StatementKind } from './statements.ts'

export function step(state: LogState, input: Input, kindOf: KindOf): Step {
  if (state.phase === 'stopped') return { state, effects: [] }
  switch (input.kind) {
    case 'start':
    case 'retry':
      return state.phase === 'waiting' ? opened(state, input.nowMs) : { state, effects: [] }
    case 'server':
      return { state: { ...state, server: input.server }, effects: [] }
    case 'event':
      return isConnected(state) ? received(state, input.event, input, kindOf) : { state, effects: [] }
    case 'failed':
      return isConnected(state)
        ? failed(state, input.failure, input.reason, input.nowMs)
        : { state, effects: [] }
    case 'settled':
      return state.phase === 'settling' ? settled(state, input.nowMs) : { state, effects: [] }
    case 'tick':
      return ticked(state, input.nowMs)
    case 'end':
      return asked(state, input.end, input)
    case 'stop':
      return { state: { ...state, phase: 'stopped' }, effects: [{ kind: 'close' }] }
  }
}

function isConnected({ phase }: LogState): boolean {
  return phase === 'opening' || phase === 'settling' || phase === 'following'
}

function opened(state: LogState, nowMs: number): Step {
  const { from } = state
  const at = from && { file: from.file, offset: from.last?.start ?? from.offset }
  return {
    state: {
      ...state,
      phase: 'opening',
      expects: null,
      open: null,
      openedAt: nowMs,
      receivedAt: nowMs,
      movedAt: nowMs,
    },
    effects: [{ kind: 'open', from: at }],
  }
}

function failed(state: LogState, failure: Failure, reason: string, nowMs: number): Step {
  const lostAt = state.lostAt ?? nowMs
  const isMissed =
    failure !== 'away' && !(state.phase === 'opening' && state.from === null) && state.resume !== null
  // A connection that began at the end has not read what it missed, nor, until it has settled, commits that are not visible yet
  const isGap = state.isGap || isMissed
  const from = isGap || state.phase === 'settling' ? null : state.resume
  // If the log lacks the start position, the feed follows it from its end, as if no position had been given
  const isAnew = isMissed && !state.hasFollowed
  const waitMs = Math.min(retryMinMs * 2 ** state.failures, retryMaxMs)
  return {
    state: {
      ...state,
      phase: 'waiting',
      from,
      ...(isAnew ? { resume: null, lostAt: null } : { lostAt }),
      why: reason,
      open: null,
      isGap,
      failures: state.failures + 1,
      ends: isGap ? [] : state.ends,
    },
    effects: [
      { kind: 'close' },
      ...(state.lostAt === null && !isAnew ? [{ kind: 'lost', failure, reason } as const] : []),
      ...(isMissed ? [publishGap(`the log cannot be followed: ${reason}`, lostAt)] : []),
      { kind: 'retry', afterMs: waitMs },
    ],
  }
}

function publishGap(reason: string, sinceMs: number): Effect {
  return { kind: 'publish', transaction: gapOf(reason, sinceMs) }
}

const followed = {
  phase: 'following',
  hasFollowed: true,
  lostAt: null,
  why: null,
} satisfies Partial<LogState>

/** Ends the settling time after a connection that began at the log's end: the feed follows from now on. */
function settled(state: LogState, nowMs: number): Step {
  const { lostAt, isGap } = state
  const { state: following, effects } = provenBy({ ...state, ...followed, isGap: false })
  return {
    state: following,
    effects: [
      ...(isGap ? [publishGap('the log is followed from its end', lostAt ?? nowMs)] : []),
      ...(isGap ? [{ kind: 'learn' } as const] : []),
      { kind: 'follows', awayMs: lostAt === null ? null : nowMs - lostAt, isGap },
      ...effects,
    ],
  }
}

function ticked(state: LogState, nowMs: number): Step {
  if (state.phase === 'opening' && nowMs - state.openedAt > openMsMax)
    return failed(state, 'away', 'the log did not begin', nowMs)
  if (!isConnected(state) || state.phase === 'opening') return { state, effects: [] }
  if (nowMs - state.receivedAt > silentMsMax) return failed(state, 'away', 'the log is silent', nowMs)
  // Ends count once the feed follows
  const [oldest] = state.phase === 'following' ? state.ends : []
  if (oldest && nowMs - oldest.askedMs > stuckMsMax && nowMs - state.movedAt > stuckMsMax)
    return failed(state, 'away', 'no events of the log arrive although the server writes it', nowMs)
  return { state, effects: [] }
}

function asked(
  state: LogState,
  end: LogPoint,
  { askedMs, readTo, nowMs }: { askedMs: number; readTo: LogPoint | null; nowMs: number },
): Step {
  if (!isConnected(state)) return { state, effects: [] }
  // A log only grows: one that ends before the position read so far is another log
  const isSame =
    readTo === null || isAfter(end, readTo) || (end.file === readTo.file && end.offset === readTo.offset)
  if (!isSame && state.phase !== 'opening') return failed(state, 'refused', 'the log is another', nowMs)
  return provenBy({ ...state, ends: [...state.ends, { end, askedMs }].slice(-endsMax) })
}

/** A reached end proves that everything before it was read. Nothing is proven in a file that is not identified yet. */
function provenBy(state: LogState): Step {
  const { phase, readTo, resume, ends } = state
  if (phase !== 'following' || readTo === null || madeMsOf(resume) === null) return { state, effects: [] }
  const left = ends.filter(({ end }) => isAfter(end, readTo))
  const reached = ends.filter(({ end }) => !isAfter(end, readTo)).map(({ askedMs }) => askedMs)
  if (reached.length === 0) return { state, effects: [] }
  return { state: { ...state, ends: left }, effects: [{ kind: 'proven', atMs: Math.max(...reached) }] }
}

interface At {
  readonly since: Since
  readonly nowMs: number
}

function received(before: LogState, event: LogEvent, at: At, kindOf: KindOf): Step {
  const isMoving = event.kind !== 'heartbeat'
  const state = { ...before, receivedAt: at.nowMs, movedAt: isMoving ? at.nowMs : before.movedAt }
  const { state: understood, effects } = understand(state, event, at, kindOf)
  if (!isConnected(understood)) return { state: understood, effects }
  const file = event.kind === 'heartbeat' && event.file !== '' ? event.file : understood.readTo?.file
  const readTo =
    event.end > 0 && file !== undefined && event.kind !== 'file'
      ? { file, offset: event.end }
      : understood.readTo
  const proven = provenBy({ ...understood, readTo })
  return { state: proven.state, effects: [...effects, ...proven.effects] }
}

function understand(state: LogState, event: LogEvent, at: At, kindOf: KindOf): Step {
  if (state.expects !== null) return recognized(state, state.expects, event, at)
  switch (event.kind) {
    case 'file':
      return movedTo(state, { file: event.file, offset: event.offset })
    case 'format':
      return known(state, event.secondMs, at.nowMs)
    case 'heartbeat':
    case 'nothing':
      return { state, effects: [] }
    case 'begin':
      return { state: { ...state, open: empty }, effects: [] }
    case 'rows':
      return { state: { ...state, open: withRows(state.open ?? empty, event.rows) }, effects: [] }
    case 'commit':
      return committed(state, event, at.since)
    case 'statement':
      return said(state, event, kindOf(event.statement, event.schema), at.since)
    case 'prepare':
      return committed({ ...state, open: gapIn('a distributed transaction (XA)') }, event, at.since)
    case 'unreadable':
      return unknown(state, event, `an event that cannot be read: ${event.type}`, at.since)
  }
}

function movedTo(state: LogState, to: LogPoint): Step {
  const { from } = state
  // The first event of a connection names its file
  const isSame = from !== null && state.phase === 'opening' && from.file === to.file
  const madeMs = isSame ? from.madeMs : null
  const resume = { ...to, server: state.server, madeMs, last: null }
  return {
    state: { ...state, readTo: to, resume: state.phase === 'opening' && from ? from : resume },
    effects: [],
  }
}

/** Identifies the log by when its file was made: a file of the same name in another log was made at another time. */
function known(state: LogState, madeMs: number, nowMs: number): Step {
  const { phase, from, resume, server } = state
  const kept = resume && { ...resume, server, madeMs }
  if (phase !== 'opening') return { state: { ...state, resume: kept }, effects: [] }
  const isAnother =
    from !== null && (from.server !== server || isOfAnotherLog({ file: from.file, madeMs }, from))
  if (isAnother) return failed(state, 'refused', 'the log is another', nowMs)
  if (from === null)
    return {
      state: { ...state, phase: 'settling', failures: 0, resume: kept },
      effects: [{ kind: 'settle', afterMs: settleMs }],
    }
  const same = { ...state, resume: kept }
  return from.last === null ? resumed(same, nowMs) : { state: { ...same, expects: from.last }, effects: [] }
}

/** Skips events before the expected one, since they were read already. */
function recognized(state: LogState, { end, seal }: LastEvent, event: LogEvent, { nowMs }: At): Step {
  if (event.kind !== 'file') {
    if (event.kind === 'heartbeat' || event.end < end) return { state, effects: [] }
    if (event.end === end && sealOf(event) === seal) return resumed(state, nowMs)
  }
  return failed(state, 'refused', 'the log is another', nowMs)
}

function resumed(state: LogState, nowMs: number): Step {
  const { lostAt } = state
  return {
    state: { ...state, ...followed, expects: null, failures: 0 },
    effects: [{ kind: 'follows', awayMs: lostAt === null ? null : nowMs - lostAt, isGap: false }],
  }
}

function committed(state: LogState, event: LogEvent, since: Since): Step {
  const { open, readTo, resume } = state
  const { end } = event
  const at = readTo !== null && end > 0 ? { file: readTo.file, offset: end, madeMs: madeMsOf(resume) } : null
  const last = readTo && { start: readTo.offset, end, seal: sealOf(event) }
  const transaction = open && open.changes.length > 0 ? { ...open, since, at } : null
  const isGap = transaction?.isBlind === true
  return {
    state: { ...state, open: null, resume: resume && at ? { ...resume, ...at, last } : resume },
    effects: [
      ...(transaction ? [{ kind: 'publish', transaction } as const] : []),
      ...(isGap ? [{ kind: 'learn' } as const] : []),
    ],
  }
}

function said(state: LogState, event: LogEvent, kind: StatementKind, since: Since): Step {
  switch (kind) {
    case 'begin':
      return { state: { ...state, open: empty }, effects: [] }
    case 'commit':
      return committed(state, event, since)
    case 'harmless':
      // A feed that resumes within a transaction (at a savepoint) has not read its beginning
      return state.open === null ? committed(state, event, since) : { state, effects: [] }
    case 'gap':
      return unknown(state, event, 'a statement that the log does not have as rows', since)
  }
}

/** Treats an event as a gap: one within a transaction becomes visible with it, another is a transaction of its own. */
function unknown(state: LogState, event: LogEvent, reason: string, since: Since): Step {
  const open = gapIn(reason)
  if (state.open !== null) return { state: { ...state, open }, effects: [] }
  return committed({ ...state, open }, event, since)
}
