// Heads by the addresses of pages (`get_head`), and heads of content types.
import { defineGather, defineRoute, everybody, Type, type Read, type Site } from '../../index.ts'
import { homeSubject, missingSubject, typeSubject } from './archive-subjects.ts'
import { frontPage, headAt, isAddress, pageHead, type Headed, type Heads } from './at-address.ts'
import { headOf, htmlOf, jsonOf } from './head.ts'
import { readSeoPage, type SeoPage } from './page.ts'
import { settings } from './settings.ts'
import { said } from './stored-keys.ts'
import type { Subject } from './subject.ts'

export function headsAt({
  all,
  archives,
}: {
  readonly all: readonly Headed[]
  readonly archives: Heads['archives']
}) {
  const heads: Heads = {
    all,
    archives,
    ofSite: defineGather((rows, reads) =>
      readSeoPage({ resource: { source: 'terms' }, archives, said, all }, rows, reads),
    ),
    archive: (type, site, page) => headIn(typeSubject(type, { site }, page), site, page),
    home: (site, page, _, url) => headIn(homeSubject({ site }, page, url), site, page),
    missing: (site, page) => headIn(missingSubject({ site }), site, page),
  }
  const at = defineRoute({
    namespace: 'yoast/v1',
    path: '/get_head',
    methods: ['GET'],
    args: { url: Type.Unsafe<string>({ required: true, accepts: isAddress }) },
    permission: everybody,
    handle: async ({ args, read, status }) => {
      const { head, isThere } = await headAt(args.url, heads, read)
      const answer = Object.assign({}, head, { status: isThere ? 200 : 404 })
      return isThere ? answer : status(404, answer)
    },
  })
  return {
    route: at,
    ofTypes: (types: readonly string[], read: Read) => headsOfTypes(types, heads, read),
  }
}

function headIn(subject: Subject, site: Site, page: SeoPage): unknown {
  const head = headOf(subject, site, page)
  return { html: htmlOf(head, settings.of(site).version, page.viewer), json: jsonOf(head) }
}

/** A content type has the head of its archive; posts have that of the page that lists them. */
async function headsOfTypes(
  types: readonly string[],
  heads: Heads,
  read: Read,
): Promise<ReadonlyMap<string, Readonly<Record<string, unknown>>>> {
  const site = await read.site()
  const page = await read.gather(heads.ofSite, [])
  const headOfType = (type: string): unknown => {
    if (heads.archives.has(type)) return heads.archive(type, site, page)
    if (type !== 'post') return null
    const id = frontPage('page_for_posts', site)
    return id === null ? heads.home(site, page, read) : pageHead(id, heads, read)
  }
  const made = await Promise.all(
    types.map(async (type): Promise<readonly [string, Readonly<Record<string, unknown>>]> => {
      const shown = new Map<string, unknown>(Object.entries(Object(await headOfType(type))))
      return [type, { yoast_head: shown.get('html') ?? null, yoast_head_json: shown.get('json') ?? null }]
    }),
  )
  return new Map(made)
}
