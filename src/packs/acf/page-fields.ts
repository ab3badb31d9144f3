// Reads the fields of a page's objects: their groups by the rules of location, the stored values, and which posts and terms
// these name. All objects of the page are read together.
import {
  integerOf,
  parsePhpValue,
  textOf,
  type GatherReads,
  type PhpValue,
  type ResourceDefinition,
  type Row,
} from '../../index.ts'
import { byName } from '../php/by-name.ts'
import { shownInRest, type AcfField, type GroupsOfSite, type FieldGroup } from './definitions.ts'
import type { Loading } from './light.ts'
import { isShown, paramsOf, type PostSubject, type Subject } from './locations.ts'
import { kindsOf, namedIn } from './named.ts'
import { readStored, type StoredIn } from './stored-values.ts'
import { readTargets, type Targets } from './targets.ts'

export interface ObjectFields extends Loading {
  /** The fields of all groups of the object, in their order. */
  readonly fields: readonly AcfField[]
}

export interface PageFields {
  readonly of: (id: string) => ObjectFields | null
  /** Types of posts and taxonomies of terms that values name, by their ids. */
  readonly postTypes: ReadonlyMap<string, string>
  readonly taxonomies: ReadonlyMap<string, string>
  /** The rows that values name, for the format `standard`; else null. */
  readonly targets: Targets | null
}

export const columnsOf = {
  posts: ['id', 'type', 'status', 'parent_id'],
  terms: ['id', 'taxonomy'],
  users: ['id'],
  comments: ['id', 'post_id'],
} as const

/** A resource whose items have fields. */
export interface AcfResource {
  readonly kind: ObjectKind
  readonly resource: ResourceDefinition
  readonly groups: GroupsOfSite
  /** Served resources, by their names. */
  readonly resources: ReadonlyMap<string, ResourceDefinition>
}

export type ObjectKind = keyof typeof columnsOf

export const storedIn: Readonly<Record<ObjectKind | 'options', StoredIn>> = {
  posts: { source: 'postmeta', owner: 'post_id' },
  terms: { source: 'termmeta', owner: 'term_id' },
  users: { source: 'usermeta', owner: 'user_id' },
  comments: { source: 'commentmeta', owner: 'comment_id' },
  options: { source: 'options' },
}

export async function readPageFields(
  { kind, resource, groups: groupsOf, resources }: AcfResource,
  rows: readonly Row[],
  reads: GatherReads,
  format: 'light' | 'standard',
): Promise<PageFields> {
  const groups = shownInRest(groupsOf.of(reads.site).active)
  if (groups.length === 0)
    return { of: () => null, postTypes: new Map(), taxonomies: new Map(), targets: null }
  const asksTerms = ['post_category', 'post_taxonomy', 'post_format'].some((param) =>
    paramsOf(groups).has(param),
  )
  const isAsked = asksTerms || groups.some((group) => loadTerms(group.fields))
  const terms = isAsked ? await readTerms(kind, rows, reads) : noTerms
  const subjects = await subjectsOf(kind, resource, rows, { groups, terms, reads })
  const owned = rows.map((row) => {
    const id = textOf(row, 'id')
    const subject = subjects.get(id)
    return {
      id,
      fields: subject
        ? groups.filter((group) => isShown(group, subject)).flatMap((group) => group.fields)
        : [],
    }
  })
  const at = await readStored(owned, storedIn[kind], [], reads)
  const objects = new Map(
    owned.map(({ id, fields }): [string, ObjectFields] => [
      id,
      {
        fields,
        at: at(id),
        termsOf: (taxonomy) =>
          (terms.get(id) ?? [])
            .filter((term) => term['taxonomy'] === taxonomy)
            .map((term) => Number(integerOf(term, 'id'))),
      },
    ]),
  )
  const named = namedIn([...objects.values()])
  const [postTypes, taxonomies, targets] = await Promise.all([
    kindsOf('posts', 'type', named.posts, reads),
    kindsOf('terms', 'taxonomy', named.terms, reads),
    format === 'standard' ? readTargets(objects, kind === 'posts', resources, reads) : null,
  ])
  return { of: (id) => objects.get(id) ?? null, postTypes, taxonomies, targets }
}

const noTerms: ReadonlyMap<string, readonly Row[]> = new Map()

/** The terms of posts, ordered by name, by the ids of posts. */
export async function readTerms(
  kind: ObjectKind | 'options',
  rows: readonly Row[],
  { rows: read }: GatherReads,
): Promise<ReadonlyMap<string, readonly Row[]>> {
  if (kind !== 'posts') return noTerms
  const found = await read({
    source: 'post_terms',
    columns: ['post_id', 'id', 'slug', 'taxonomy', 'name'],
    filters: [{ kind: 'in', column: 'post_id', values: rows.map((row) => textOf(row, 'id')) }],
  })
  return Map.groupBy(found.toSorted(byName), (row) => textOf(row, 'post_id'))
}

/** True where the value of some field may be made of the object's terms. */
export function loadTerms(fields: readonly AcfField[]): boolean {
  return fields.some(
    (field) =>
      field.settings.get('load_terms') !== undefined ||
      loadTerms(field.fields) ||
      [...field.layouts.values()].some(loadTerms),
  )
}

interface SubjectReads {
  readonly groups: readonly FieldGroup[]
  readonly terms: ReadonlyMap<string, readonly Row[]>
  readonly reads: GatherReads
}

