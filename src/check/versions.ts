// Checks whether the server's version is tested with Lectern, or close to one that is.
import { good, warning, type Finding } from './finding.ts'

/** The oldest versions that support the set-up of read-only sessions, and stop cancelled queries. */
const oldest: ReadonlyMap<string, readonly [major: number, minor: number]> = new Map([
  ['MySQL', [5, 7]],
  ['MariaDB', [10, 3]],
])

/** `name`: the server's name and version, `MariaDB 10.11.6`. */
export function checkVersion(name: string): Finding {
  const [, product = name, major = '', minor = ''] = /^(\S+) (\d+)\.(\d+)/.exec(name) ?? []
  const wanted = oldest.get(product)
  if (wanted === undefined) return good(`${name} comes with this Node.`)
  const [wantedMajor, wantedMinor] = wanted
  const isOld = Number(major) < wantedMajor || (Number(major) === wantedMajor && Number(minor) < wantedMinor)
  const since = `${product} ${wanted.join('.')}`
  return isOld
    ? warning(
        `${name} is older than ${since}, the oldest that Lectern supports: some lists may be slow or fail.`,
      )
    : good(`${name} is supported (${since} or later).`)
}
