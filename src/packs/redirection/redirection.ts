// Redirects of the plug-in Redirection: for front ends, all of them or the one for an address; and for administrators the
// plug-in's own lists of groups and redirects.
import {
  definePack,
  defineRoute,
  defineSiteValue,
  everybody,
  integerOf,
  parsePhpValue,
  phpToJson,
  textOf,
  Type,
  whoCan,
  type PlugInRows,
  type Row,
} from '../../index.ts'
import {
  groupColumns,
  itemColumns,
  locationFor,
  matchUrl,
  redirectOf,
  sourceFlags,
  type Redirect,
} from './items.ts'
import { decoded } from '../seo/subject.ts'

/** The flags of redirects that have none of their own. */
const settings = defineSiteValue({
  options: ['redirection_options'],
  make: ({ option }): ReadonlyMap<string, unknown> =>
    new Map(Object.entries(Object(phpToJson(parsePhpValue(option('redirection_options') ?? ''))))),
})

/** WordPress itself answers redirects of this module; the others are for web servers. */
const wordpressModule = 1
const [groupsMax, redirectsMax, samePathMax] = [1000, 10_000, 100]

type PlugInReads = (wanted: PlugInRows) => Promise<readonly Row[]>

/** Rows of groups that are on, in the order in which the plug-in tries them. */
async function tried(where: NonNullable<PlugInRows['where']>, plugInRows: PlugInReads, limit: number) {
  const groups = await plugInRows({
    table: 'redirection_groups',
    columns: groupColumns,
    where: { status: ['enabled'] },
    order: { column: 'id' },
    limit: groupsMax,
  })
  const places = new Map(
    groups
      .filter((row) => Number(integerOf(row, 'module_id')) === wordpressModule)
      .map((row) => [textOf(row, 'id'), Number(integerOf(row, 'position'))]),
  )
  const rows = await plugInRows({
    table: 'redirection_items',
    columns: itemColumns,
    where: { ...where, status: ['enabled'], group_id: [...places.keys()] },
    order: { column: 'id' },
    limit,
  })
  const placeOf = (row: Row) => places.get(textOf(row, 'group_id')) ?? 0
  return rows.toSorted(
    (one, other) =>
      placeOf(one) - placeOf(other) ||
      Number(integerOf(one, 'position')) - Number(integerOf(other, 'position')),
  )
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
  // The plug-in shows its lists to nobody else; a front end's build logs in
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
    const rows = await tried({ match_url: [matchUrl(path)] }, plugInRows, samePathMax)
    const standard = settings.of(site)
    const [first] = rows.flatMap((row) => {
      const redirect = redirectOf(row, standard)
      return redirect && !redirect.isPattern
        ? (locationFor(redirect, path, asked.search.replace(/^\?/, '')) ?? [])
        : []
    })
    return { redirect: first ? { status: first.status, location: first.location } : null }
  },
})

const listArgs = {
  per_page: Type.Integer({ description: 'How many at most.', default: 25, minimum: 5, maximum: 200 }),
  page: Type.Integer({ description: 'Which page, from 0.', default: 0, minimum: 0 }),
  direction: Type.Enum(['asc', 'desc'], {
    type: 'string',
    default: 'desc',
    description: 'Which way they are ordered.',
  }),
}

function pageOf<T>(
  rows: readonly T[],
  { page, per_page }: { readonly page: number; readonly per_page: number },
) {
  return rows.slice(page * per_page, (page + 1) * per_page)
}

const modules = ['WordPress', 'Apache', 'Nginx']

