// Field groups in WPGraphQL's schema, as WPGraphQL for ACF names them: an object for each group on the types of its location.
import {
  defineGather,
  defineGraphTypes,
  richText,
  textOf,
  type FieldInput,
  type GraphField,
  type GraphKind,
  type GraphTypesDefinition,
} from '../../index.ts'
import { isTruthy } from '../php/stored.ts'
import type { GroupsOfSite, FieldGroup } from './definitions.ts'
import { camel, commonTypes, groupName, typesOf, withCapital } from './graph-types.ts'
import { isOnType } from './graph-locations.ts'
import { groupValue } from './graph-values.ts'
import { loadedValue, type Loading } from './light.ts'
import { metaOf, readTerms, type ObjectKind } from './page-fields.ts'
import { leavesOf, readStored } from './stored-values.ts'

export function graphTypesOf(groups: GroupsOfSite): GraphTypesDefinition {
  const marks = new WeakMap<readonly FieldGroup[], string>()
  return defineGraphTypes({
    mark: (site) => {
      const active = groups.of(site).active
      const mark = marks.get(active) ?? JSON.stringify(active, withMaps)
      marks.set(active, mark)
      return mark
    },
    define: (site, kinds) => {
      const shown = groups.of(site).active.filter(isInGraph)
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
      return { types: [...commonTypes, ...interfaces, ...types], fields: new Map(placed) }
    },
  })
}

/** Maps are no members of JSON. */
function withMaps(_: string, value: unknown): unknown {
  return value instanceof Map ? [...value] : value
}

/** Whatever REST shows: what is not said is shown. */
function isInGraph({ settings }: FieldGroup): boolean {
  const shown = settings.get('show_in_graphql')
  return shown === undefined || shown === null || isTruthy(shown)
}

interface GroupOnPage {
  readonly of: (id: string) => Loading
  readonly texts: FieldInput['needed']
}

function fieldOf(group: FieldGroup, { resource }: GraphKind): readonly (readonly [string, GraphField])[] {
  const { source } = resource
  if (source !== 'posts' && source !== 'terms' && source !== 'users' && source !== 'comments') return []
  const type = withCapital(groupName(group))
  const page = groupOnPage(group, source)
  const field: GraphField = {
    type,
    interface: `WithAcf${type}`,
    columns: ['id'],
    needs: (site) => ({ gathers: [page.on(site)] }),
    value: (input) => {
      const { of, texts } = page.of(input.needed)
      const id = textOf(input.row, 'id')
      const html = (content: string) => {
        const row = { id: source === 'posts' ? id : '0', content }
        return String(richText.value({ ...input, row, needed: texts, unlocked: true }))
      }
      return groupValue(group.fields, type, { loading: of(id), prefix: '', html, site: input.site })
    },
  }
  return [[camel(groupName(group)), field]]
}

function groupOnPage(group: FieldGroup, kind: ObjectKind) {
  return defineGather(async (rows, reads): Promise<GroupOnPage> => {
    const owned = rows.map((row) => ({ id: textOf(row, 'id'), fields: group.fields }))
    const [terms, at] = await Promise.all([
      readTerms(kind, [group], rows, reads),
      readStored(owned, metaOf[kind], [], reads),
    ])
    const of = (id: string): Loading => ({
      at: at(id),
      termsOf: (taxonomy) =>
        (terms.get(id) ?? [])
          .filter((term) => term['taxonomy'] === taxonomy)
          .map((term) => Number(textOf(term, 'id'))),
    })
    const texts = owned.flatMap(({ id }) =>
      [...leavesOf(group.fields, at(id))].flatMap(({ field, key }) => {
        const value = field.type === 'wysiwyg' ? loadedValue(field, key, of(id)) : ''
        return typeof value === 'string' && value !== ''
          ? [{ id: kind === 'posts' ? id : '0', content: value }]
          : []
      }),
    )
    return { of, texts: await reads.needed(texts, richText.needs?.(reads.site) ?? {}) }
  })
}
