// Authentication methods of extensions, tried after the built-in ones. One that throws, hangs or returns no viewer costs its
// request a plain 500, and is logged with its file.
import { fail, failOwn, isFailure, type Failure, type OwnCode } from '../core/failure.ts'
import type { Request } from '../core/request.ts'
import type { User, Viewer } from '../core/viewer.ts'
import type { AuthMethodDefinition } from '../registry/auth-method.ts'
import { named } from './guard.ts'
import { reasonOf, type LoadedExtension } from './load.ts'
import { within } from './within.ts'

export interface ExtensionAuthMethod extends Pick<AuthMethodDefinition, 'name' | 'variesBy' | 'schemes'> {
  /** Returns null synchronously where the request has no credentials of its kind; a failure where they are wrong. */
  authenticate(request: Request, accounts: Accounts): Promise<Viewer | Failure> | null
}

export interface Accounts {
  /** The user with this login, with the capabilities of the site's roles; a failure (401) where there is none. */
  readonly user: (login: string) => Promise<User | Failure>
  readonly fail: (code: OwnCode, status: number, message: string) => Failure
}

export interface AuthTools {
  readonly findUser: (login: string) => Promise<User | null | Failure>
  readonly timeoutMs: number
}

/**
 * An authentication method of an extension.
 *
 * @example
 * ```ts
 * import { defineAuthMethod, defineExtension } from 'lectern'
 *
 * const key = process.env['READER_KEY'] ?? ''
 *
 * const readerKey = defineAuthMethod({
 *   name: 'reader key',
 *   variesBy: ['X-Reader-Key'],
 *   authenticate: (request, accounts) => {
 *     const given = request.header('x-reader-key')
 *     if (given === undefined || key === '') return null
 *     return given === key
 *       ? accounts.user('reader')
 *       : Promise.resolve(accounts.fail('x_wrong_key', 401, 'This is not the key.'))
 *   },
 * })
 *
 * export default defineExtension({ name: 'keys', authMethods: [readerKey] })
 * ```
 */
export function defineAuthMethod(definition: ExtensionAuthMethod): ExtensionAuthMethod {
  return definition
}

export function authMethodsOf(
  extensions: readonly LoadedExtension[],
  { findUser, timeoutMs }: AuthTools,
): readonly AuthMethodDefinition[] {
  const accounts: Accounts = {
    user: async (login) => (await findUser(login)) ?? fail('rest_not_logged_in'),
    fail: failOwn,
  }
  const asked = (method: ExtensionAuthMethod, file: string): AuthMethodDefinition => ({
    ...method,
    authenticate: guarded(
      (request) => method.authenticate(request, accounts),
      `extension ${file}: its auth method ${method.name}`,
      timeoutMs,
    ),
  })
  return extensions.flatMap(({ file, definition }) =>
    (definition.authMethods ?? []).map((method) => asked(method, file)),
  )
}

function guarded(
  authenticate: AuthMethodDefinition['authenticate'],
  whose: string,
  timeoutMs: number,
): AuthMethodDefinition['authenticate'] {
  const begin = named(authenticate, whose)
  return (request) => {
    try {
      const found = begin(request)
      return found && settled(found, whose, timeoutMs)
    } catch (error) {
      return Promise.reject(error)
    }
  }
}

async function settled(found: Promise<unknown>, whose: string, timeoutMs: number): Promise<Viewer | Failure> {
  try {
    const viewer = await within(timeoutMs, async () => found)
    if (isFailure(viewer) || isViewer(viewer)) return viewer
    throw new TypeError('it has to return a viewer or a failure')
  } catch (error) {
    throw new Error(`${whose}: ${reasonOf(error)}`, { cause: error })
  }
}

function isViewer(value: unknown): value is Viewer {
  if (typeof value !== 'object' || value === null || !('kind' in value) || !('nonce' in value)) return false
  if (value.kind === 'anonymous') return 'retryAfterS' in value
  const hasId = 'id' in value && typeof value.id === 'string' && value.id !== ''
  return hasId && value.kind === 'user' && 'capabilities' in value && value.capabilities instanceof Set
}
