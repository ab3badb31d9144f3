// Finds the server to connect to: the one that is configured, the primary that Sentinels name, or the node of a cluster that has
// the keys of a tag. It is looked up for each connection, and whoever connects is ended with it and looks again: no connection
// follows a server that is no primary any more.
import { parseStoreAddress } from '../core/store-address.ts'
import { urlHost } from '../core/url-host.ts'
import { connection, reasonOf } from './connection.ts'

/** The server's URL now. Throws where none is found. */
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
  // Sentinels that want an account get the one of the servers; the others refuse all
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

/** A node that has the keys answers, and each other one names the node that has them. */
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

/** A node that does not know its own name gives none. */
function at(url: string, host: string, port: string): string {
  const found = new URL(url)
  if (host !== '') found.hostname = urlHost(host)
  found.port = port
  return found.href
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : ''
}
