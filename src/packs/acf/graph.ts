// Field groups in WPGraphQL's schema, as WPGraphQL for ACF names them: an object for each group on the types of its location.
import {
  defineGraphTypes,
  textOf,
  type GraphField,
  type GraphKind,
  type GraphTypesDefinition,
} from '../../index.ts'
import type { GroupsOfSite, FieldGroup } from './definitions.ts'
import { camel, commonTypes, groupName, isGroupInGraph, typesOf, withCapital } from './graph-types.ts'
import { isOnType } from './graph-locations.ts'
import { groupValue } from './graph-values.ts'
import { gatherLoaded } from './loaded.ts'
import { optionsTypes, type OptionsPages } from './options-pages.ts'

export function graphTypesOf(groups: GroupsOfSite, optionsPages: OptionsPages): GraphTypesDefinition {
  const marks = new WeakMap<readonly FieldGroup[], string>()
  return defineGraphTypes({
    mark: (site) => {
      const active = groups.of(site).active
      const mark = marks.get(active) ?? JSON.stringify(active, withMaps)
      marks.set(active, mark)
      return mark + JSON.stringify(optionsPages.shown.of(site))
    },
    define: (site, kinds) => {
      const shown = groups.of(site).active.filter(isGroupInGraph)
      const types = shown.flatMap((group) => typesOf(group.fields, withCapital(groupName(group))))
      const placed = kinds.map(({ type, resource }) => {
        const own = shown.filter((group) => isOnType(group, resource))
        const fields = own.flatMap((group) => fieldOf(group, { type, resource }))
        return [resource.name, Object.fromEntries(fields)] as const
      })
      const interfaces = shown.map((group) => ({
        kind: 'interface' as const,
        name: `WithAcf${withCapital(groupName(group))}`,
        interfaces: [],
        members: { [camel(groupName(group))]: withCapital(groupName(group)) },
      }))
      const pages = optionsTypes(optionsPages, site, new Set(types.map(({ name }) => name)))
      return {
        types: [...commonTypes, ...interfaces, ...types, ...pages.types],
        fields: new Map(placed),
        roots: pages.roots,
      }
    },
  })
}

/** JSON.stringify would write a Map as an empty object. */
function withMaps(_: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value
}

function fieldOf(group: FieldGroup, { resource }: GraphKind): readonly (readonly [string, GraphField])[] {
  const { source } = resource
  if (source !== 'posts' && source !== 'terms' && source !== 'users' && source !== 'comments') return []
  const type = withCapital(groupName(group))
  const page = gatherLoaded(source, () => group.fields)
  const field: GraphField = {
    type,
    interface: `WithAcf${type}`,
    columns: ['id'],
    needs: (site) => ({ gathers: [page.on(site)] }),
    value: (input) => {
      const { of, htmlFor } = page.of(input.needed)
      const from = { loading: of(textOf(input.row, 'id')), html: htmlFor(input), site: input.site }
      return groupValue(group.fields, type, { ...from, prefix: '' })
    },
  }
  return [[camel(groupName(group)), field]]
}
