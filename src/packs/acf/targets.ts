// Rows that the fields of a page name, read together: posts, files, terms and users as far as the viewer may read them one by
// one, and rows that texts show. The number of statements depends on the number of kinds, never on the number of rows.
import {
  avatarTag,
  avatarUrl,
  integerOf,
  parsePhpValue,
  richText,
  textOf,
  type FieldInput,
  type GatherReads,
  type ResourceDefinition,
  type Row,
  type Site,
} from '../../index.ts'
import { openColumns } from '../seo/open-columns.ts'
import { keyed } from '../php/keyed-meta.ts'
import { phpText, textIn } from '../php/stored.ts'
import type { AcfField } from './definitions.ts'
import { fileColumns, fileKeys, shownFile, type ShownFile } from './files.ts'
import { loadedValue } from './light.ts'
import type { ObjectFields } from './page-fields.ts'
import { idsIn, rawPost } from './standard.ts'
import { leavesOf } from './stored-values.ts'

export interface Targets {
  readonly post: (id: string) => Readonly<Record<string, unknown>> | null
  /** The address of a post. */
  readonly page: (id: string) => string | null
  readonly file: (id: string) => ShownFile | null
  readonly term: (id: string, taxonomy: string) => Readonly<Record<string, unknown>> | null
  readonly user: (id: string) => ShownUser | null
  /** The rows with which the texts of fields are rendered. */
  readonly texts: FieldInput['needed']
}

export interface ShownUser {
  readonly id: number
  /** The user in fields that return arrays (`whole`), and in those that return objects (`account`). */
  readonly whole: Readonly<Record<string, unknown>>
  readonly account: Readonly<Record<string, unknown>>
}

interface Named {
  readonly posts: Set<string>
  readonly terms: Set<string>
  readonly users: Set<string>
  readonly texts: Row[]
}

export async function readTargets(
  objects: ReadonlyMap<string, ObjectFields>,
  arePosts: boolean,
  resources: ReadonlyMap<string, ResourceDefinition>,
  reads: GatherReads,
): Promise<Targets> {
  const named: Named = { posts: new Set(), terms: new Set(), users: new Set(), texts: [] }
  for (const [id, object] of objects)
    for (const { field, key } of leavesOf(object.fields, object.at))
      addNamed(field, key, object, { named, owner: arePosts ? id : '0' })
  const [posts, terms, users, texts] = await Promise.all([
    visibleOf('posts', 'type', named.posts, { columns: postColumns, resources, reads }),
    visibleOf('terms', 'taxonomy', named.terms, { columns: termColumns, resources, reads }),
    readUsers(named.users, resources.get('user'), reads),
    reads.needed(named.texts, richText.needs?.(reads.site) ?? {}),
  ])
  const fileIds = [...posts].flatMap(([id, row]) => (textOf(row, 'type') === 'attachment' ? [id] : []))
  const fileMeta = await keyed('postmeta', 'post_id', fileIds, fileKeys, reads)
  const pages = await reads.postLinks([...posts.values()])
  const { site } = reads
  return {
    post: (id) => {
      const row = posts.get(id)
      return row ? rawPost(row) : null
    },
    page: (id) => pages.get(id) ?? null,
    file: (id) => {
      const row = posts.get(id)
      if (!row || textOf(row, 'type') !== 'attachment') return null
      return shownFile(row, {
        site,
        page: pages.get(id) ?? '',
        path: fileMeta(id, '_wp_attached_file'),
        metadata: parsePhpValue(fileMeta(id, '_wp_attachment_metadata')),
        alt: fileMeta(id, '_wp_attachment_image_alt'),
      })
    },
    term: (id, taxonomy) => {
      const row = terms.get(id)
      return row && textOf(row, 'taxonomy') === taxonomy ? shownTerm(row) : null
    },
    user: (id) => users.get(id) ?? null,
    texts,
  }
}

const postColumns = [...fileColumns, 'modified_at', 'comment_status', 'ping_status', 'comment_count'] as const
const termColumns = [
  'id',
  'name',
  'slug',
  'group',
  'taxonomy_id',
  'taxonomy',
  'description',
  'parent_id',
  'count',
]

