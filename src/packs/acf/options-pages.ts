// Options pages of ACF PRO and SCF in GraphQL: a field of RootQuery for each page that is shown there, as WPGraphQL for ACF names
// it, and one of Query in Lectern's own schema. Their values are options, whose names have the prefix of the page.
import {
  defineQuery,
  defineSiteValue,
  parsePhpValue,
  textOf,
  Type,
  type GraphRoot,
  type GraphType,
  type PhpArray,
  type Site,
} from '../../index.ts'
import { arrayOf, isTruthy, phpFromJson, textIn } from '../php/stored.ts'
import type { AcfField, FieldGroup, GroupsOfSite, LocationRule } from './definitions.ts'
import { camel, groupName, isGroupInGraph, isInGraph, withCapital } from './graph-types.ts'
import { groupValue } from './graph-values.ts'
import { gatherLoaded } from './loaded.ts'
import { acfFieldType, acfMembers } from './node-field.ts'

interface OptionsPage {
  readonly slug: string
  readonly title: string
  readonly menuTitle: string
  readonly parent: string
  readonly type: string
  /** The prefix of the names of its options; null where its values are not options. */
  readonly prefix: string | null
}

const pageRows = {
  source: 'posts',
  columns: ['id', 'status', 'content'],
  filters: [{ kind: 'in', column: 'type', values: ['acf-ui-options-page'] }],
} as const

/** Pages that are shown in GraphQL, with the groups that are on them. */
export interface OptionsPages {
  readonly shown: ReturnType<typeof shownPages>
  readonly groupsOn: (page: OptionsPage, site: Site) => readonly FieldGroup[]
  readonly loaded: ReturnType<typeof gatherLoaded>
}

/** Pages from files replace pages of the database with the same slug. */
export function createOptionsPages(groups: GroupsOfSite, files: readonly unknown[]): OptionsPages {
  const shown = shownPages(files)
  const groupsOn = (page: OptionsPage, site: Site) =>
    groups
      .of(site)
      .active.filter((group) => isGroupInGraph(group) && isOnPage(group, page))
      .map((group) => Object.assign({}, group, { fields: shownFields(group.fields) }))
  return {
    shown,
    groupsOn,
    loaded: gatherLoaded('options', (row, site) => {
      const pages = shown.of(site).filter(({ prefix }) => prefix === textOf(row, 'id'))
      return pages.flatMap((page) => groupsOn(page, site).flatMap(({ fields }) => fields))
    }),
  }
}

function shownPages(files: readonly unknown[]) {
  const inFiles = files
    .flat()
    .map((file) => arrayOf(phpFromJson(file)))
    .filter((settings) => textIn(settings, 'key').startsWith('ui_options_page_'))
    .filter((settings) => !settings.has('active') || isTruthy(settings.get('active')))
  return defineSiteValue({
    lists: [pageRows],
    make: ({ rows }) => {
      const stored = rows(pageRows)
        .filter((row) => textOf(row, 'status') === 'publish')
        .map((row) => arrayOf(parsePhpValue(textOf(row, 'content'))))
      const bySlug = Map.groupBy([...inFiles, ...stored].flatMap(pageOf), ({ slug }) => slug)
      return [...bySlug.values()].flatMap(([first]) => (first ? [first] : []))
    },
  })
}

/** A page is shown only where its setting says so. */
function pageOf(settings: PhpArray): readonly OptionsPage[] {
  const slug = textIn(settings, 'menu_slug')
  const title = textIn(settings, 'page_title')
  const type = withCapital(textIn(settings, 'graphql_type_name') || title)
  if (slug === '' || type === '' || !isTruthy(settings.get('show_in_graphql'))) return []
  const menuTitle = textIn(settings, 'menu_title') || title
  return [
    { slug, title, menuTitle, parent: textIn(settings, 'parent_slug'), type, prefix: prefixOf(settings) },
  ]
}

