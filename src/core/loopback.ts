// Loopback hosts, as settings and addresses write them.

/** True for `localhost`, `127.0.0.1`, `::1` and `[::1]`. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}
