// The part of the schema that depends on the site: its content types, taxonomies, menu locations, roles and templates.
import type { GraphTypes } from '../registry/graph-types.ts'
import { has } from '../registry/content-type.ts'
import { knownMimeTypes } from '../resources/media/mime-types.ts'
import { addedWheres } from './added-types.ts'
import type { WhereTexts } from './expand.ts'
import { enumName, type ContentNames, type TaxonomyNames } from './names.ts'
import { defaultTemplate, templateEnum, templateType } from './templates.ts'

export interface Described {
  readonly contentTypes: readonly ContentNames[]
  readonly taxonomies: readonly TaxonomyNames[]
  /** The names of the theme's menu locations. */
  readonly menuLocations: readonly string[]
  readonly roles: readonly string[]
  /** The statuses of content. */
  readonly statuses: readonly string[]
  /** True where the gateway issues tokens. */
  readonly logsIn: boolean
  /** Titles of the templates of pages, by the names under which they are stored. */
  readonly templates: ReadonlyMap<string, string>
  /** Fields that extensions added to content, in the short form, by the name of the content type. */
  readonly ownFields: ReadonlyMap<string, readonly string[]>
  /** Types that extensions added. */
  readonly added: readonly GraphTypes[]
}

export function kindsText(described: Described): string {
  const { contentTypes, taxonomies } = described
  const articles = contentTypes.filter(({ name }) => name !== 'attachment')
  return [
    ...articles.map((names) => contentText(names, described)),
    ...taxonomies.map((names) => taxonomyText(names, contentTypes)),
    ...articles.map(
      (names) => `type User\n  ${names.plural} -> UserTo${names.type} ${names.type} ${whereName(names)}`,
    ),
    'type User\n  mediaItems -> UserToMediaItem MediaItem file',
    rootText(described),
    enumsText(described),
    ...[...described.templates].map(([, title]) => `type ${templateType(title)} : ContentTemplate`),
  ].join('\n')
}

function contentText({ type, name, single, definition, taxonomies }: ContentNames, described: Described) {
  const on = (feature: Parameters<typeof has>[1], text: string) => (has(definition, feature) ? text : '')
  const hierarchical = definition.isHierarchical === true
  const interfaces = [
    hierarchical ? 'HierarchicalContentNode' : 'ContentNode DatabaseIdentifier',
    definition.shownIn?.menus === false ? '' : 'MenuItemLinkable',
    on('author', 'NodeWithAuthor'),
    on('comments', 'NodeWithComments'),
    on('editor', 'NodeWithContentEditor'),
    on('excerpt', 'NodeWithExcerpt'),
    on('thumbnail', 'NodeWithFeaturedImage'),
    on('page-attributes', 'NodeWithPageAttributes'),
    on('revisions', 'NodeWithRevisions'),
    'NodeWithTemplate',
    on('title', 'NodeWithTitle'),
    on('trackbacks', 'NodeWithTrackbacks'),
    'Previewable',
  ]
  const lines = [
    `type ${type} : ${interfaces.filter((each) => each !== '').join(' ')}`,
    hierarchical ? '' : `ancestors -> ${type}To${type} ${type} @deprecated`,
    hierarchical ? '' : `parent => ${type}ToParent ${type} @deprecated`,
    ...taxonomies.map((each) => `${each.plural} -> ${type}To${each.type} ${each.type} ${termsName(each)}`),
    taxonomies.length > 0 ? `terms -> ${type}ToTermNode TermNode termNodes` : '',
    on('comments', `comments -> ${type}ToComment Comment comments`),
    'hasPassword: Boolean',
    name === 'post' ? 'isSticky: Boolean!' : '',
    name === 'page' ? 'isPrivacyPage: Boolean!' : '',
    `${single}Id: Int! @deprecated`,
    'password: String',
    `preview => ${type}ToPreview ${type}`,
    on('revisions', `revisions -> ${type}ToRevision ${type} ${whereName({ name })}`),
    ...(described.ownFields.get(name) ?? []),
  ]
  return lines.filter((line) => line !== '').join('\n  ')
}

function taxonomyText(names: TaxonomyNames, contentTypes: readonly ContentNames[]) {
  const { type, single, definition } = names
  const interfaces = definition.isHierarchical ? 'HierarchicalTermNode' : 'DatabaseIdentifier TermNode'
  const carriers = contentTypes.filter(({ taxonomies }) =>
    taxonomies.some(({ name }) => name === definition.name),
  )
  const lines = [
    `type ${type} : ${interfaces} MenuItemLinkable`,
    ...(definition.isHierarchical
      ? [
          `ancestors -> ${type}ToAncestors${type} ${type}`,
          `children -> ${type}To${type} ${type} ${termsName(names)}`,
          `parent => ${type}ToParent${type} ${type}`,
        ]
      : []),
    `contentNodes -> ${type}ToContentNode ContentNode contentOf${type}`,
    ...carriers.map((each) => `${each.plural} -> ${type}To${each.type} ${each.type} ${whereName(each)}`),
    `taxonomy => ${type}ToTaxonomy Taxonomy`,
    `${single}Id: Int @deprecated`,
  ]
  return `${lines.join('\n  ')}\nenum ${type}IdType DATABASE_ID ID NAME SLUG URI`
}

