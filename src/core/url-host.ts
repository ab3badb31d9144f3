// Hosts in the form that URLs have.

/** Puts an IPv6 address into brackets (RFC 3986, 3.2.2). */
export function urlHost(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
