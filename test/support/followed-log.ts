// A binary log that a test writes, event by event, and what the reducer that follows it makes of it.
import type { DataChange, LogPoint } from '../../src/core/change.ts'
import type { LogEvent } from '../../src/feed/log-event.ts'
import { begun, settleMs, type Effect, type Failure, type LogState } from '../../src/feed/log-state.ts'
import { step } from '../../src/feed/log-step.ts'
import type { StatementKind } from '../../src/feed/statements.ts'

const since = { atMs: 1, from: 'arrival' } as const
export const place = { end: 0, secondMs: 0 }
const change: DataChange = { kind: 'table', table: 'posts' }
const row = {
  schema: 's',
  table: 'wp_posts',
  before: null,
  after: { ID: 1 },
  isWhole: true,
  changes: [change],
}

export const file = (name: string, offset: number): LogEvent => ({
  ...place,
  kind: 'file',
  file: name,
  offset,
})
export const format = (madeMs: number): LogEvent => ({ end: 0, secondMs: madeMs, kind: 'format' })
export const rows = (count = 1): LogEvent => ({
  ...place,
  kind: 'rows',
  rows: Array.from({ length: count }, () => row),
})
export const commit = (end: number, xid = String(end)): LogEvent => ({ ...place, end, kind: 'commit', xid })
export const beat = (end: number, name = 'b.1'): LogEvent => ({
  ...place,
  end,
  kind: 'heartbeat',
  file: name,
})
/** A statement whose text is how it is to be understood. */
export const statement = (kind: StatementKind, end = 0): LogEvent => ({
  ...place,
  end,
  kind: 'statement',
  statement: kind,
  schema: 's',
})

export class Log {
  state: LogState = begun
  effects: readonly Effect[] = []
  now = 0

  #take(input: Parameters<typeof step>[1]): this {
    const kindOf = (text: string): StatementKind =>
      text === 'begin' || text === 'commit' || text === 'harmless' ? text : 'gap'
    const next = step(this.state, input, kindOf)
    this.state = next.state
    this.effects = next.effects
    return this
  }

  after(ms: number): this {
    this.now += ms
    return this
  }

  do(kind: 'start' | 'retry' | 'settled' | 'tick' | 'stop'): this {
    return this.#take({ kind, nowMs: this.now })
  }

  server(server: string): this {
    return this.#take({ kind: 'server', server, nowMs: this.now })
  }

  receive(...events: readonly LogEvent[]): this {
    const effects: Effect[] = []
    for (const event of events)
      effects.push(...this.#take({ kind: 'event', event, since, nowMs: this.now }).effects)
    this.effects = effects
    return this
  }

  fail(failure: Failure): this {
    return this.#take({ kind: 'failed', failure, reason: 'why', nowMs: this.now })
  }

  end(end: LogPoint, readTo: LogPoint | null = this.state.readTo): this {
    return this.#take({ kind: 'end', end, askedMs: this.now, readTo, nowMs: this.now })
  }

  opened(server: string, name: string, offset: number, madeMs: number): this {
    return this.server(server).receive(file(name, offset), format(madeMs))
  }

  get kinds(): readonly string[] {
    return this.effects.map(({ kind }) => kind)
  }

  get published(): readonly (readonly string[])[] {
    return this.effects.flatMap((effect) =>
      effect.kind === 'publish' ? [effect.transaction.changes.map(({ kind }) => kind)] : [],
    )
  }
}

/** It has read b.1 up to 100. */
export const following = () => {
  const log = new Log().do('start').opened('one', 'b.1', 100, 5000)
  return log.after(settleMs).do('settled')
}