function rootText({ contentTypes, taxonomies }: Described): string {
  const content = contentTypes.flatMap((names) => {
    const { type, single, plural, definition, name } = names
    const hasSlug = definition.isHierarchical !== true
    return [
      `${single}(id: ID!, idType: ${type}IdType, asPreview: Boolean): ${type}`,
      `${single}By(id: ID, ${single}Id: Int${hasSlug ? ', slug: String' : ''}, uri: String): ${type} @deprecated`,
      `${plural} -> RootQueryTo${type} ${type} ${name === 'attachment' ? 'file' : whereName(names)}`,
    ]
  })
  const idTypes = contentTypes
    .filter(({ name }) => name !== 'attachment')
    .map(
      ({ type, definition }) =>
        `enum ${type}IdType DATABASE_ID ID${definition.isHierarchical === true ? '' : ' SLUG'} URI`,
    )
  const terms = taxonomies.flatMap((names) => [
    `${names.single}(id: ID!, idType: ${names.type}IdType): ${names.type}`,
    `${names.plural} -> RootQueryTo${names.type} ${names.type} ${termsName(names)}`,
  ])
  return [...idTypes, ['type RootQuery', ...content, ...terms].join('\n  ')].join('\n')
}

function enumsText({
  contentTypes,
  taxonomies,
  menuLocations,
  roles,
  statuses,
  templates,
}: Described): string {
  const linkable = [...contentTypes.filter(({ name }) => name !== 'attachment'), ...taxonomies]
  const carried = taxonomies.map(({ name, type }) => {
    const carriers = contentTypes.filter((each) => each.taxonomies.some((own) => own.name === name))
    return enumText(
      `ContentTypesOf${type}Enum`,
      carriers.map((each) => enumName(each.name)),
    )
  })
  return [
    ...carried,
    enumText('ContentTemplateEnum', [defaultTemplate, ...[...templates.keys()].map(templateEnum)]),
    enumText(
      'ContentTypeEnum',
      contentTypes.map(({ name }) => enumName(name)),
    ),
    enumText('MenuLocationEnum', menuLocations.map(enumName)),
    enumText('MimeTypeEnum', knownMimeTypes.map(enumName)),
    enumText('PostStatusEnum', statuses.map(enumName)),
    enumText(
      'TaxonomyEnum',
      taxonomies.map(({ type }) => enumName(type)),
    ),
    enumText('UserRoleEnum', roles.map(enumName)),
    `union MenuItemObjectUnion = ${linkable.map(({ type }) => type).join(' | ') || 'MediaItem'}`,
  ].join('\n')
}

/** Removes the mutations of content types and taxonomies that are not in the schema. */
export function mutationsOf(text: string, { contentTypes, taxonomies }: Described): string {
  const there = new Set([...contentTypes, ...taxonomies].map(({ type }) => type))
  const absent = ['Post', 'Page', 'MediaItem', 'Category', 'Tag', 'PostFormat'].filter(
    (type) => !there.has(type),
  )
  return absent.reduce(
    (kept, type) =>
      kept
        .replace(
          new RegExp(`^(?:input|type) (?:Create|Update|Delete)${type}(?:Input|Payload)\\n(?:  .*\\n)*`, 'gm'),
          '',
        )
        .replace(new RegExp(`^  (?:create|update|delete)${type}\\(.*\\n`, 'gm'), ''),
    text,
  )
}

/** An enum without values would be invalid, so it gets the value `EMPTY`. */
function enumText(name: string, values: readonly string[]): string {
  const usable = [...new Set(values)].filter((value) => /^[A-Z_][A-Z0-9_]*$/.test(value))
  return `enum ${name} ${usable.length === 0 ? 'EMPTY' : usable.toSorted().join(' ')}`
}

/** The name of the `where` of a content type's lists, in the short form. */
function whereName({ name }: Pick<ContentNames, 'name'>): string {
  return `content_${name.replace(/\W/g, '_')}`
}

function termsName({ name }: Pick<TaxonomyNames, 'name'>): string {
  return `terms_${name.replace(/\W/g, '_')}`
}

