// Checks which logins work with the configured and stored keys and salts. Their values are neither read nor shown.
import { advice, good, warning, type Finding, type Looking } from './finding.ts'
import { optionsThere, readOptions } from './options.ts'

export interface KeySettings {
  /** Configured keys and salts, by the names of their options. */
  readonly configured: ReadonlySet<string>
  readonly hasCursorKey: boolean
  readonly applicationPasswords: 'auto' | 'any' | 'off'
  readonly takesTokens: boolean
  /** Returns the name of the login cookie of an installation at this address. */
  readonly cookieOf: (siteUrl: string) => string
  /** An address that overrides the option siteurl. */
  readonly siteUrl: string | undefined
  readonly publicUrl: string | undefined
  /** True where the settings name the cookie. */
  readonly namesCookie: boolean
  /** True where the site belongs to a network. */
  readonly isOfNetwork: boolean
}

const session = ['logged_in_key', 'logged_in_salt', 'nonce_key', 'nonce_salt']
const all = [...session, 'auth_key', 'auth_salt', 'secure_auth_key', 'secure_auth_salt']

export async function checkKeys(
  looking: Pick<Looking, 'ask' | 'layout'>,
  settings: KeySettings,
): Promise<readonly Finding[]> {
  const { configured, hasCursorKey, applicationPasswords, takesTokens } = settings
  const stored = await optionsThere(looking, all)
  const isThere = (name: string) => configured.has(name) || stored.has(name)
  const missing = session.filter((name) => !isThere(name)).map((name) => name.toUpperCase())
  const isPartly = missing.length < session.length
  const ofWordPress = async () => [
    ...(missing.length === 0
      ? await cookies(looking, settings)
      : [
          (isPartly ? warning : advice)(
            `Login cookies cannot be verified: ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} neither set nor in the options table. Keys and salts stand in the owner's wp-config.php.`,
            ...(isPartly ? [] : ['WP_CONFIG=/path/to/wp-config.php']),
          ),
        ]),
    applicationPasswords === 'off'
      ? good('Application passwords are not accepted, as configured.')
      : good(
          `Application passwords are accepted ${applicationPasswords === 'any' ? 'from anywhere' : 'over https and from this machine'}.`,
        ),
  ]
  return [
    ...(looking.layout.has('usermeta')
      ? await ofWordPress()
      : [good('Users cannot log in by cookie or application password: there is no usermeta table.')]),
    ...(settings.isOfNetwork ? ofNetwork(settings) : []),
    takesTokens
      ? good('Bearer tokens are accepted.')
      : good('Bearer tokens are not accepted: none are configured.'),
    hasCursorKey || all.some(isThere)
      ? good('Cursors stay valid after a restart: there is a key to sign them with.')
      : advice(
          'Cursors become invalid at a restart: they are signed with a random key.',
          'CURSOR_KEY=<at least 16 random characters>',
        ),
  ]
}

/** Findings for a site of a network, whose own options are not read. */
function ofNetwork({ namesCookie, applicationPasswords }: KeySettings): readonly Finding[] {
  return [
    ...(namesCookie
      ? []
      : [
          advice(
            "The site is one of a network: its log-in cookie is named after the network's address.",
            'LOGGED_IN_COOKIE=wordpress_logged_in_…',
          ),
        ]),
    ...(applicationPasswords === 'auto'
      ? [
          advice(
            'Whether the network of sites uses application passwords is unknown: with `auto` none is accepted.',
            'APPLICATION_PASSWORDS=any',
          ),
        ]
      : []),
  ]
}

/** Compares hosts alone, since browsers send a cookie back to its host, whatever the port. */
async function cookies(
  looking: Pick<Looking, 'ask' | 'layout'>,
  { cookieOf, siteUrl, publicUrl }: KeySettings,
): Promise<readonly Finding[]> {
  const address = siteUrl ?? (await readOptions(looking, ['siteurl'])).get('siteurl') ?? ''
  const understood = good(
    `Login cookies are accepted: WordPress's keys and salts are there, and the cookie is ${cookieOf(address)}.`,
  )
  const [own, theirs] = [hostOf(publicUrl), hostOf(address)]
  if (own === null || theirs === null || own === theirs) return [understood]
  return [
    understood,
    advice(
      `Browsers send this cookie to ${theirs}, which set it, and not to ${own}, the address of the gateway (PUBLIC_URL).`,
    ),
  ]
}

function hostOf(address: string | undefined): string | null {
  return address === undefined ? null : (URL.parse(address)?.hostname ?? null)
}
