// The configured address of a Valkey or Redis: a server, Sentinels that know its primary by a name, or nodes of a cluster,
// separated by commas. With TLS, the address may name certificate files.

export interface StoreAddress {
  readonly kind: 'server' | 'sentinel' | 'cluster'
  /** Each server's address as `redis://` or `rediss://`, with the account and the files. */
  readonly urls: readonly string[]
  /** The name under which Sentinels know the primary. */
  readonly name: string
}

/** Paths of PEM files, each null where the address names none. */
export interface TlsFiles {
  /** Authorities that are trusted instead of the system's. */
  readonly ca: string | null
  /** The client certificate and its key. */
  readonly cert: string | null
  readonly key: string | null
}

/** Null where the text is no such address. */
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
