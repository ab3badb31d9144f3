// The head of what is at an address of the site (`get_head`), and of lists of content.
import {
  defineGather,
  defineRoute,
  everybody,
  Type,
  type Derived,
  type Gather,
  type Read,
  type ResourceDefinition,
  type Site,
} from '../../index.ts'
import { homeSubject, missingSubject, typeSubject } from './archive-subjects.ts'
import { headOf, htmlOf, jsonOf } from './head.ts'
import { readSeoPage, type SeoPage } from './page.ts'
import { settings } from './settings.ts'
import { decoded, type Subject } from './subject.ts'

/** A resource whose items have heads. */
export interface Headed {
  readonly resource: ResourceDefinition
  /** The head as `{ html, json }`. */
  readonly head: Derived
}

export interface Heads {
  readonly all: readonly Headed[]
  /** Content types with an archive, and their labels. */
  readonly archives: ReadonlyMap<string, string>
}

export function headsAt(heads: Heads) {
  const ofSite = defineGather((rows, reads) =>
    readSeoPage({ resource: { source: 'terms' }, archives: heads.archives }, rows, reads),
  )
  const at = defineRoute({
    namespace: 'yoast/v1',
    path: '/get_head',
    methods: ['GET'],
    args: { url: Type.Unsafe<string>({ required: true, accepts: isAddress }) },
    permission: everybody,
    handle: async ({ args, read, status }) => {
      const found = await headAt(args.url, heads, read, ofSite)
      return found.status === 200 ? found : status(found.status, found)
    },
  })
  return {
    route: at,
    ofTypes: (types: readonly string[], read: Read) => headsOfTypes(types, heads, read, ofSite),
  }
}

const lengthMax = 2048

function isAddress(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length <= lengthMax &&
    /^https?:\/\//i.test(value) &&
    URL.canParse(value)
  )
}

interface Found {
  readonly html: unknown
  readonly json: unknown
  readonly status: number
}

/** The address of the site with the path alone; null where it is another site's, or has no path. */
function addressOf(url: string, { home }: Site): string | null {
  const [own, given] = [URL.parse(home), URL.parse(url)]
  const isBare = /^https?:\/\/[^/]*$/i.test(url)
  return !own || given?.hostname !== own.hostname || isBare ? null : `${own.origin}${given.pathname}`
}

async function headAt(url: string, heads: Heads, read: Read, ofSite: Gather<SeoPage>): Promise<Found> {
  const site = await read.site()
  const page = await read.gather(ofSite, [])
  const address = addressOf(url, site)
  const type = [...heads.archives.keys()].find((name) => page.archiveLink(name) === address)
  if (type !== undefined) return { ...headIn(typeSubject(type, { site }, page), site, page), status: 200 }
  if (address === `${site.home}/`) {
    // With a query it is the list of posts, whatever the home page shows
    const front = url.includes('?') ? null : frontPage('page_on_front', site)
    const shown =
      front === null ? headIn(homeSubject({ site }, page), site, page) : await pageHead(front, heads, read)
    if (shown !== null) return { ...shown, status: 200 }
  }
  const item = address === null ? null : await itemAt(address, heads, read)
  return item === null
    ? { ...headIn(missingSubject({ site }), site, page), status: 404 }
    : { ...item, status: 200 }
}

type Both = Pick<Found, 'html' | 'json'>

function headIn(subject: Subject, site: Site, page: SeoPage): Both {
  const head = headOf(subject, site, page)
  return { html: htmlOf(head, settings.of(site).version), json: jsonOf(head) }
}

/** The id of a page that stands for a list of posts; null where the home page lists them. */
function frontPage(name: 'page_on_front' | 'page_for_posts', { option }: Site): string | null {
  return option('show_on_front') === 'page' ? option(name) : null
}

function pageHead(id: string, { all }: Heads, read: Read): Promise<Both | null> {
  const page = all.find(({ resource }) => resource.name === 'page')
  return page && /^[1-9]\d{0,18}$/.test(id) ? headOfItem(page, id, read) : Promise.resolve(null)
}

/** Candidates have the last part of the path as their slug; one of them is at the address itself. */
async function itemAt(address: string, { all }: Heads, read: Read): Promise<Both | null> {
  const last = address.split('/').findLast((part) => part !== '') ?? ''
  const slugs = [...new Set([last, decoded(last), last.toLowerCase()])]
  const found = await Promise.all(
    all.map(async (headed) => {
      const values = { id: 'id', link: 'link' }
      const items = await read.list(headed.resource.name, { values, limit: 100, slugs })
      const item = items.find(({ link }) => typeof link === 'string' && decoded(link) === decoded(address))
      return item ? { headed, id: String(item.id) } : null
    }),
  )
  const item = found.find((each) => each !== null)
  return item ? headOfItem(item.headed, item.id, read) : null
}

async function headOfItem({ resource, head }: Headed, id: string, read: Read): Promise<Both | null> {
  const [shown] = await read.list(resource.name, { values: { head }, limit: 1, ids: [id] })
  const both = shown?.head
  return typeof both === 'object' && both !== null && 'html' in both && 'json' in both ? both : null
}

/** Types have the head of the list of their content; posts that of the page that lists them. */
async function headsOfTypes(
  types: readonly string[],
  heads: Heads,
  read: Read,
  ofSite: Gather<SeoPage>,
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const site = await read.site()
  const page = await read.gather(ofSite, [])
  const ofPosts = async () => {
    const id = frontPage('page_for_posts', site)
    return id === null ? headIn(homeSubject({ site }, page), site, page) : pageHead(id, heads, read)
  }
  const made = await Promise.all(
    types.map(async (type): Promise<readonly [string, Readonly<Record<string, unknown>>]> => {
      const shown = heads.archives.has(type)
        ? headIn(typeSubject(type, { site }, page), site, page)
        : type === 'post'
          ? await ofPosts()
          : null
      return [type, { yoast_head: shown?.html ?? null, yoast_head_json: shown?.json ?? null }]
    }),
  )
  return new Map(made)
}