const groups = defineRoute({
  namespace: 'redirection/v1',
  path: '/group',
  methods: ['GET'],
  args: {
    ...listArgs,
    orderby: Type.Enum(['name', 'id', ''], {
      type: 'string',
      default: 'name',
      description: 'What they are ordered by.',
    }),
  },
  permission: whoCan('manage_options'),
  handle: async ({ args, plugInRows, read }) => {
    const [rows, items] = [
      await plugInRows({
        table: 'redirection_groups',
        columns: groupColumns,
        order: { column: 'id' },
        limit: groupsMax,
      }),
      await plugInRows({
        table: 'redirection_items',
        columns: ['id', 'group_id'],
        order: { column: 'id' },
        limit: redirectsMax,
      }),
    ]
    const counts = Map.groupBy(items, (row) => textOf(row, 'group_id'))
    const standard = settings.of(await read.site()).get('last_group_id')
    const first = typeof standard === 'number' && standard > 0 ? String(standard) : '1'
    const way = args.direction === 'asc' ? 1 : -1
    const ordered = rows.toSorted((one, other) =>
      args.orderby === 'name'
        ? way * (textOf(one, 'name').toLowerCase() < textOf(other, 'name').toLowerCase() ? -1 : 1)
        : way * (Number(integerOf(one, 'id')) - Number(integerOf(other, 'id'))),
    )
    return {
      items: pageOf(ordered, args).map((row) =>
        shownGroup(row, counts.get(textOf(row, 'id'))?.length ?? 0, textOf(row, 'id') === first),
      ),
      total: rows.length,
    }
  },
})

function shownGroup(row: Row, redirectCount: number, isDefault: boolean) {
  const moduleId = Number(integerOf(row, 'module_id'))
  return {
    id: Number(integerOf(row, 'id')),
    name: textOf(row, 'name'),
    redirects: redirectCount,
    module_id: moduleId,
    moduleName: modules[moduleId - 1] ?? '',
    enabled: textOf(row, 'status') === 'enabled',
    ...(isDefault ? { default: true } : {}),
  }
}

const orders = {
  source: 'url',
  last_count: 'last_count',
  last_access: 'last_access',
  position: 'position',
} as const

const redirects = defineRoute({
  namespace: 'redirection/v1',
  path: '/redirect',
  methods: ['GET'],
  args: {
    ...listArgs,
    orderby: Type.Enum(['source', 'last_count', 'last_access', 'position', 'id', ''], {
      type: 'string',
      default: 'id',
      description: 'What they are ordered by.',
    }),
  },
  permission: whoCan('manage_options'),
  handle: async ({ args, plugInRows }) => {
    const rows = await plugInRows({
      table: 'redirection_items',
      columns: itemColumns,
      order: { column: 'id' },
      limit: redirectsMax,
    })
    const column = args.orderby === 'id' || args.orderby === '' ? 'id' : orders[args.orderby]
    const way = args.direction === 'asc' ? 1 : -1
    const ordered = rows.toSorted((one, other) => {
      const isText = column === 'url' || column === 'last_access'
      return isText
        ? way * (textOf(one, column) < textOf(other, column) ? -1 : 1)
        : way * (Number(integerOf(one, column)) - Number(integerOf(other, column)))
    })
    return { items: pageOf(ordered, args).map(listed), total: rows.length }
  },
})

function listed(row: Row) {
  const number = (column: string) => Number(integerOf(row, column))
  const stored = textOf(row, 'action_data')
  return {
    id: number('id'),
    url: textOf(row, 'url'),
    match_url: textOf(row, 'match_url'),
    match_data: { source: Object.fromEntries(sourceFlags(row)) },
    action_code: number('action_code'),
    action_type: textOf(row, 'action_type'),
    action_data: /^a:\d+:/.test(stored) ? phpToJson(parsePhpValue(stored)) : { url: stored },
    match_type: textOf(row, 'match_type'),
    title: textOf(row, 'title'),
    hits: number('last_count'),
    regex: number('regex') === 1,
    group_id: number('group_id'),
    position: number('position'),
    last_access: textOf(row, 'last_access').startsWith('1970-01-01') ? '-' : textOf(row, 'last_access'),
    enabled: textOf(row, 'status') === 'enabled',
  }
}

export const redirection = definePack({
  name: 'redirection',
  about: 'redirects of Redirection',
  reads: {},
  isUsed: ({ plugins }) => plugins.has('redirection'),
  define: () => ({ siteValues: [settings], routes: [all, at, groups, redirects] }),
})