/** The `where` inputs of lists. */
export function wheresOf({ contentTypes, taxonomies, added }: Described): WhereTexts {
  /** Appends the conditions that extensions add to lists of these, each name once. */
  const withAdded = (text: string, names: readonly { readonly name: string }[]) => {
    const wheres = new Map(names.flatMap(({ name }) => [...addedWheres(added, name)]))
    const taken = new Set([...text.matchAll(/(\w+):/g)].map(([, name]) => name))
    const others = [...wheres].filter(([name]) => !taken.has(name))
    return [text, ...others.map(([name, { type }]) => `${name}: ${type}`)].join(', ')
  }
  const own = contentTypes.map(({ name, taxonomies: carried }) => {
    const ifCarried = (taxonomy: string, text: string) =>
      carried.some((each) => each.name === taxonomy) ? text : ''
    const texts = [
      author,
      ifCarried('category', category),
      ifCarried('post_tag', tag),
      contentWhere('ContentTypeEnum'),
    ]
    const text = texts.join(' ').replace('contentTypes: [ContentTypeEnum],', '')
    return [whereName({ name }), withAdded(text, [{ name }])] as const
  })
  const carriers = taxonomies.map(
    ({ type }) =>
      [`contentOf${type}`, withAdded(contentWhere(`ContentTypesOf${type}Enum`), contentTypes)] as const,
  )
  const ofTerms = taxonomies.map((names) => [termsName(names), withAdded(terms, [names])] as const)
  return {
    ...Object.fromEntries([...own, ...carriers, ...ofTerms]),
    content: withAdded(contentWhere('ContentTypeEnum'), contentTypes),
    file: withAdded(
      `${author} ${contentWhere('ContentTypeEnum').replace('contentTypes: [ContentTypeEnum],', '')}`,
      [{ name: 'attachment' }],
    ),
    comments,
    termNodes: withAdded(`${terms} taxonomies: [TaxonomyEnum]`, taxonomies),
    menuItems: 'id: Int, location: MenuLocationEnum, parentDatabaseId: Int, parentId: ID',
    menus: 'id: Int, location: MenuLocationEnum, slug: String',
    users,
    plugins: 'search: String, stati: [PluginStatusEnum], status: PluginStatusEnum',
    assets: 'handlesIn: [String]',
  }
}

const author = 'author: Int, authorIn: [ID], authorName: String, authorNotIn: [ID],'
const category = 'categoryId: Int, categoryIn: [ID], categoryName: String, categoryNotIn: [ID],'
const tag =
  'tag: String, tagId: String, tagIn: [ID], tagNotIn: [ID], tagSlugAnd: [String], tagSlugIn: [String],'

function contentWhere(types: string): string {
  return `contentTypes: [${types}], dateQuery: DateQueryInput, hasPassword: Boolean, id: Int, in: [ID],
 isSticky: Boolean, mimeType: MimeTypeEnum, name: String, nameIn: [String], notIn: [ID],
 orderby: [PostObjectsConnectionOrderbyInput], parent: ID, parentIn: [ID], parentNotIn: [ID],
 password: String, search: String, stati: [PostStatusEnum], status: PostStatusEnum,
 template: ContentTemplateEnum, title: String`.replaceAll('\n', '')
}

const comments = `authorEmail: String, authorIn: [ID], authorNotIn: [ID], authorUrl: String, commentIn: [ID],
 commentNotIn: [ID], commentType: String, commentTypeIn: [String], commentTypeNotIn: String,
 contentAuthor: [ID], contentAuthorIn: [ID], contentAuthorNotIn: [ID], contentId: ID, contentIdIn: [ID],
 contentIdNotIn: [ID], contentName: String, contentParent: Int, contentStatus: [PostStatusEnum],
 contentType: [ContentTypeEnum], includeUnapproved: [ID], karma: Int, order: OrderEnum,
 orderby: CommentsConnectionOrderbyEnum, parent: Int, parentIn: [ID], parentNotIn: [ID], search: String,
 statusIn: [CommentStatusEnum], userId: ID`.replaceAll('\n', '')

const terms = `cacheDomain: String, childOf: Int, childless: Boolean, descriptionLike: String, exclude: [ID],
 excludeTree: [ID], hideEmpty: Boolean, hierarchical: Boolean, include: [ID], name: [String], nameLike: String,
 objectIds: [ID], order: OrderEnum, orderby: TermObjectsConnectionOrderbyEnum, padCounts: Boolean, parent: Int,
 search: String, slug: [String], termTaxonomyId: [ID], updateTermMetaCache: Boolean`.replaceAll('\n', '')

const users = `exclude: [Int], hasPublishedPosts: [ContentTypeEnum], include: [Int], login: String,
 loginIn: [String], loginNotIn: [String], nicename: String, nicenameIn: [String], nicenameNotIn: [String],
 orderby: [UsersConnectionOrderbyInput], role: UserRoleEnum, roleIn: [UserRoleEnum],
 roleNotIn: [UserRoleEnum], search: String, searchColumns: [UsersConnectionSearchColumnEnum]`.replaceAll(
  '\n',
  '',
)
