// The plug-in's own lists for administrators, and its settings.
import {
  defineRoute,
  defineSiteValue,
  formatDate,
  integerOf,
  parsePhpValue,
  phpToJson,
  textOf,
  Type,
  whoCan,
  type Row,
  type Site,
} from '../../index.ts'
import { groupColumns, redirectColumns } from '../followed-tables.ts'
import { matchData } from './items.ts'
import { filterArg, groupFilters, isChosen, redirectFilters } from './list-filters.ts'

/** The plug-in's settings for the site, with the flags of redirects that have none of their own. */
export const settings = defineSiteValue({
  options: ['redirection_options'],
  make: ({ option }): ReadonlyMap<string, unknown> =>
    new Map(Object.entries(Object(phpToJson(parsePhpValue(option('redirection_options') ?? ''))))),
})

export const [groupsMax, redirectsMax] = [1000, 10_000]

const listArgs = {
  per_page: Type.Integer({ description: 'How many at most.', default: 25, minimum: 5, maximum: 200 }),
  page: Type.Integer({ description: 'Which page, from 0.', default: 0, minimum: 0 }),
  direction: Type.Enum(['asc', 'desc'], {
    type: 'string',
    default: 'desc',
    description: 'The direction of the order.',
  }),
}

function pageOf<T>(
  rows: readonly T[],
  { page, per_page }: { readonly page: number; readonly per_page: number },
) {
  return rows.slice(page * per_page, (page + 1) * per_page)
}

const logColumns = [
  'id',
  'created',
  'url',
  'domain',
  'agent',
  'referrer',
  'http_code',
  'request_method',
  'request_data',
  'ip',
] as const

const modules = ['WordPress', 'Apache', 'Nginx']

export const groups = defineRoute({
  namespace: 'redirection/v1',
  path: '/group',
  methods: ['GET'],
  args: {
    ...listArgs,
    filterBy: filterArg(groupFilters),
    orderby: Type.Enum(['name', 'id', ''], {
      type: 'string',
      default: 'name',
      description: 'The column of the order.',
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
    const chosen = rows.filter((row) => isChosen(row, args.filterBy, groupFilters))
    const ordered = chosen.toSorted((one, other) =>
      args.orderby === 'name'
        ? way * (textOf(one, 'name').toLowerCase() < textOf(other, 'name').toLowerCase() ? -1 : 1)
        : way * (Number(integerOf(one, 'id')) - Number(integerOf(other, 'id'))),
    )
    return {
      items: pageOf(ordered, args).map((row) =>
        shownGroup(row, counts.get(textOf(row, 'id'))?.length ?? 0, textOf(row, 'id') === first),
      ),
      total: chosen.length,
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

/** The plug-in's logs of redirects and of addresses without content (404), by default the newest entries first. */
export const logs = (
  [
    ['log', 'redirection_logs', ['sent_to', 'redirect_by', 'redirection_id']],
    ['404', 'redirection_404', []],
  ] as const
).map(([name, table, more]) =>
  defineRoute({
    namespace: 'redirection/v1',
    path: `/${name}`,
    methods: ['GET'],
    args: listArgs,
    permission: whoCan('manage_options'),
    handle: async ({ args, plugInRows }) => {
      const rows = await plugInRows({
        table,
        columns: [...logColumns, ...more],
        order: { column: 'id', descending: args.direction === 'desc' },
        limit: redirectsMax,
      })
      return {
        items: pageOf(rows, args).map((row) => entryOf(row, more)),
        total: rows.length,
      }
    },
  }),
)

function entryOf(row: Row, more: readonly string[]) {
  return {
    ...Object.fromEntries([...logColumns, ...more].map((column) => [column, row[column] ?? null])),
    id: Number(integerOf(row, 'id')),
    created: textOf(row, 'created'),
    http_code: Number(integerOf(row, 'http_code')),
  }
}

const orders = {
  source: 'url',
  last_count: 'last_count',
  last_access: 'last_access',
  position: 'position',
} as const

export const redirects = defineRoute({
  namespace: 'redirection/v1',
  path: '/redirect',
  methods: ['GET'],
  args: {
    ...listArgs,
    filterBy: filterArg(redirectFilters),
    orderby: Type.Enum(['source', 'last_count', 'last_access', 'position', 'id', ''], {
      type: 'string',
      default: 'id',
      description: 'The column of the order.',
    }),
  },
  permission: whoCan('manage_options'),
  handle: async ({ args, plugInRows, read }) => {
    const site = await read.site()
    const rows = await plugInRows({
      table: 'redirection_items',
      columns: [...redirectColumns, 'title', 'last_count', 'last_access'],
      order: { column: 'id' },
      limit: redirectsMax,
    })
    const column = args.orderby === 'id' || args.orderby === '' ? 'id' : orders[args.orderby]
    const way = args.direction === 'asc' ? 1 : -1
    const chosen = rows.filter((row) => isChosen(row, args.filterBy, redirectFilters))
    const ordered = chosen.toSorted((one, other) => {
      const isText = column === 'url' || column === 'last_access'
      return isText
        ? way * (textOf(one, column) < textOf(other, column) ? -1 : 1)
        : way * (Number(integerOf(one, column)) - Number(integerOf(other, column)))
    })
    return { items: pageOf(ordered, args).map((row) => listed(row, site)), total: chosen.length }
  },
})

function listed(row: Row, site: Site) {
  const number = (column: string) => Number(integerOf(row, column))
  const stored = textOf(row, 'action_data')
  return {
    id: number('id'),
    url: textOf(row, 'url'),
    match_url: textOf(row, 'match_url'),
    match_data: matchData(row, settings.of(site)),
    action_code: number('action_code'),
    action_type: textOf(row, 'action_type'),
    action_data: /^a:\d+:/.test(stored)
      ? phpToJson(parsePhpValue(stored))
      : stored === ''
        ? null
        : { url: stored },
    match_type: textOf(row, 'match_type'),
    title: textOf(row, 'title'),
    hits: number('last_count'),
    regex: number('regex') === 1,
    group_id: number('group_id'),
    position: number('position'),
    last_access: lastAccess(textOf(row, 'last_access'), site),
    enabled: textOf(row, 'status') === 'enabled',
  }
}

function lastAccess(local: string, site: Site): string {
  if (/^(?:1970-01-01|0000)/.test(local)) return '-'
  return formatDate(site.option('date_format') || 'F j, Y', { local, offsetHours: 0, zone: '' }) || local
}

/** Routes that only the plug-in can answer; viewers who may not manage options are refused as the plug-in does. */
export const unanswered = ['setting', 'plugin', 'plugin/test', 'import/plugin', 'redirect/post'].map((path) =>
  defineRoute({
    namespace: 'redirection/v1',
    path: `/${path}`,
    methods: ['GET'],
    args: {},
    cache: 'never',
    permission: whoCan('manage_options'),
    handle: async ({ fail }) => fail('x_only_wordpress', 501, 'Only WordPress answers this.'),
  }),
)
