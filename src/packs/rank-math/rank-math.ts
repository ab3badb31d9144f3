// The heads that Rank Math writes, by the addresses of pages (`getHead`), where its setting for headless front ends is on.
import {
  defineGather,
  definePack,
  defineRoute,
  everybody,
  Type,
  whoCan,
  type Derived,
  type FieldInput,
  type ResourceDefinition,
} from '../../index.ts'
import { openColumns } from '../seo/open-columns.ts'
import { arrayOf, phpText } from '../php/stored.ts'
import { headAt, isAddress, type Headed, type Heads } from '../seo/at-address.ts'
import { onItsSite, postColumns, readSeoPage, type SeoPage } from '../seo/page.ts'
import { headOf } from './head.ts'
import {
  homeSubject,
  missingSubject,
  pageSize,
  termSubject,
  typeSubject,
  userSubject,
} from './list-subjects.ts'
import { postSubject } from './post-subject.ts'
import { isOn, saidBy, settings } from './settings.ts'
import type { RankMathSubject } from './subject.ts'

export const rankMath = definePack({
  name: 'rank-math',
  about: 'heads of Rank Math',
  reads: { options: ['rank-math-options-general', 'home'] },
  isUsed: ({ plugins }) => plugins.has('seo-by-rank-math') || plugins.has('seo-by-rank-math-pro'),
  define: ({ option }) => {
    const archives = new Map<string, string>()
    const all: Headed[] = []
    const isAsked = isOn(arrayOf(option('rank-math-options-general')).get('headless_support'))
    return {
      siteValues: [settings],
      // The plug-in stores its background tasks as content with statuses that it registers
      statuses: ['in-progress', 'failed'],
      routes: [...(isAsked ? [routeOf(phpText(option('home')), all, archives)] : []), ...linkRoutes],
      addsTo: (resource) => {
        const { contentType } = resource
        if (contentType?.hasArchive) archives.set(contentType.name, contentType.labels.plural)
        if (hasHead(resource)) all.push({ resource, head: headField(resource, archives, all) })
        return null
      },
    }
  },
})

/** The plug-in's counts of links, for viewers who manage the site: proxied to WordPress where there is an origin, else refused. */
const linkRoutes = ['posts', 'posts-stats', 'links', 'links-stats'].map((name) =>
  defineRoute({
    namespace: 'rankmath/v1',
    path: `/links/${name}`,
    methods: ['GET'],
    isForOrigin: true,
    cache: 'never',
    permission: (viewer) => {
      const refused = whoCan('manage_options')(viewer)
      return refused && { ...refused, message: 'You do not have permission to access this resource.' }
    },
    handle: async ({ fail }) => fail('x_only_wordpress', 501, 'Only WordPress counts the links of the site.'),
  }),
)

function routeOf(home: string, all: readonly Headed[], archives: ReadonlyMap<string, string>) {
  const heads: Heads = {
    all,
    archives,
    ofSite: defineGather((rows, reads) =>
      readSeoPage({ resource: { source: 'terms' }, archives, said: saidBy, all }, rows, reads),
    ),
    archive: (type, site, page) => headOf(typeSubject(type, site, page), site, page),
    home: async (site, page, read, url) => {
      if (url !== undefined) return headOf(homeSubject(site, false, url), site, page)
      const size = Math.min(pageSize(site), 99)
      const posts = await read.list('post', { values: { id: 'id' }, limit: size + 1 })
      return headOf(homeSubject(site, posts.length > size), site, page)
    },
    missing: (site, page) => headOf(missingSubject(site), site, page),
  }
  const host = URL.parse(home)?.hostname
  const isOwnAddress = (url: unknown) => isAddress(url) && URL.parse(url)?.hostname === host
  return defineRoute({
    namespace: 'rankmath/v1',
    path: '/getHead',
    methods: ['GET'],
    args: { url: Type.Unsafe<string>({ required: true, accepts: isOwnAddress }) },
    permission: everybody,
    handle: async ({ args, read }) => {
      const { head } = await headAt(args.url, heads, read)
      return { success: true, head }
    },
  })
}

/** True for content with pages, public or not, because clients name pages by address; and for archives of terms and authors. */
function hasHead({ contentType, taxonomy, name, within }: ResourceDefinition): boolean {
  if (within !== null) return false
  if (contentType) return contentType.isViewable !== false
  return taxonomy ? taxonomy.shownIn?.site !== false && name !== 'nav_menu' : name === 'user'
}

const termColumns = ['id', 'name', 'slug', 'taxonomy', 'parent_id', 'description', 'count']

function columnsOf(resource: ResourceDefinition): readonly string[] {
  const columns =
    resource.source === 'posts'
      ? postColumns
      : resource.source === 'terms'
        ? termColumns
        : ['id', 'name', 'slug']
  return openColumns(resource, columns)
}

function headField(
  resource: ResourceDefinition,
  archives: ReadonlyMap<string, string>,
  all: readonly Headed[],
): Derived {
  const page = defineGather((rows, reads) =>
    readSeoPage({ resource, archives, said: saidBy, all }, rows, reads),
  )
  return {
    columns: columnsOf(resource),
    needs: (site) => ({ gathers: [page.on(site)] }),
    value: (input) => {
      const found = page.of(input.needed)
      const own = onItsSite(input, resource, found)
      return headOf(subjectOf(own, resource, found), own.site, found)
    },
  }
}

function subjectOf(input: FieldInput, resource: ResourceDefinition, page: SeoPage): RankMathSubject {
  if (resource.source === 'terms') return termSubject(input, page)
  return resource.source === 'users' ? userSubject(input, page) : postSubject(input, resource, page)
}
