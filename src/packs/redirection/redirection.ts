// Redirects of the plug-in Redirection: for front ends, all of them or the one for an address; those with which the gateway
// answers instead of WordPress; and for administrators the plug-in's own lists of groups and redirects.
import {
  decoded,
  definePack,
  defineRoute,
  everybody,
  integerOf,
  textOf,
  Type,
  whoCan,
  type AskedAddress,
  type PlugInRows,
  type Row,
} from '../../index.ts'
import { groupColumns, redirectColumns } from '../followed-tables.ts'
import { decided, isOther, isPlain, isUnsure } from './decided.ts'
import { leadsElsewhere, locationFor, matchUrl, matchUrls, redirectOf, type Redirect } from './items.ts'
import { groups, groupsMax, logs, redirects, redirectsMax, settings, unanswered } from './plug-in-lists.ts'

/** WordPress itself answers redirects of this module; the others are for web servers. */
const wordpressModule = 1
const samePathMax = 100
/** Limits the redirects of one address, and patterns, that are tried before a request is proxied. */
const candidatesMax = 1000

type PlugInReads = (wanted: PlugInRows) => Promise<readonly Row[]>

/** Ids of the enabled groups whose redirects WordPress answers. */
async function groupsOn(plugInRows: PlugInReads): Promise<ReadonlySet<string>> {
  const rows = await plugInRows({
    table: 'redirection_groups',
    columns: groupColumns,
    where: { status: ['enabled'] },
    order: { column: 'id' },
    limit: groupsMax,
  })
  const own = rows.filter((row) => Number(integerOf(row, 'module_id')) === wordpressModule)
  return new Set(own.map((row) => textOf(row, 'id')))
}

/** Enabled rows of these groups, in the order in which the plug-in tries them. */
async function tried(where: NonNullable<PlugInRows['where']>, plugInRows: PlugInReads, limit: number) {
  const rows = await plugInRows({
    table: 'redirection_items',
    columns: redirectColumns,
    where: { ...where, status: ['enabled'], group_id: [...(await groupsOn(plugInRows))] },
    order: { column: 'id' },
    limit,
  })
  return inOrder(rows)
}

/** Orders rows by their own positions, then by ids; the plug-in ignores positions of groups (since 4.0). */
function inOrder(rows: readonly Row[]): readonly Row[] {
  return rows.toSorted(
    (one, other) => Number(integerOf(one, 'position')) - Number(integerOf(other, 'position')),
  )
}

/** The redirect of an address before its request is proxied: one statement for most, two for addresses that a row may match. */
async function redirectAt({ path, query, plugInRows, read, warn }: AskedAddress) {
  if (!isPlain({ path, query })) return null
  const rows = await plugInRows({
    table: 'redirection_items',
    columns: redirectColumns,
    where: { match_url: [matchUrl(path), 'regex'], status: ['enabled'] },
    order: { column: 'id' },
    limit: candidatesMax,
  })
  if (rows.length === 0 || rows.length === candidatesMax) return null
  const site = await read.site()
  const standard = settings.of(site)
  const asked = { path, query, home: site.home }
  const fitting = rows.filter((row) => !isOther(row, standard, asked))
  if (fitting.length === 0 || isUnsure(standard)) return null
  const on = await groupsOn(plugInRows)
  // The plug-in looks rows up without their groups, which may be disabled or belong to a web server
  if (fitting.some((row) => !on.has(textOf(row, 'group_id')))) return null
  return decided(inOrder(fitting), standard, asked, warn)
}

function shown({ source, isPattern, flags, status, location }: Redirect) {
  return {
    source,
    is_pattern: isPattern,
    query: flags.query,
    ignores_case: flags.ignoresCase,
    ignores_slash: flags.ignoresSlash,
    status,
    location,
  }
}

const namespace = 'redirects/v1'

const all = defineRoute({
  namespace,
  path: '/all',
  methods: ['GET'],
  // The plug-in shows its lists to no other users; the build of a front end logs in
  permission: whoCan('manage_options'),
  handle: async ({ plugInRows, read }) => {
    const standard = settings.of(await read.site())
    const rows = await tried({}, plugInRows, redirectsMax)
    return rows.flatMap((row) => redirectOf(row, standard) ?? []).map(shown)
  },
})

const addressMax = 2048

const at = defineRoute({
  namespace,
  path: '/at',
  methods: ['GET'],
  args: {
    url: Type.String({
      description: 'A path of the site, with its query.',
      maxLength: addressMax,
      required: true,
    }),
  },
  permission: everybody,
  handle: async ({ args, plugInRows, read }) => {
    const site = await read.site()
    const asked = URL.parse(args.url, `${site.home}/`)
    if (asked === null || asked.hostname !== URL.parse(site.home)?.hostname) return { redirect: null }
    const path = decoded(asked.pathname)
    const rows = await tried({ match_url: [...matchUrls(path)] }, plugInRows, samePathMax)
    const standard = settings.of(site)
    const [first] = rows.flatMap((row) => {
      const redirect = redirectOf(row, standard)
      return redirect && !redirect.isPattern ? (locationFor(redirect, path, asked.search.slice(1)) ?? []) : []
    })
    const isFollowed = first !== undefined && leadsElsewhere(first, site.home)
    return { redirect: isFollowed ? { status: first.status, location: first.location } : null }
  },
})

export const redirection = definePack({
  name: 'redirection',
  about: 'redirects of Redirection',
  reads: {},
  isUsed: ({ plugins }) => plugins.has('redirection'),
  define: () => ({
    siteValues: [settings],
    routes: [all, at, groups, redirects, ...logs, ...unanswered],
    redirects: redirectAt,
  }),
})
