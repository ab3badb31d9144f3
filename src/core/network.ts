// The network that a client chooses its address from.
import { isIPv6 } from 'node:net'

/** A client with an IPv6 address usually has its whole /64 network to choose addresses from. */
export function networkOf(address: string): string {
  if (!address.includes(':') || !isIPv6(address)) return address
  const url = new URL(`http://[${address.replace(/%.*$/, '')}]`)
  const [before = [], after = []] = url.hostname
    .slice(1, -1)
    .split('::')
    .map((groups) => groups.split(':').filter((group) => group !== ''))
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0')
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`
}
