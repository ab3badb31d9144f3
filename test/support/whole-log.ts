// The log of a server that several test files use: who needs it whole and who purges it wait for each other.
import { createConnection } from 'mysql2/promise'
import type { TestDatabase } from './databases.ts'

interface Test {
  readonly after: (end: () => Promise<void>) => void
}

/** Holds the log until the test has ended. */
export async function holdLog(test: Test, { adminUrl }: Pick<TestDatabase, 'adminUrl'>): Promise<void> {
  const holder = await createConnection(adminUrl)
  test.after(() => holder.end())
  await holder.query(`do get_lock('the log of this server', 600)`)
}
