// This machine, as settings and the hosts of addresses name it.

/** `localhost`, `127.0.0.1`, `::1`, `[::1]`. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}
