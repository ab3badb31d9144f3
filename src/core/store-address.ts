// The address of a Valkey or Redis as it is configured: a server, Sentinels that know its primary by a name, or nodes of a
// cluster. Several are separated by commas.

export interface StoreAddress {
  readonly kind: 'server' | 'sentinel' | 'cluster'
  /** Each as `redis://` or `rediss://`, with the account. */
  readonly urls: readonly string[]
  /** The name of the primary at Sentinels. */
  readonly name: string
}

/** Null where the text is none. */
export function parseStoreAddress(text: string): StoreAddress | null {
  if (/^rediss?:/i.test(text)) return isServer(text) ? { kind: 'server', urls: [text], name: '' } : null
  const [, scheme, kind, user = '', hosts = '', path = ''] = severalForm.exec(text) ?? []
  const [, name = '', database = ''] = /^([\w.-]*)(\/\d{1,4})?$/.exec(path) ?? []
  const isNamed = kind === 'sentinel' ? name !== '' : path === ''
  if ((kind !== 'sentinel' && kind !== 'cluster') || !isNamed) return null
  const urls = hosts.split(',').map((host) => `${scheme}://${user}${withPort(host, kind)}${database}`)
  return urls.every(isServer) ? { kind, urls, name } : null
}

const severalForm = /^(rediss?)\+(sentinel|cluster):\/\/([^@/]*@)?([^@/?#]+)(?:\/([^?#]*))?$/

function withPort(host: string, kind: 'sentinel' | 'cluster'): string {
  return kind === 'cluster' || /:\d+$/.test(host) ? host : `${host}:26379`
}

function isServer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^[^,]+$/.test(url.hostname) || url.search !== '' || url.hash !== '') return false
  return ['redis:', 'rediss:'].includes(url.protocol) && /^\/?\d{0,4}$/.test(url.pathname)
}
