// Finds the server to connect to: the configured one, the primary that Sentinels name, or the node of a cluster that has the keys of a
// tag. Each connection looks it up once; when it ends, its user looks again, so that no connection stays with a server that is no longer
// the primary.
import { parseStoreAddress } from '../core/store-address.ts'
import { urlHost } from '../core/url-host.ts'
import { connection, reasonOf } from './connection.ts'

/** Settles with the server's present URL; rejects where none is found. */
export async function locate(url: string, tag: string): Promise<string> {
  const address = parseStoreAddress(url)
  if (address === null) throw new Error('the address is none')
  const { kind, urls, name } = address
  switch (kind) {
    case 'server':
      return url
    case 'sentinel':
      return firstOf(urls, (each) => primaryBy(each, name), 'no Sentinel names a primary')
    case 'cluster':
      return firstOf(urls, (each) => nodeBy(each, tag), 'no node of the cluster answers')
  }
}

async function firstOf(
  urls: readonly string[],
  find: (url: string) => Promise<string>,
  problem: string,
): Promise<string> {
  try {
    return await Promise.any(urls.map(find))
  } catch (error) {
    const reasons = error instanceof AggregateError ? error.errors.map(reasonOf) : [reasonOf(error)]
    throw new Error(`${problem}: ${[...new Set(reasons)].join('; ')}`, { cause: error })
  }
}

async function primaryBy(url: string, name: string): Promise<string> {
  const asked = ['SENTINEL', 'GET-MASTER-ADDR-BY-NAME', name]
  // Sentinels that require an account get that of the servers; Sentinels without accounts refuse any
  const open = new URL(url)
  open.username = open.password = open.pathname = ''
  const secret = new URL(url)
  secret.pathname = ''
  const reply = await answerOf(open.href, asked).catch((error: unknown) => {
    if (!/NOAUTH|NOPERM/.test(reasonOf(error))) throw error
    return answerOf(secret.href, asked)
  })
  const [host, port] = Array.isArray(reply) ? reply.map(String) : []
  if (host === undefined || port === undefined) throw new Error(`there is no primary ${name}`)
  return at(url, host, port)
}

/** Asks a node: it answers if it has the keys, and otherwise names the node that has them. */
async function nodeBy(url: string, tag: string): Promise<string> {
  try {
    await answerOf(url, ['GET', `lectern:{${tag}}:lease`])
    return url
  } catch (error) {
    const [, host, port] = /^MOVED \d+ (\S*):(\d+)/.exec(messageOf(error)) ?? []
    if (host === undefined || port === undefined) throw error
    return at(url, host, port)
  }
}

async function answerOf(url: string, command: readonly string[]): Promise<unknown> {
  const { connect, send, close } = connection(url)
  try {
    await connect()
    return await send(command)
  } finally {
    close()
  }
}

/** The URL of the named node; a node that does not know its own host gives none, so the asked host stays. */
function at(url: string, host: string, port: string): string {
  const found = new URL(url)
  if (host !== '') found.hostname = urlHost(host)
  found.port = port
  return found.href
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}
