// Finds the head at an address of the site: that of the home page, of an archive, or of an item.
import {
  pathAt,
  decoded,
  type Derived,
  type Gather,
  type Read,
  type ResourceDefinition,
  type Site,
} from '../../index.ts'
import { siteAtHome } from '../languages/site-variant.ts'
import type { SeoPage } from './page.ts'

/** A resource whose items have heads. */
export interface Headed {
  readonly resource: ResourceDefinition
  readonly head: Derived
}

export interface Heads {
  readonly all: readonly Headed[]
  /** Content types with an archive, and their labels. */
  readonly archives: ReadonlyMap<string, string>
  readonly ofSite: Gather<SeoPage>
  /** The head of a content type's archive, which has no row. */
  readonly archive: (type: string, site: Site, page: SeoPage) => unknown
  /** The head of the list of posts; `url` is the home page of a language, whose posts are not counted. */
  readonly home: (site: Site, page: SeoPage, read: Read, url?: string) => unknown
  readonly missing: (site: Site, page: SeoPage) => unknown
}

export interface HeadAt {
  readonly head: unknown
  readonly isThere: boolean
}

const lengthMax = 2048

export function isAddress(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= lengthMax &&
    /^https?:\/\//i.test(value) &&
    URL.canParse(value)
  )
}

/** The address of the site with the path alone; null where it is another site's, or has no path. */
function addressOf(url: string, { home }: Site): string | null {
  const [own, given] = [URL.parse(home), URL.parse(url)]
  const isBare = /^https?:\/\/[^/]*$/i.test(url)
  return !own || given?.hostname !== own.hostname || isBare ? null : `${own.origin}${given.pathname}`
}

export async function headAt(url: string, heads: Heads, read: Read): Promise<HeadAt> {
  const site = await read.site()
  const page = await read.gather(heads.ofSite, [])
  const address = addressOf(url, site)
  const type = [...heads.archives.keys()].find((name) => page.archiveLink(name) === address)
  if (type !== undefined) return { head: heads.archive(type, site, page), isThere: true }
  if (address === `${site.home}/`) {
    // With a query the plug-in takes the home page for the list of posts, whatever it shows
    const front = url.includes('?') ? null : frontPage('page_on_front', site)
    const head = front === null ? await heads.home(site, page, read) : await pageHead(front, heads, read)
    if (head !== null) return { head, isThere: true }
  }
  const other = frontPage('page_on_front', site) === null ? siteAtHome(address, site) : null
  if (other && address !== null) return { head: await heads.home(other, page, read, address), isThere: true }
  const head = address === null ? null : await itemAt(address, site, heads, read)
  return head === null ? { head: heads.missing(site, page), isThere: false } : { head, isThere: true }
}

/** The id of the static front page, or of the page of posts; null where the home page lists the posts. */
export function frontPage(name: 'page_on_front' | 'page_for_posts', { option }: Site): string | null {
  return option('show_on_front') === 'page' ? option(name) : null
}

export function pageHead(id: string, { all }: Pick<Heads, 'all'>, read: Read): Promise<unknown> {
  const page = all.find(({ resource }) => resource.name === 'page')
  return page && /^[1-9]\d{0,18}$/.test(id) ? headOfItem(page, id, read) : Promise.resolve(null)
}

/** Candidates have the last segment of the path as their slug; the item is the one with this address. */
async function itemAt(address: string, site: Site, { all }: Heads, read: Read): Promise<unknown> {
  const path = pathAt(address, site)
  if (path !== null) return fileAt(path, all, read)
  const last = address.split('/').findLast((part) => part !== '') ?? ''
  const slugs = [...new Set([last, decoded(last), last.toLowerCase()])]
  const found = await Promise.all(
    all.filter(isNoFile).map(async (headed) => {
      const values = { id: 'id', link: 'link' }
      const items = await read.list(headed.resource.name, { values, limit: 100, slugs })
      const item = items.find(({ link }) => typeof link === 'string' && decoded(link) === decoded(address))
      return item ? { headed, id: String(item.id) } : null
    }),
  )
  const item = found.find((each) => each !== null)
  return item ? headOfItem(item.headed, item.id, read) : null
}

/** The plug-in finds media by the addresses of their files, not by those of their pages. */
async function fileAt(path: string, all: Heads['all'], read: Read): Promise<unknown> {
  const headed = all.find((each) => !isNoFile(each))
  if (!headed) return null
  const meta = { key: '_wp_attached_file', value: path }
  const [file] = await read.list(headed.resource.name, { values: { id: 'id' }, limit: 1, meta })
  return file ? headOfItem(headed, String(file.id), read) : null
}

function isNoFile({ resource }: Headed): boolean {
  return resource.name !== 'attachment'
}

async function headOfItem({ resource, head }: Headed, id: string, read: Read): Promise<unknown> {
  const [shown] = await read.list(resource.name, { values: { head }, limit: 1, ids: [id] })
  return shown?.head ?? null
}