/** Null for ids of posts, users, terms and the like, whose values are not options. */
function prefixOf(settings: PhpArray): string | null {
  const id = textIn(settings, 'data_storage') === 'options' ? '' : textIn(settings, 'post_id')
  if (id === '' || id === 'option') return 'options'
  return /^[A-Za-z][\w-]{0,99}$/.test(id) && !/_\d+$/.test(id) ? id : null
}

function isOnPage({ location }: FieldGroup, { slug }: OptionsPage): boolean {
  const holds = ({ param, value, isEqual }: LocationRule) =>
    param === 'options_page' && (value === 'all' ? isEqual : (value === slug) === isEqual)
  return location.some((rules) => rules.every(holds))
}

/** Fields that GraphQL shows, without passwords, which the plug-in shows to every viewer. */
function shownFields(fields: readonly AcfField[]): readonly AcfField[] {
  return fields
    .filter((field) => isInGraph(field) && field.type !== 'password')
    .map((field) => {
      const layouts = [...field.layouts].map(([name, own]) => [name, shownFields(own)] as const)
      return Object.assign({}, field, { fields: shownFields(field.fields), layouts: new Map(layouts) })
    })
}

/** The type of each page, and the root field that leads to it, without pages whose type name is taken. */
export function optionsTypes(
  { shown, groupsOn, loaded }: OptionsPages,
  site: Site,
  taken: ReadonlySet<string>,
) {
  const pages = shown.of(site).filter(({ type }) => !taken.has(type))
  const types = pages.flatMap((page): readonly GraphType[] => {
    const groups = groupsOn(page, site).map((group) => withCapital(groupName(group)))
    const members = Object.fromEntries(groups.map((type) => [camel(type), type]))
    const placed = groups.map((type) => `WithAcf${type}`)
    return [
      {
        kind: 'type',
        name: page.type,
        interfaces: ['AcfOptionsPage', ...placed],
        members: { ...pageMembers, ...members },
      },
    ]
  })
  const rootOf = (page: OptionsPage): GraphRoot => ({
    type: page.type,
    row: { id: page.prefix ?? '' },
    needs: (of) => ({ gathers: [loaded.on(of)] }),
    value: (input) => {
      const { of, htmlFor } = loaded.of(input.needed)
      const from = { loading: of(page.prefix ?? ''), html: htmlFor(input), site: input.site, prefix: '' }
      const groups = groupsOn(page, site).map((group) => {
        const type = withCapital(groupName(group))
        return [camel(type), groupValue(group.fields, type, from)] as const
      })
      return {
        __typename: page.type,
        id: globalId(page.slug),
        pageTitle: page.title,
        menuTitle: page.menuTitle,
        parentId: page.parent === '' ? null : globalId(page.parent),
        ...Object.fromEntries(groups),
      }
    },
  })
  return {
    types: pages.length === 0 ? [] : [{ ...pageInterface, interfaces: ['Node'] }, ...types],
    roots: Object.fromEntries(pages.map((page) => [camel(page.type), rootOf(page)])),
  }
}

const pageMembers = { id: 'ID!', pageTitle: 'String', menuTitle: 'String', parentId: 'String' } as const
const pageInterface = { kind: 'interface', name: 'AcfOptionsPage', members: pageMembers } as const

function globalId(slug: string): string {
  return Buffer.from(`acf_options_page:${slug}`).toString('base64')
}

/** The fields of a page, as `acf` of a node has them. */
export function optionsQuery({ shown, groupsOn, loaded }: OptionsPages) {
  return defineQuery({
    name: 'acfOptions',
    type: { objects: acfFieldType },
    description: 'The custom fields of an options page that is shown in GraphQL; values are JSON.',
    args: { page: Type.String({ description: 'The slug of the page.', maxLength: 200 }) },
    resolve: async ({ read, args }) => {
      const site = await read.site()
      const page = shown.of(site).find(({ slug }) => slug === args.page)
      if (!page) return []
      const { of } = await read.gather(loaded, [{ id: page.prefix ?? '' }])
      const fields = groupsOn(page, site).flatMap((group) => group.fields)
      return acfMembers(fields, of(page.prefix ?? ''))
    },
  })
}
