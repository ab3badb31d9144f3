// Findings of checks, and the context that checks receive.
import type { CompiledQuery, RawBuilder } from 'kysely'
import type { Engine, Server } from '../database/engine.ts'
import type { Layout } from '../database/layout.ts'
import { noQueries, withQueries, type TableQueries } from '../database/table-query.ts'
import type { Row } from '../database/tables.ts'

/** `advice`: could be better; `warning`: should be fixed; `problem`: nothing, or not everything, can be served. */
export type Level = 'good' | 'advice' | 'warning' | 'problem'

export interface Finding {
  readonly level: Level
  readonly says: string
  /** The server's present plan for the query, one line per table. */
  readonly explain?: readonly string[]
  /** Statements or settings for the owner to paste. */
  readonly paste?: readonly string[]
}

export interface Looking {
  /** Runs a statement within the deadline of queries; throws the driver's errors. */
  readonly ask: Ask
  /** Runs a compiled query in the same way. */
  readonly send: Send
  readonly dialect: Engine['dialect']
  readonly server: Server
  /** The part of the layout that the database has. */
  readonly layout: Layout
}

export type Ask = (statement: RawBuilder<Row>) => Promise<readonly Row[]>

export type Send = (query: CompiledQuery) => Promise<readonly Row[]>

/** `queries`: statements may use their results as tables. */
export function createAsk(
  { kysely, rows }: Engine,
  timeoutMs: number,
  queries: TableQueries = noQueries,
): Pick<Looking, 'ask' | 'send'> {
  const send: Send = (query) => rows(query, AbortSignal.timeout(timeoutMs))
  const ask: Ask = async (statement) => {
    const compiled = statement.compile(kysely)
    return send({ ...compiled, sql: withQueries(compiled.sql, queries) })
  }
  return { send, ask }
}

export const good = (says: string): Finding => ({ level: 'good', says })
export const advice = (says: string, ...paste: readonly string[]): Finding => ({
  level: 'advice',
  says,
  paste,
})
export const warning = (says: string, ...paste: readonly string[]): Finding => ({
  level: 'warning',
  says,
  paste,
})
export const problem = (says: string, ...paste: readonly string[]): Finding => ({
  level: 'problem',
  says,
  paste,
})

/** Cleans a text from a row of characters that control a terminal. */
export function printable(text: string, lengthMax = 60): string {
  const clean = text.replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?')
  return clean.length > lengthMax ? `${clean.slice(0, lengthMax - 1)}…` : clean
}

/** The exit code of `lectern check`: 0 without warnings, 1 with warnings, 2 with problems. */
export function exitCodeOf(findings: readonly Finding[]): number {
  const has = (level: Level) => findings.some((finding) => finding.level === level)
  return has('problem') ? 2 : has('warning') ? 1 : 0
}
