// The address of a Valkey or Redis as it is configured: a server, Sentinels that know its primary by a name, or nodes of a
// cluster. Several are separated by commas. With TLS, files of certificates may be named.

export interface StoreAddress {
  readonly kind: 'server' | 'sentinel' | 'cluster'
  /** Each as `redis://` or `rediss://`, with the account and the files. */
  readonly urls: readonly string[]
  /** The name of the primary at Sentinels. */
  readonly name: string
}

/** Paths of PEM files, each null where it is not named. */
export interface TlsFiles {
  /** Authorities that are trusted instead of the system's. */
  readonly ca: string | null
  /** The certificate and the key that are shown to the server. */
  readonly cert: string | null
  readonly key: string | null
}

/** Null where the text is none. */
export function parseStoreAddress(text: string): StoreAddress | null {
  if (/^rediss?:/i.test(text)) return isServer(text) ? { kind: 'server', urls: [text], name: '' } : null
  const [, scheme, kind, user = '', hosts = '', path = '', files = ''] = severalForm.exec(text) ?? []
  const [, name = '', database = ''] = /^([\w.-]*)(\/\d{1,4})?$/.exec(path) ?? []
  const isNamed = kind === 'sentinel' ? name !== '' : path === ''
  if ((kind !== 'sentinel' && kind !== 'cluster') || !isNamed) return null
  const urls = hosts.split(',').map((host) => `${scheme}://${user}${withPort(host, kind)}${database}${files}`)
  return urls.every(isServer) ? { kind, urls, name } : null
}

const severalForm = /^(rediss?)\+(sentinel|cluster):\/\/([^@/]*@)?([^@/?#]+)(?:\/([^?#]*))?(\?[^#]*)?$/

function withPort(host: string, kind: 'sentinel' | 'cluster'): string {
  return kind === 'cluster' || /:\d+$/.test(host) ? host : `${host}:26379`
}

function isServer(text: string): boolean {
  const url = URL.parse(text)
  if (url === null || !/^[^,]+$/.test(url.hostname) || url.hash !== '' || !areFiles(url)) return false
  return ['redis:', 'rediss:'].includes(url.protocol) && /^\/?\d{0,4}$/.test(url.pathname)
}

export function tlsFilesOf({ searchParams }: URL): TlsFiles {
  const named = (name: string) => searchParams.get(name) || null
  return { ca: named('ssl-ca'), cert: named('ssl-cert'), key: named('ssl-key') }
}

const fileNames: ReadonlySet<string> = new Set(['ssl-ca', 'ssl-cert', 'ssl-key'])

function areFiles(url: URL): boolean {
  const { cert, key } = tlsFilesOf(url)
  const isUsed = url.search === '' || url.protocol === 'rediss:'
  const areKnown = [...url.searchParams.keys()].every((name) => fileNames.has(name))
  return isUsed && areKnown && (cert === null) === (key === null)
}
