// The network from which a client can choose its address.
import { isIPv6 } from 'node:net'

/** Returns the /64 network of an IPv6 address, since a client usually has all of it; an IPv4 address itself. */
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
