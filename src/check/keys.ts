// Whom the gateway will know, by the keys that it was given. What they are is nowhere said.
import { advice, good, warning, type Finding } from './finding.ts'

export interface KeySettings {
  readonly loggedInKey: string | undefined
  readonly loggedInSalt: string | undefined
  readonly nonceKey: string | undefined
  readonly nonceSalt: string | undefined
  readonly cursorKey: readonly string[]
  readonly applicationPasswords: 'auto' | 'any' | 'off'
  /** Whether there is any key of the owning system's to sign cursors by. */
  readonly hasSiteSecrets: boolean
  readonly takesTokens: boolean
}

export function checkKeys(settings: KeySettings): readonly Finding[] {
  const { loggedInKey, loggedInSalt, nonceKey, nonceSalt } = settings
  const session = [loggedInKey, loggedInSalt, nonceKey, nonceSalt]
  const given = session.filter((key) => key !== undefined).length
  return [
    given === session.length
      ? good('Log-in cookies are understood: the keys and salts of the owning system are there.')
      : (given === 0 ? advice : warning)(
          `Log-in cookies are not understood: ${given === 0 ? 'none' : 'only some'} of LOGGED_IN_KEY, LOGGED_IN_SALT, NONCE_KEY and NONCE_SALT is set. They stand in the owner's wp-config.php.`,
          'WP_CONFIG=/path/to/wp-config.php',
        ),
    settings.applicationPasswords === 'off'
      ? good('Application passwords are not taken, as configured.')
      : good(
          `Application passwords are taken ${settings.applicationPasswords === 'any' ? 'from anywhere' : 'over https and from this machine'}.`,
        ),
    settings.takesTokens
      ? good('Bearer tokens are taken.')
      : good('Bearer tokens are not taken: none are configured.'),
    settings.cursorKey.length > 0 || settings.hasSiteSecrets
      ? good('Cursors outlive a restart: there is a key that they are signed by.')
      : advice(
          'Cursors may not outlive a restart: unless the options table has keys, they are signed by a random one.',
          'CURSOR_KEY=<at least 16 random characters>',
        ),
  ]
}
