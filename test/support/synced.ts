// A server that syncs its logs to disk at each commit, as those that must not lose one do: a commit is then in the log for
// longer before it can be read.
import { administer } from './administer.ts'

export async function whileSynced<T>(url: string, run: () => Promise<T>): Promise<T> {
  const [before] = await administer(
    url,
    'select @@global.sync_binlog as log, @@global.innodb_flush_log_at_trx_commit as tables',
  )
  const set = (log: number, tables: number) =>
    administer(url, `set global sync_binlog = ${log}, global innodb_flush_log_at_trx_commit = ${tables}`)
  await set(1, 1)
  try {
    return await run()
  } finally {
    await set(Number(before?.['log']), Number(before?.['tables']))
  }
}
