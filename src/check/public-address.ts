// Checks whether the site's own address is Lectern's public address, because WordPress redirects requests for any other.
import { good, warning, type Finding, type Looking } from './finding.ts'
import { readOptions } from './options.ts'

export interface PublicAddressSettings {
  readonly publicUrl: string | undefined
  /** An address that overrides the option home. */
  readonly wpHome: string | undefined
  readonly trustedProxies: readonly string[]
}

export async function checkPublicAddress(
  looking: Pick<Looking, 'ask' | 'layout'>,
  { publicUrl, wpHome, trustedProxies }: PublicAddressSettings,
): Promise<readonly Finding[]> {
  const home = wpHome ?? (await readOptions(looking, ['home'])).get('home') ?? ''
  const [own, theirs] = [originOf(publicUrl), originOf(home)]
  if (own === null)
    return [
      warning(
        'PUBLIC_URL is not set. WordPress redirects requests that do not name its public address.',
        `PUBLIC_URL=${theirs ?? 'https://example.org'}`,
      ),
    ]
  return [
    own === theirs
      ? good(`WordPress and Lectern have the same public address, ${own}.`)
      : warning(
          `PUBLIC_URL is ${own}, but WordPress redirects browsers to ${theirs ?? 'another address'} (option home, or WP_HOME in wp-config.php).`,
          `define('WP_HOME', '${own}');`,
          `define('WP_SITEURL', '${own}');`,
        ),
    ...(own.startsWith('https:') && trustedProxies.length === 0
      ? [
          warning(
            'TRUSTED_PROXIES is empty. So Lectern reports to WordPress that all visitors use http, and WordPress redirects them to https in an endless loop.',
            'TRUSTED_PROXIES=127.0.0.1',
          ),
        ]
      : []),
  ]
}

function originOf(address: string | undefined): string | null {
  const url = address === undefined ? null : URL.parse(address)
  return url === null || url.origin === 'null' ? null : url.origin
}