async function subjectsOf(
  kind: ObjectKind,
  resource: ResourceDefinition,
  rows: readonly Row[],
  from: SubjectReads,
): Promise<ReadonlyMap<string, Subject>> {
  const { site, viewer, rows: read } = from.reads
  const held = viewer.kind === 'user' ? viewer.capabilities : new Set<string>()
  const roles = new Set([...site.roles.keys()].filter((role) => held.has(role)))
  const common = { viewer: { isUser: viewer.kind === 'user', roles } }
  const byId = (subjectOf: (row: Row) => Subject) =>
    new Map(rows.map((row) => [textOf(row, 'id'), subjectOf(row)]))
  switch (kind) {
    case 'posts': {
      const posts = await postSubjects(resource, rows, from)
      return byId((row) => {
        const post = posts.get(textOf(row, 'id'))
        return post ? { ...common, post } : common
      })
    }
    case 'terms':
      return byId((row) => ({ ...common, taxonomy: textOf(row, 'taxonomy') }))
    case 'users': {
      const at = await readStored(
        rows.map((row) => ({ id: textOf(row, 'id'), fields: [] })),
        storedIn.users,
        [site.capabilitiesKey],
        from.reads,
      )
      return byId((row) => ({
        ...common,
        user: allowedTo(parsePhpValue(at(textOf(row, 'id'))(site.capabilitiesKey) ?? ''), site.roles),
      }))
    }
    case 'comments': {
      const ids = rows.map((row) => textOf(row, 'post_id'))
      const posts = await read({
        source: 'posts',
        columns: ['id', 'type'],
        filters: [{ kind: 'in', column: 'id', values: ids }],
      })
      const types = new Map(posts.map((post) => [textOf(post, 'id'), textOf(post, 'type')]))
      return byId((row) => {
        const commented = types.get(textOf(row, 'post_id'))
        return commented === undefined ? common : { ...common, commented }
      })
    }
  }
}

/** A user's own roles and capabilities, and the capabilities of these roles. */
function allowedTo(
  own: PhpValue,
  roles: ReadonlyMap<string, ReadonlyMap<string, boolean>>,
): ReadonlySet<string> {
  const names = own instanceof Map ? [...own.keys()] : []
  const ofRoles = names.flatMap((name) => [...(roles.get(name) ?? [])].filter(([, isAllowed]) => isAllowed))
  return new Set([...names, ...ofRoles.map(([name]) => name)])
}

async function postSubjects(
  resource: ResourceDefinition,
  rows: readonly Row[],
  { groups, terms, reads }: SubjectReads,
): Promise<ReadonlyMap<string, PostSubject>> {
  const { site, rows: read } = reads
  const params = paramsOf(groups)
  const ids = rows.map((row) => textOf(row, 'id'))
  const asksChildren = groups.some(({ location }) =>
    location.flat().some(({ param, value }) => param === 'page_type' && value === 'parent'),
  )
  const children = asksChildren
    ? await read({
        source: 'posts',
        columns: ['id', 'parent_id'],
        filters: [
          { kind: 'in', column: 'parent_id', values: ids },
          { kind: 'in', column: 'type', values: [...new Set(rows.map((row) => textOf(row, 'type')))] },
          { kind: 'in', column: 'status', values: ['publish'] },
        ],
      })
    : []
  const parents = new Set(children.map((row) => textOf(row, 'parent_id')))
  const asksTemplate = params.has('page_template') || params.has('post_template')
  const at = await readStored(
    rows.map((row) => ({ id: textOf(row, 'id'), fields: [] })),
    storedIn.posts,
    asksTemplate ? ['_wp_page_template'] : [],
    reads,
  )
  // Revisions and autosaves have the field groups of their parent's type
  const ofType = resource.within?.resource
  const asksCategories = params.has('post_category') || params.has('post_taxonomy')
  const standing = asksCategories ? await uncategorized(reads) : []
  const hasFormats = resource.fields.some(({ name }) => name === 'format')
  return new Map(
    rows.map((row) => {
      const id = textOf(row, 'id')
      const own = terms.get(id) ?? []
      const format = own.find((term) => term['taxonomy'] === 'post_format')
      const categories = own.filter((term) => term['taxonomy'] === 'category')
      const isUncategorized = categories.length === 0 && textOf(row, 'type') === 'post'
      return [
        id,
        {
          type: ofType ?? textOf(row, 'type'),
          id,
          status: textOf(row, 'status'),
          parent: textOf(row, 'parent_id'),
          terms: new Set([...own.flatMap(termNames), ...(isUncategorized ? standing : [])]),
          format: hasFormats
            ? format
              ? textOf(format, 'slug').replace(/^post-format-/, '')
              : 'standard'
            : null,
          template: at(id)('_wp_page_template')?.replace(/^default$/, '') ?? '',
          hasChildren: parents.has(id),
          isFront: site.option('page_on_front') === id,
          isPostsPage: site.option('page_for_posts') === id,
        },
      ]
    }),
  )
}

/** The names by which rules know a term. */
function termNames(term: Row): readonly string[] {
  return [textOf(term, 'id'), `${textOf(term, 'taxonomy')}:${textOf(term, 'slug')}`]
}

/** The plug-in takes the term 1, whatever the option `default_category`, for the category of posts without one. */
async function uncategorized({ rows: read }: GatherReads): Promise<readonly string[]> {
  const columns = ['id', 'taxonomy', 'slug']
  const found = await read({
    source: 'terms',
    columns,
    filters: [
      { kind: 'in', column: 'id', values: ['1'] },
      { kind: 'in', column: 'taxonomy', values: ['category'] },
    ],
  })
  return ['1', ...found.flatMap(termNames)]
}
