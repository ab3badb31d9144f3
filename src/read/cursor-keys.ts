// Chooses the keys that sign cursors: configured keys; else a key derived from WordPress's keys and salts, from the
// configuration or the options table; else a random key, until the process ends or salts can be read.
import { createHmac, randomBytes } from 'node:crypto'
import { singleFlight } from '../cache/single-flight.ts'
import { isFailure, type Failure } from '../core/failure.ts'
import type { Observe } from '../core/observation.ts'
import { sources } from '../database/source.ts'
import { textOf } from '../database/tables.ts'
import { createCursors, type Cursors } from '../plan/cursor.ts'
import type { Reading } from './execute.ts'
import type { ListPlan } from '../plan/plan.ts'
import { tagsOf } from '../tags/tags.ts'
import type { Keep, KeptRows } from './row-cache.ts'

export interface CursorKeyOptions {
  readonly cursorKeys: readonly string[]
  /** WordPress's keys and salts, as far as they are configured. */
  readonly siteSecrets: readonly string[]
  /** Replaces the random key, where there is no better one. */
  readonly spareKey?: string | null
  /** Caches the salts, or their absence, until they change. */
  readonly keep: Keep
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

const saltsTags = tagsOf(saltsPlan, { rows: [], tables: new Set(sources.options.tables) })

export function createReadCursors({
  cursorKeys,
  siteSecrets,
  spareKey = null,
  keep,
  observe,
}: CursorKeyOptions): ReadCursors {
  const configured =
    cursorKeys.length > 0
      ? createCursors(cursorKeys)
      : siteSecrets.length > 0
        ? createCursors([derive(siteSecrets)])
        : null
  let random: Cursors | null = null
  let derived: { readonly salts: KeptRows; readonly cursors: Cursors } | null = null
  const join = singleFlight<Cursors | Failure>()
  const read = async (reading: Reading) => {
    const salts = await keep('salts', async () => {
      const found = await reading.list(saltsPlan)
      return isFailure(found) ? found : { rows: found.rows, tags: saltsTags }
    })
    if (isFailure(salts)) return salts
    if (derived?.salts === salts) return derived.cursors
    const values = salts.rows.map((row) => textOf(row, 'value')).filter((value) => value !== '')
    // The owner may change salts while gateways run, and gateways started later sign with the new ones
    if (values.length > 0) return (derived = { salts, cursors: createCursors([derive(values)]) }).cursors
    // A random key is not final, because a table that cannot be read now looks as if it held no salts
    if (random) return random
    observe({
      kind: 'warning',
      message: 'cursors are signed with a random key, and expire when this process ends: set CURSOR_KEY',
    })
    return (random = createCursors([spareKey ?? randomBytes(32).toString('hex')]))
  }
  return async (reading) => {
    if (configured) return configured
    reading.track(saltsTags)
    return join('salts', () => read(reading))
  }
}

/** Derives a key of its own for cursors, so that signatures reveal nothing of the secrets. */
function derive(secrets: readonly string[]): string {
  return createHmac('sha256', secrets.join('\n')).update('lectern cursor key').digest('hex')
}
