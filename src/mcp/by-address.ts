// Finds the published content at an address of the site, or of its front end: each list is filtered by the address's last part,
// and among the items found is the one whose link equals the address.
import { isFailure, type Failure } from '../core/failure.ts'
import { textAt } from '../core/json-value.ts'
import type { Reading } from '../read/execute.ts'
import type { ReadSite } from '../read/read-site.ts'
import { candidatesAt, candidatesMax, hasAddress } from '../site/content-address.ts'
import type { Site } from '../site/site.ts'
import { idOf } from '../syndication/rest-lists.ts'
import { itemsIn, Unanswered, type Asking } from './asking.ts'
import type { ContentList } from './kinds.ts'

export interface AddressOptions {
  readonly newReading: () => Reading
  readonly readSite: ReadSite
  readonly frontendUrl: string | undefined
}

export interface Located {
  readonly list: ContentList
  readonly id: string
}

/** Null where nothing is published at the address; `address` may be a path. */
export async function locate(
  address: string,
  lists: readonly ContentList[],
  asking: Asking,
  { newReading, readSite, frontendUrl }: AddressOptions,
): Promise<Located | null | Unanswered | Failure> {
  const reading = newReading()
  const site = await readSite(reading)
  if (isFailure(site)) return site
  asking.note(reading)
  const given = URL.parse(address, `${site.home}/`)
  const own = given && ofSite(given, site, frontendUrl)
  const queries = given && own ? candidatesAt(own, site).flatMap(queryOf) : []
  for (const list of queries.length > 0 ? lists : [])
    for (const query of queries) {
      const got = await asking.get(list.path, {
        ...query,
        per_page: String(candidatesMax),
        _fields: 'id,link',
      })
      if (got instanceof Unanswered) {
        if (got.reply.status >= 500) return got
        continue
      }
      for (const item of itemsIn(got.value)) {
        const id = idOf(item)
        if (given && hasAddress(given, textAt(item, 'link'), { id })) return { list, id }
      }
    }
  return null
}

/** Converts an address of the front end to that of the site. */
function ofSite(given: URL, { home }: Site, frontendUrl: string | undefined): URL | null {
  const isFrontend = frontendUrl !== undefined && given.origin === URL.parse(frontendUrl)?.origin
  return isFrontend ? URL.parse(`${given.pathname}${given.search}`, home) : given
}

function queryOf(
  filter: ReturnType<typeof candidatesAt>[number],
): readonly Readonly<Record<string, string>>[] {
  if (filter.kind !== 'in') return []
  const values = [...new Set(filter.values)].join(',')
  return [filter.column === 'slug' ? { slug: values } : { include: values }]
}
