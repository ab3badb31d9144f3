// Which keys sign cursors: those configured; else one derived from the owning system's keys and salts, configured or in
// its options table; else a random one, which ends with the process, or as soon as there is a better one.
import { createHmac, randomBytes } from 'node:crypto'
import { singleFlight } from '../cache/single-flight.ts'
import { isFailure, type Failure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import { textOf } from '../database/tables.ts'
import { createCursors, type Cursors } from '../plan/cursor.ts'
import type { Reading } from './execute.ts'
import type { ListPlan } from '../plan/plan.ts'

export interface CursorKeyOptions {
  readonly cursorKeys: readonly string[]
  /** The owning system's keys and salts, as far as they are configured. */
  readonly siteSecrets: readonly string[]
  /** Signs where there is nothing better, instead of a random one of this process. */
  readonly spareKey?: string | null
  readonly observe: Observe
}

export type ReadCursors = (reading: Reading) => Promise<Cursors | Failure>

const saltNames = [
  'auth_key',
  'auth_salt',
  'logged_in_key',
  'logged_in_salt',
  'nonce_key',
  'nonce_salt',
  'secure_auth_key',
  'secure_auth_salt',
]

const saltsPlan: ListPlan = {
  kind: 'list',
  source: 'options',
  columns: ['name', 'value'],
  filters: [{ kind: 'in', column: 'name', values: saltNames }],
  visible: null,
  order: [{ kind: 'column', column: 'name', descending: false }],
  page: { kind: 'all' },
}

export function createReadCursors({
  cursorKeys,
  siteSecrets,
  spareKey = null,
  observe,
}: CursorKeyOptions): ReadCursors {
  let kept =
    cursorKeys.length > 0
      ? createCursors(cursorKeys)
      : siteSecrets.length > 0
        ? createCursors([derive(siteSecrets)])
        : null
  let random: Cursors | null = null
  const join = singleFlight<Cursors | Failure>()
  const read = async (reading: Reading) => {
    const salts = await reading.list(saltsPlan)
    if (isFailure(salts)) return salts
    const values = salts.rows.map((row) => textOf(row, 'value')).filter((value) => value !== '')
    if (values.length > 0) return (kept = createCursors([derive(values)]))
    // Not kept: a table that cannot be read now holds no salts either
    if (random) return random
    observe({
      kind: 'warning',
      message: 'cursors are signed with a random key and end with this process: set CURSOR_KEY',
    })
    return (random = createCursors([spareKey ?? randomBytes(32).toString('hex')]))
  }
  return async (reading) => kept ?? join('salts', () => read(reading))
}

/** A key of the cursors' own: nothing that it signs says anything of what it is made of. */
function derive(secrets: readonly string[]): string {
  return createHmac('sha256', secrets.join('\n')).update('lectern cursor key').digest('hex')
}
