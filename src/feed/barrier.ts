// The binary log can show a change before readers can see its commit. So the barrier reads one row of the transaction until it shows the
// change, or until the log says that a later transaction changed the row. Only where neither happens soon, or the row cannot show it, it
// reads the row with a shared lock, which waits until the commit is visible, behind all other sessions that want the row.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Engine } from '../database/engine.ts'
import { storedName, type FollowedTables } from '../database/layout.ts'
import { isFree, look, rowsOf, type Rows } from './changed-rows.ts'
import { nextRun } from './next-run.ts'
import type { LoggedRow } from './log-event.ts'
import { textOf } from './binlog-rows.ts'
import { readTableShapes } from './table-shapes.ts'
import {
  both,
  canBeRead,
  nameOf,
  tellingOf,
  sentinelsOf,
  type TableShape,
  type Sentinel,
} from './sentinel.ts'

export interface Barrier {
  /** Reads the columns that identify rows again; what was read earlier may be outdated. */
  readonly learn: () => Promise<void>
  /** Registers a transaction that changed these rows and has ended. */
  readonly ended: (rows: readonly LoggedRow[]) => Ended
  /** Settles with whether each is visible; false where other sessions hold its row too long, or, without `locks`, it shows no change. */
  readonly areReadable: (transactions: readonly Ended[], locks: boolean) => Promise<readonly boolean[]>
  /** Stops waiting. */
  readonly leave: () => void
}

/** A transaction that ended, represented by one row that it changed. */
export interface Ended {
  /** Null where no row can show that the transaction is visible. */
  readonly sentinel: Sentinel | null
  /** Null where there is nothing to wait for. */
  readonly rows: Rows | null
  readonly changedAgain: AbortController
}

/** The pause before each read of sentinel rows. */
const pausesMs = [0, 1, 2, 4, 8, 16, 32]
/** The most rows of one transaction that are considered as its sentinel. */
const sentinelsMax = 8

/** `sources`: tables of the same schema that views of the layout depend on. */
export function createBarrier(
  engine: Pick<Engine, 'kysely' | 'meaningOf'>,
  schema: string,
  layout: FollowedTables,
  sources: () => readonly string[],
): Barrier {
  const keys = keyColumns(layout)
  let shapes: ReadonlyMap<string, TableShape> = new Map()
  /** For each sentinel row, the transaction that waits on it; a later change of the row aborts the wait. */
  const waiting = new Map<string, AbortController>()

  let asked = 0
  const learned = nextRun(async () => {
    const began = asked
    const read = await readTableShapes(engine, [...keys.keys(), ...sources()]).catch(() => null)
    if (read && began === asked) shapes = read
  })
  const sentinelsIn = (rows: readonly LoggedRow[]) =>
    rows.flatMap(({ table, before, after, isWhole }) => {
      const shape = isWhole ? shapes.get(table) : undefined
      return shape ? sentinelsOf(shape, before, after) : []
    })
  const keyRows = ({ table, before, after }: LoggedRow): readonly Rows[] => {
    const column = keys.get(table)
    const value = column === undefined ? null : textOf(before?.[column] ?? after?.[column])
    return column === undefined || value === null ? [] : [{ table, where: [[column, value]] }]
  }
  return {
    learn: () => {
      asked += 1
      shapes = new Map()
      return learned()
    },
    ended: (logged) => {
      const rows = logged.filter((row) => row.schema.toLowerCase() === schema.toLowerCase())
      const sentinels = new Map<string, Sentinel>()
      for (const seen of sentinelsIn(rows)) {
        const name = nameOf(seen)
        waiting.get(name)?.abort()
        waiting.delete(name)
        const first = sentinels.get(name)
        if (first || sentinels.size < sentinelsMax) sentinels.set(name, first ? both(first, seen) : seen)
      }
      const sentinel = bestOf([...sentinels.values()])
      const changedAgain = new AbortController()
      if (sentinel) waiting.set(nameOf(sentinel), changedAgain)
      const others = rows.flatMap((row) =>
        keyRows(row).map((found) => ({ found, isNew: row.before === null })),
      )
      // No other session waits for a row that is new
      const other = others.findLast(({ isNew }) => isNew) ?? others[0]
      return { sentinel, rows: sentinel ? rowsOf(sentinel) : (other?.found ?? null), changedAgain }
    },
    areReadable: async (transactions, locks) => {
      const showing = thatShow(engine, transactions)
      const readable = await Promise.all(
        transactions.map(async (each) => {
          const { sentinel, rows, changedAgain } = each
          if (rows === null || (isTelling(sentinel) && (await showing).has(each))) return true
          return locks && (await isFree(engine, rows, changedAgain.signal))
        }),
      )
      for (const [nth, { sentinel, changedAgain }] of transactions.entries())
        if (readable[nth] === true && sentinel && waiting.get(nameOf(sentinel)) === changedAgain)
          waiting.delete(nameOf(sentinel))
      return readable
    },
    leave: () => waiting.clear(),
  }
}

/** The column that finds the rows to lock, for each table, where a transaction has no sentinel row. */
function keyColumns(layout: FollowedTables): ReadonlyMap<string, string> {
  return new Map(
    [...layout.values()].flatMap(({ table, columns }) => {
      const found = ['id', 'post_id', 'name']
        .map((name) => storedName(columns.get(name)))
        .find((name) => name !== null)
      return found === undefined || found === null ? [] : [[table, found] as const]
    }),
  )
}

/** Prefers an inserted row, which shows its transaction as long as it exists. */
function bestOf(sentinels: readonly Sentinel[]): Sentinel | null {
  const telling = sentinels.filter(isTelling)
  return telling.find(({ before }) => before === null) ?? telling[0] ?? sentinels[0] ?? null
}

function isTelling(sentinel: Sentinel | null): sentinel is Sentinel {
  return sentinel !== null && tellingOf(sentinel) !== null
}

/** Settles with the transactions whose rows show their change within the pauses, or were changed again. */
async function thatShow(
  engine: Pick<Engine, 'kysely'>,
  transactions: readonly Ended[],
): Promise<ReadonlySet<Ended>> {
  const shown = new Set<Ended>()
  for (const pauseMs of pausesMs) {
    if (pauseMs > 0) await sleep(pauseMs)
    for (const each of transactions) if (each.changedAgain.signal.aborted) shown.add(each)
    const left = new Map(
      transactions.flatMap((each) => {
        const { sentinel } = each
        return isTelling(sentinel) && !shown.has(each) ? [[each, sentinel] as const] : []
      }),
    )
    if (left.size === 0) return shown
    const found = await look(engine, [...left.values()]).catch(() => null)
    if (found === null) return shown
    for (const [each, sentinel] of left)
      if (canBeRead(sentinel, found.get(nameOf(sentinel)) ?? null)) shown.add(each)
  }
  return shown
}