function addNamed(
  field: AcfField,
  key: string,
  object: ObjectFields,
  { named, owner }: { readonly named: Named; readonly owner: string },
): void {
  const value = loadedValue(field, key, object)
  const isById = textIn(field.settings, 'return_format') === 'id'
  const add = (to: Set<string>, from = value) => {
    for (const id of idsIn(from)) to.add(id)
  }
  switch (field.type) {
    case 'image':
    case 'file':
    case 'post_object':
    case 'relationship':
      if (!isById) add(named.posts)
      break
    case 'page_link':
    case 'gallery':
      add(named.posts)
      break
    case 'icon_picker':
      if (value instanceof Map && textIn(value, 'type') === 'media_library')
        add(named.posts, value.get('value') ?? null)
      break
    case 'taxonomy':
      if (textIn(field.settings, 'return_format') === 'object') add(named.terms)
      break
    case 'user':
      add(named.users)
      break
    case 'wysiwyg':
      if (phpText(value) !== '') named.texts.push({ id: owner, content: phpText(value) })
      break
    default:
  }
}

interface VisibleReads {
  readonly columns: readonly string[]
  readonly resources: ReadonlyMap<string, ResourceDefinition>
  readonly reads: GatherReads
}

/** Rows that the viewer may see, by their ids, of all kinds that the gateway serves. */
async function visibleOf(
  source: 'posts' | 'terms',
  kind: string,
  ids: ReadonlySet<string>,
  { columns, resources, reads }: VisibleReads,
): Promise<ReadonlyMap<string, Row>> {
  const there = await reads.rows({
    source,
    columns: ['id', kind],
    filters: [{ kind: 'in', column: 'id', values: [...ids] }],
  })
  const found = await Promise.all(
    [...Map.groupBy(there, (row) => textOf(row, kind))].map(async ([name, rows]) => {
      const resource = resources.get(name)
      if (resource?.source !== source) return []
      return reads.visible(resource, {
        ids: rows.map((row) => textOf(row, 'id')),
        columns: openColumns(resource, columns),
      })
    }),
  )
  return new Map(found.flat().map((row) => [textOf(row, 'id'), row]))
}

function shownTerm(row: Row): Readonly<Record<string, unknown>> {
  return {
    term_id: integerOf(row, 'id'),
    name: textOf(row, 'name'),
    slug: textOf(row, 'slug'),
    term_group: integerOf(row, 'group'),
    term_taxonomy_id: integerOf(row, 'taxonomy_id'),
    taxonomy: textOf(row, 'taxonomy'),
    description: textOf(row, 'description'),
    parent: integerOf(row, 'parent_id'),
    count: integerOf(row, 'count'),
    filter: 'raw',
  }
}

/** The tag of an avatar, with the attributes by which browsers load it lazily. */
function avatarOf(email: string, site: Site): string {
  const tag = avatarTag((size) => avatarUrl(email, size, site), { size: 96 })
  return tag.replace(/ \/>$/, " loading='lazy' decoding='async'/>")
}

/** Reads the public members of users; e-mail, names and time of registration only for viewers who may list users. */
async function readUsers(
  ids: ReadonlySet<string>,
  resource: ResourceDefinition | undefined,
  reads: GatherReads,
): Promise<ReadonlyMap<string, ShownUser>> {
  if (!resource || ids.size === 0) return new Map()
  const { site, viewer } = reads
  const columns = ['id', 'name', 'slug', 'url', 'email', 'registered_at']
  const rows = await reads.visible(resource, { ids: [...ids], columns })
  const listsUsers = viewer.kind === 'user' && viewer.capabilities.has('list_users')
  const keys = ['description', ...(listsUsers ? ['first_name', 'last_name', 'nickname'] : [])]
  const userIds = rows.map((row) => textOf(row, 'id'))
  const meta = await keyed('usermeta', 'user_id', userIds, keys, reads)
  return new Map(
    rows.map((row) => {
      const id = textOf(row, 'id')
      const own = (key: string) => meta(id, key)
      const email = textOf(row, 'email')
      const isListed = <T>(more: T) => (listsUsers ? more : {})
      const [slug, name, url] = [textOf(row, 'slug'), textOf(row, 'name'), textOf(row, 'url')]
      const registered = { user_registered: textOf(row, 'registered_at') }
      return [
        id,
        {
          id: Number(id),
          whole: {
            ID: Number(id),
            ...isListed({
              user_firstname: own('first_name'),
              user_lastname: own('last_name'),
              nickname: own('nickname'),
            }),
            user_nicename: slug,
            display_name: name,
            ...isListed({ user_email: email }),
            user_url: url,
            ...isListed(registered),
            user_description: own('description'),
            user_avatar: avatarOf(email, site),
          },
          account: {
            data: {
              ID: id,
              user_nicename: slug,
              ...isListed({ user_email: email }),
              user_url: url,
              ...isListed(registered),
              display_name: name,
            },
            ID: Number(id),
          },
        },
      ]
    }),
  )
}
