// Hosts as addresses name them.

/** An address of IPv6 in brackets (RFC 3986, 3.2.2). */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
