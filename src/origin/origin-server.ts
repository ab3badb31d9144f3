// Connects to WordPress's server, for the proxy and for the probe.
import { Agent, request as httpRequest } from 'node:http'
import { Agent as SecureAgent, request as httpsRequest, type RequestOptions } from 'node:https'
import { isIP } from 'node:net'

const headerBytesMax = 65_536

/** `host`: the Host of every request; null keeps each client's Host. */
export function originServer(url: URL, host: string | null) {
  const isSecure = url.protocol === 'https:'
  const hostname = url.hostname.replace(/^\[|\]$/g, '')
  const server: RequestOptions = {
    hostname,
    port: url.port === '' ? (isSecure ? 443 : 80) : Number(url.port),
    setHost: false,
    maxHeaderSize: headerBytesMax,
    ...(isSecure ? { servername: certifiedName(hostname, host) } : {}),
  }
  return isSecure
    ? { server, open: httpsRequest, AgentOf: SecureAgent }
    : { server, open: httpRequest, AgentOf: Agent }
}

/** The name expected in the certificate: the server's; where that is an IP address, the one in the requests' Host. */
function certifiedName(hostname: string, host: string | null): string {
  if (isIP(hostname) === 0) return hostname
  const asked = host?.replace(/:\d+$/, '') ?? ''
  return asked.startsWith('[') || isIP(asked) !== 0 ? '' : asked
}
