// Reads accounts and secrets of WordPress for authentication, which no plan made for a client does.
import { fail, isFailure, type Failure } from '../core/failure.ts'
import { textOf } from '../database/tables.ts'
import type { Reading } from './execute.ts'
import { toIdValue, type Scalar } from '../database/filter.ts'
import type { ListPlan } from '../plan/plan.ts'
import type { Account, Secrets } from '../site/account.ts'

const accountColumns = ['id', 'login', 'email', 'slug', 'name', 'password_hash', 'spam']

/** Finds accounts, but none that a network has marked as spam. */
export function createFindAccount(newReading: () => Reading, metaKeys: readonly string[]) {
  return async (by: 'id' | 'login' | 'email', value: string): Promise<Account | null | Failure> => {
    const reading = newReading()
    const found = await reading.list(
      planOf('users', accountColumns, by, [by === 'id' ? toIdValue(value) : value]),
    )
    if (isFailure(found)) return found
    const [user] = found.rows
    if (!user || textOf(user, 'spam') === '1') return null
    const id = textOf(user, 'id')
    const plan = planOf('usermeta', ['id', 'key', 'value'], 'user_id', [toIdValue(id)])
    const meta = await reading.list({
      ...plan,
      filters: [...plan.filters, { kind: 'in', column: 'key', values: metaKeys }],
    })
    if (isFailure(meta)) return meta
    const values = new Map(meta.rows.toReversed().map((row) => [textOf(row, 'key'), textOf(row, 'value')]))
    return {
      id,
      login: textOf(user, 'login'),
      email: textOf(user, 'email'),
      slug: textOf(user, 'slug'),
      displayName: textOf(user, 'name'),
      passwordHash: textOf(user, 'password_hash'),
      meta: (key) => values.get(key) ?? null,
    }
  }
}

export interface ConfiguredSecrets {
  readonly loggedIn: Pair
  readonly nonce: Pair
}

interface Pair {
  readonly key: string | undefined
  readonly salt: string | undefined
}

const secretNames = ['logged_in_key', 'logged_in_salt', 'nonce_key', 'nonce_salt']

/** Reads each key and salt from the configuration, else from the options table. */
export function createReadSecrets(newReading: () => Reading, { loggedIn, nonce }: ConfiguredSecrets) {
  return async (): Promise<Secrets | Failure> => {
    const configured = [loggedIn.key, loggedIn.salt, nonce.key, nonce.salt]
    const missing = configured.includes(undefined)
    const stored = missing
      ? await newReading().list(planOf('options', ['name', 'value'], 'name', secretNames))
      : { rows: [] }
    if (isFailure(stored)) return stored
    const values = new Map(stored.rows.map((row) => [textOf(row, 'name'), textOf(row, 'value')]))
    const [loggedInKey, loggedInSalt, nonceKey, nonceSalt] = secretNames.map(
      (name, at) => configured[at] ?? values.get(name),
    )
    // Without a secret every signature could be forged, so cookies are refused
    if (!loggedInKey || !loggedInSalt || !nonceKey || !nonceSalt) return fail('rest_cookie_invalid_nonce')
    return { loggedIn: loggedInKey + loggedInSalt, nonce: nonceKey + nonceSalt }
  }
}

function planOf(
  source: ListPlan['source'],
  columns: readonly string[],
  column: string,
  values: readonly Scalar[],
): ListPlan {
  const order = columns.includes('id') ? [{ kind: 'column', column: 'id', descending: false } as const] : []
  return {
    kind: 'list',
    source,
    columns,
    filters: [{ kind: 'in', column, values }],
    visible: null,
    order,
    page: { kind: 'all' },
  }
}
