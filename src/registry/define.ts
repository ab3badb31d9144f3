// What can be defined: resources with their fields and links, routes, endpoints, authentication methods. Built-ins and
// extensions define through these types and these functions alone, which return what they are given.
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Static, TObject, TProperties, TSchema } from 'typebox'
import type { Failure, FailureCode, Refusal } from '../core/failure.ts'
import type { Query } from '../core/query-string.ts'
import type { Header, Paging, Reply } from '../core/reply.ts'
import type { Request } from '../core/request.ts'
import type { Tag } from '../core/tag.ts'
import type { Listing, TextNeeds } from '../core/text-needs.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Filter, Visibility } from '../database/filter.ts'
import type { Source } from '../database/source.ts'
import type { ColumnName, Database, Integer, Row } from '../database/tables.ts'
import type { Site } from '../site/site.ts'

// Resources ----------------------------------------------------------------------------------------------------------

export interface ResourceDefinition {
  /** One row's name: `post`. It names the tags of its lists and rows. */
  readonly name: string
  /** The last part of its REST addresses: `posts`. */
  readonly base: string
  readonly source: Source
  /** What a row of the source has to be to be one of these: `{ type: 'post' }`. */
  readonly where: Readonly<Record<string, string>>
  /** What a list holds unless it is asked for something else: `{ status: 'publish' }`. */
  readonly listed: Readonly<Record<string, string>>
  /** The capabilities that its rules ask for. */
  readonly capabilities: readonly string[]
  /** Which rows a viewer may see in lists. */
  readonly visible: Rule
  /** Which rows a viewer may see one by one, where these are more. */
  readonly visibleAlone?: Rule
  /** Which rows a viewer may edit: what `context=edit` shows. */
  readonly editable: Rule
  /** For rows that lie below content and are hidden by its password: which of them it opens, and which content is open. */
  readonly below?: { readonly unlocked: Rule; readonly open: Rule }
  readonly notFound: FailureCode
  /** Why a row that is there is not shown. */
  readonly notVisible: FailureCode
  /** Who may ask for `context=edit`: the capability for lists, and the sentences that refuse a list and an item. */
  readonly editing: { readonly capability: string; readonly list: string; readonly item: string }
  /** The statuses that a viewer may ask for, by the capability it takes; null where rows have no status. */
  readonly statuses: {
    readonly capability: string
    /** What it takes to ask for private rows and nothing else. */
    readonly readPrivate: string
    /** What it takes to read what is published, where not everybody may: it is counted for all the same. */
    readonly read?: string
    readonly values: readonly string[]
    /** What `any` stands for; null where it may not be asked for. */
    readonly any: readonly string[] | null
  } | null
  /** The column with the password that protects a row's text; null where nothing is protected. */
  readonly password: string | null
  /** Whether a viewer is one of them: `users/me`. */
  readonly hasSelf: boolean
  /** Where its rows belong to an item of another resource, and are asked for below of that; null where they stand alone. */
  readonly within: Within | null
  /** Who may read it at all, where not everybody: whoever has one of these capabilities; and what the others are told. */
  readonly readers?: { readonly capabilities: readonly string[]; readonly refusal: string }
  /** Its rows, by name (`id`), where the site's options hold them. */
  readonly made?: (site: Site) => readonly Row[]
  /** How many items a page has unless it is asked for another number; 10 without a word. */
  readonly perPage?: number
  /** A page beyond the last: refused, or an empty list. */
  readonly beyondLastPage: 'refused' | 'empty'
  /** Whether a list can begin at any row, apart from its pages, or counted as the page that it would be on. */
  readonly offset: 'apart' | 'counted' | null
  readonly search: SearchDefinition
  /** What `orderby` may say. */
  readonly orders: Readonly<Record<string, OrderDefinition>>
  readonly order: { readonly by: string; readonly descending: boolean }
  /** Arguments of its collection besides those that every collection has. */
  readonly args: Readonly<Record<string, FilterArg>>
  /** The taxonomies that its rows can be asked for by. */
  readonly taxonomies: readonly TaxonomyDefinition[]
  readonly fields: readonly Field[]
  /** Fields that `_fields` leaves out where it names only a part of them. */
  readonly servedWhole?: 'all' | readonly string[]
  /** Columns that its fields are made of and no table has, by names of their own: `product.price_with_tax`. */
  readonly computed?: Readonly<Record<string, Computed>>
  /** What REST shows of an item at last; without a word, all that its fields make. */
  readonly itemFilter?: ItemFilter | null
  readonly links: readonly Link[]
  /** Where the row is on the site itself, for people. */
  readonly page: Derived | null
  readonly node: NodeDefinition | null
}

/**
 * Changes or leaves out members of an item as REST is about to show it, without its links; the item has those that were
 * asked for and may be seen. It is pure: answers to anonymous viewers are kept.
 */
export type ItemFilter = (item: Item, about: ItemShown) => Item

export type Item = Readonly<Record<string, unknown>>

export interface ItemShown {
  readonly context: Context
  readonly viewer: Viewer
  readonly site: Site
}

export interface SearchDefinition {
  /** The columns that are looked in. */
  readonly columns: readonly string[]
  /** Of them, those that `search_columns` can name, by the names it gives them; null where there is no such argument. */
  readonly named: Readonly<Record<string, string>> | null
  /** Columns that are looked in only for viewers who have a capability. */
  readonly guarded?: { readonly capability: string; readonly columns: readonly string[] }
  /** Looked in besides: what is stored under this key of meta. */
  readonly metaKey?: string
  /** Whether every word is looked for by itself, or the text as it is. */
  readonly splits: boolean
  /** What else a row has to be for a search of somebody who is not logged in to find it. */
  readonly where: Readonly<Record<string, string>>
}

/** By a column; in the order in which its values were given; or best first. */
export interface OrderDefinition {
  readonly by: 'column' | 'given' | 'relevance'
  readonly column: string
  /** Equal rows come by their ids in the direction of the order, or with the greatest first. */
  readonly ties?: 'greatest-first'
  /** Whether a viewer may ask for it; null where it is fine. */
  readonly forbids?: (viewer: Viewer) => Failure | null
}

/** An argument that chooses among the rows of a collection. */
export interface FilterArg {
  readonly schema: TSchema
  /** What it asks of the rows, given its value. */
  readonly filters: (value: unknown, asked: Asked) => readonly Filter[]
  /** What its value has to be the id of, seen or not; an id of nothing is refused. */
  readonly refersTo?: 'posts'
  /** Whether a viewer who gives it may do so; null where it is fine. */
  readonly forbids?: (value: unknown, viewer: Viewer) => Failure | null
}

/** What rows belong to by their `parent_id`: only those who may edit that see them. */
export interface Within {
  readonly resource: string
  /** What its id is called in the address of the list. */
  readonly arg: 'parent' | 'id'
  /** A page at a time, or all at once. */
  readonly listed: 'paged' | 'whole'
  /** What refuses a viewer, and what a row that is not there. */
  readonly refusal: string
  readonly missing: string
}

/** What an argument is given among. */
export interface Asked {
  readonly site: Site
  readonly viewer: Viewer
  readonly args: Readonly<Record<string, unknown>>
  /** What the viewer may see of another resource. */
  readonly visibilityOf: (resource: string) => Visibility | null
}

// Content types and taxonomies ------------------------------------------------------------------------------------------

/** A kind of content that the posts table holds, as the owning system knows it. */
export interface ContentTypeDefinition {
  /** What its rows hold as their type: `product`. */
  readonly name: string
  /** The last part of its REST addresses: `products`. */
  readonly base: string
  /** What people call it: `Products`, `Product`. */
  readonly labels: { readonly plural: string; readonly singular: string }
  /** What its labels say besides, by their names in the original: `add_new`. */
  readonly wording?: Wording
  readonly description?: string
  readonly icon?: string
  readonly isHierarchical?: boolean
  readonly hasArchive?: boolean
  /** Whether its rows are pages of the site. */
  readonly isViewable?: boolean
  /** Whether the owning system has it built in, and addresses its rows as it does posts. */
  readonly isBuiltIn?: boolean
  /** In which contexts its title and content show what is stored and what is made of it; without a word, in editing and everywhere. */
  readonly texts?: TextContexts
  /** Whether the owning system has menus that can hold its rows, and screens to edit them; without a word it has both. */
  readonly shownIn?: { readonly menus: boolean; readonly screens: boolean }
  readonly supports: readonly Feature[]
  /** Whether what is edited is saved meanwhile by itself; without a word it is. */
  readonly savesItself?: boolean
  /** What the words of its capabilities end in: `page` asks for edit_pages. */
  readonly capabilityType?: string
  /** Capabilities that are called otherwise, by their names for posts: `create_posts`. */
  readonly capabilities?: Readonly<Record<string, string>>
  /** What its permalinks begin with: by default its name. */
  readonly slug?: string
  /** Fields of its own. */
  readonly fields?: readonly Field[]
  /** Meta of its own: fields of `meta`. */
  readonly meta?: readonly MetaDefinition[]
  /** Fields that the database computes. */
  readonly computed?: readonly ComputedDefinition[]
}

export interface TextContexts {
  readonly raw: readonly Context[]
  readonly rendered: readonly Context[]
}

export type Feature =
  | 'title'
  | 'editor'
  | 'author'
  | 'excerpt'
  | 'thumbnail'
  | 'comments'
  | 'revisions'
  | 'custom-fields'
  | 'page-attributes'
  | 'post-formats'
  | 'trackbacks'
  | 'slug'
  | 'notes'

/** Labels by their names in the original; null where it has none. */
export type Wording = Readonly<Record<string, string | null>>

/** What is stored under a key of meta, as a member of the field `meta`. */
export interface MetaDefinition {
  readonly key: string
  /** What of its value is served; where there is none, what stands for it. */
  readonly schema: TSchema
  readonly read: (stored: string | null) => unknown
  /** Whether it is a list of all that is stored under the key, else the first of it. */
  readonly isMultiple?: boolean
  /** Without a word everywhere. */
  readonly exposed?: readonly Exposure[]
  /** What to use instead. */
  readonly deprecationReason?: string
  /** The field of the GraphQL node that serves it; without a word one of its own name, where it is a scalar. */
  readonly node?: NodeName
}

/** Where a field is served. */
export type Exposure = 'rest' | 'graphql'

/** What a field is called in GraphQL, and what it holds. */
export interface NodeName {
  readonly name: string
  readonly type: NodeScalar
}

/** A field that the database computes, of columns and meta: read only, and only where it is asked for. */
export interface ComputedDefinition {
  readonly name: string
  readonly contexts: readonly Context[]
  readonly schema: TSchema
  readonly expression: Computed
  /** What of the value in its column is served. */
  readonly read: (computed: string) => unknown
  /** Without a word everywhere. */
  readonly exposed?: readonly Exposure[]
  /** What to use instead. */
  readonly deprecationReason?: string
  readonly node?: NodeName
}

/** An SQL expression over the logical tables. */
export type Computed = (build: ComputedBuilder) => Expression<unknown>

export interface ComputedBuilder {
  /** A column of the row: `posts.menu_order`. */
  readonly column: (name: ColumnName) => Expression<unknown>
  /** The first value stored under a key of the post's meta; null where there is none. */
  readonly meta: (key: string) => Expression<string | null>
  /** The exact decimal that a text begins with, 0 where it begins with none (PHP's floatval, without its rounding). */
  readonly decimal: (text: Expression<string | null>) => Expression<string>
  readonly times: (one: Expression<string>, factor: string) => Expression<string>
  /** Rounded half away from zero. */
  readonly rounded: (value: Expression<string>, places: number) => Expression<string>
}

export interface TaxonomyDefinition {
  /** What its rows hold as their taxonomy: `post_tag`. */
  readonly name: string
  /** The last part of its REST addresses, and the argument that asks content for its terms: `tags`. */
  readonly base: string
  readonly labels: { readonly plural: string; readonly singular: string }
  /** What its labels say besides, by their names in the original: `add_new_item`. */
  readonly wording?: Wording
  readonly description?: string
  readonly isHierarchical: boolean
  /** Whether its terms are pages of the site, and where the owning system shows them; without a word, everywhere. */
  readonly shownIn?: { readonly site: boolean; readonly screens: boolean }
  /** The content types whose rows carry its terms. */
  readonly types: readonly string[]
  readonly capabilities: {
    readonly manage: string
    readonly edit: string
    readonly assign: string
    /** Without a word as `edit`. */
    readonly delete?: string
  }
  /** What its permalinks begin with: by default its name. */
  readonly slug?: string
}

// Directories -----------------------------------------------------------------------------------------------------------

/** What the owning system knows by name, without a table: its content types, taxonomies, statuses. */
export interface DirectoryDefinition {
  /** The last part of its address: `types`. */
  readonly base: string
  /** What names an entry in an address: `type`. */
  readonly parameter: string
  /** An argument that chooses among the entries; null where there is none. */
  readonly filter: {
    readonly arg: string
    readonly description: string
    readonly matches: (entry: DirectoryEntry, value: string) => boolean
  } | null
  readonly entries: readonly DirectoryEntry[]
  /** What an entry is made of. */
  readonly schemas: Readonly<Record<string, TSchema>>
  /** Members that are shown in embeds too, and those that are shown in editing only. */
  readonly embedded: readonly string[]
  readonly edited: readonly string[]
  readonly refusals: {
    /** The list in editing, to one who may edit none. */
    readonly list: Failure
    readonly unknown: Failure
    /** An entry that the viewer may not see. */
    readonly hidden: Failure
    /** An entry in editing; null where whoever sees it may. */
    readonly editing: Failure | null
  }
}

export interface DirectoryEntry {
  readonly name: string
  readonly isVisible: (viewer: Viewer) => boolean
  readonly isEditable: (viewer: Viewer) => boolean
  readonly members: (site: Site) => Readonly<Record<string, unknown>>
  /** Addresses below the interface's version, by relation; one that begins with a colon is the brand's own. */
  readonly links: Readonly<Record<string, string>>
}

/** Which rows a viewer may see, or edit, as a condition on the logical tables. */
export type Rule = (build: RuleBuilder) => Expression<SqlBool>

export interface RuleBuilder {
  readonly eb: ExpressionBuilder<Database, keyof Database>
  /** A column; what stands for it where the database does not have it. */
  readonly column: (name: ColumnName) => Expression<unknown>
  /** Whether the viewer has one of the resource's `capabilities`. */
  readonly can: (capability: string) => boolean
  /** The viewer's id; 0, which no row has, where nobody is logged in. */
  readonly viewerId: Expression<unknown>
}

export type Context = 'view' | 'embed' | 'edit'

/**
 * A value that is made of a row: what has to be read for it, and how it is made.
 *
 * @example
 * ```ts
 * import { defineExtension, defineRoute, everybody, textOf, type Derived } from 'lectern'
 *
 * const mood: Derived = {
 *   columns: ['id'],
 *   needs: () => ({ meta: ['mood'] }),
 *   value: ({ row, needed }) => needed.metaOf(textOf(row, 'id'), 'mood') ?? 'calm',
 * }
 *
 * const moods = defineRoute({
 *   namespace: 'moods/v1',
 *   path: '/posts',
 *   methods: ['GET'],
 *   permission: everybody,
 *   handle: ({ read }) => read.list('post', { values: { id: 'id', mood }, limit: 5 }),
 * })
 *
 * export default defineExtension({ name: 'moods', routes: [moods] })
 * ```
 */
export interface Derived {
  readonly columns: readonly string[]
  readonly needs?: (site: Site) => Needs
  readonly value: (input: FieldInput) => unknown
}

export interface Field extends Derived {
  readonly name: string
  /** Served without being in the schema that OPTIONS shows, as a few are in the original. */
  readonly isUnlisted?: boolean
  /** Whether the owning system makes it itself, and takes it from nobody; without a word its name says. */
  readonly isReadOnly?: boolean
  /** Of a text: where it shows what, if not in editing and everywhere. */
  readonly texts?: TextContexts
  /** What to use instead. */
  readonly deprecationReason?: string
  readonly contexts: readonly Context[]
  readonly schema: TSchema
}

/** Rows that belong to the rows at hand: one query each for a whole page. */
export interface Needs {
  readonly terms?: boolean
  readonly authors?: boolean
  /** The terms above the rows, or above their terms. */
  readonly paths?: boolean
  /** The id of the category that stands for those of posts that have none. */
  readonly defaultCategory?: number
  /** The posts above the rows, up to the topmost. */
  readonly ancestors?: boolean
  /** The posts that the rows belong to by this column, with what their addresses are made of. */
  readonly posts?: 'parent_id' | 'post_id'
  /** How many revisions posts have, and the last. */
  readonly revisions?: boolean
  /** What their texts show besides, with the posts that it belongs to. */
  readonly texts?: TextsAsked
  /** Whether comments have replies. */
  readonly replies?: boolean
  /** Keys of postmeta. */
  readonly meta?: readonly string[]
  /** The post or term that a row names in its meta; with what its address is made of. */
  readonly target?: (row: Row, metaOf: Needed['metaOf']) => NamedRow | null
  /** Keys of postmeta of which all values count. */
  readonly allMeta?: readonly string[]
  /** Keys of usermeta. */
  readonly userMeta?: readonly string[]
}

export interface NamedRow {
  readonly kind: 'post' | 'term'
  readonly id: Integer
}

/** What the text of a row asks for, and the keys of postmeta that are read of the files among it. */
export interface TextsAsked {
  readonly of: (row: Row) => TextNeeds
  readonly fileMeta: readonly string[]
}

export interface FieldInput {
  readonly row: Row
  readonly context: Context
  readonly site: Site
  readonly needed: Needed
  /** Whether the request brought the password of a protected post. */
  readonly unlocked: boolean
  /** How many words an excerpt has that is made of the content, where that was asked for. */
  readonly excerptWords?: number | undefined
  /** What a field of a GraphQL node was asked with. */
  readonly args?: Readonly<Record<string, unknown>>
  /** The next number, from 1, of what is numbered through a request, by its name; a step of 0 gives the last. */
  readonly count: (name: string, step?: number) => number
}

export interface Needed {
  readonly termsOf: (postId: Integer) => readonly Row[]
  readonly authorOf: (userId: Integer) => Row | null
  /** The first value stored under a key. */
  readonly metaOf: (postId: Integer, key: string) => string | null
  /** All that is stored under a key of `allMeta`, in its order. */
  readonly allMetaOf: (postId: Integer, key: string) => readonly string[]
  readonly userMetaOf: (userId: Integer, key: string) => string | null
  /** The slugs of the terms above a term and its own, the topmost first. */
  readonly pathOf: (term: Row) => readonly string[]
  /** The category of posts that have none. */
  readonly defaultCategory: () => Row | null
  /** The post of an id, of those that rows need: what is above them, what they belong to, or what they name. */
  readonly postOf: (postId: Integer) => Row | null
  /** The term of a taxonomy that a row names. */
  readonly termOf: (termId: Integer, taxonomy: string) => Row | null
  readonly revisionsOf: (postId: Integer) => { readonly count: number; readonly last: Integer | null }
  /** A file that a text names, or that belongs to its post. */
  readonly fileOf: (postId: Integer | string) => Row | null
  /** The files that belong to a post whose text shows them, in their order. */
  readonly filesBelow: (postId: Integer | string) => readonly Row[]
  readonly hasReplies: (commentId: Integer) => boolean
  /** The id of a post's featured image, where a text shows it. */
  readonly imageOf: (postId: Integer | string) => string | null
  /** What a text lists. */
  readonly listed: (listing: Listing) => readonly Row[]
  /** The content of a text that others are made of. */
  readonly sharedText: (id: string) => string | null
}

/** Where an item leads. */
export interface Link {
  /** A relation; one that begins with a colon is the brand's own (`:term` is `cms:term`). */
  readonly rel: string
  readonly columns: readonly string[]
  readonly needs?: (site: Site) => Needs
  readonly targets: (input: FieldInput) => readonly Target[]
  /** The field that tells the same, with which it is closed. */
  readonly field?: string
  /** Left out where the viewer may not see the item that it leads to. */
  readonly isGuarded?: boolean
  /** How what it leads to is read; null where it cannot be embedded. */
  readonly embed: Embed | null
}

/** An item of a resource; its list, with an argument set to an id; or an address of the interface, below its version. */
export type Target = (
  | { readonly kind: 'item'; readonly resource: string; readonly id: Integer }
  | { readonly kind: 'list'; readonly resource: string; readonly arg: string; readonly id: Integer }
  | { readonly kind: 'path'; readonly path: string }
) & { readonly attributes?: Readonly<Record<string, unknown>> }

/** Items by their ids; or lists, of rows of a source whose `match` is the id that the target's argument is set to. */
export type Embed =
  | { readonly kind: 'item' }
  | {
      readonly kind: 'list'
      readonly source: Source
      readonly match: string
      readonly order: { readonly column: string; readonly descending: boolean }
      /** What they are besides: `{ status: '1' }`. */
      readonly where?: Readonly<Record<string, string>>
      /** Why the list of an item is not shown, where it is not. */
      readonly refuses?: (input: FieldInput, viewer: Viewer) => Failure | null
    }

// GraphQL nodes ------------------------------------------------------------------------------------------------------

export interface NodeDefinition {
  /** Its type in the schema: `Post`. Resources may share one, as taxonomies do. */
  readonly type: string
  readonly description: string
  /** What its ids begin with; what lies in the posts table has its decimal id. */
  readonly prefix: '' | 'term:' | 'user:' | 'comment:'
  /** Whether it is content, which addresses of the site lead to. */
  readonly isContent: boolean
  /** The fields of Query that list them and that give one; null where they are only reached from other nodes. */
  readonly connection: string | null
  readonly single: string | null
  readonly order: NodeOrder
  /** What its lists may be ordered by instead, by what the schema calls it. */
  readonly orders?: Readonly<Record<string, NodeOrder>>
  /** The statuses that the schema has names for: rows of others are no nodes. Null where rows have none. */
  readonly statuses: readonly string[] | null
  /** What else a row has to be to be a node. */
  readonly only?: (site: Site) => readonly Filter[]
  readonly fields: readonly NodeField[]
}

/** Equal rows are told apart by their ids, in the same direction. */
export interface NodeOrder {
  readonly column: string
  readonly descending: boolean
}

export interface NodeField extends Derived {
  readonly name: string
  readonly type: NodeFieldType
  readonly description: string
  /** What to use instead. */
  readonly deprecationReason?: string
  /** What it counts in the cost of a document, where making it is dear: a plain field counts 1. */
  readonly cost?: number
  /** Shown to those alone who may edit the row: what REST shows in `context=edit`. */
  readonly isGuarded?: boolean
  /** Arguments that its value depends on: `args` of what it is made of. */
  readonly args?: Readonly<Record<string, NodeArg>>
}

export interface NodeArg {
  readonly type: 'String' | 'Int' | 'Float' | 'Boolean'
  readonly isRequired?: boolean
  readonly description: string
  readonly fallback?: string | number | boolean
}

/**
 * As GraphQL writes it; an object of plain members; or what the field leads to: `value` then gives the id of one row
 * (`node`, `content`), or that of the row whose terms (`terms`) or whose list (`connection`) it is.
 */
export type NodeFieldType =
  | NodeScalar
  | { readonly objects: NodeObject }
  | { readonly node: string }
  /** Of whatever content type, or of whatever taxonomy. */
  | { readonly content: true }
  | { readonly term: true }
  /** Terms of a taxonomy, all of them. */
  | { readonly terms: string }
  /** Rows of a resource with the id in a column, or posts that carry it as a term of a taxonomy. */
  | { readonly connection: string; readonly match: string }
  | { readonly connection: string; readonly carrying: string }

export type NodeScalar =
  | 'ID!'
  | 'String'
  | 'String!'
  | 'Int'
  | 'Int!'
  | 'Float'
  | 'Boolean'
  | 'Boolean!'
  | 'DateTime'
  | 'DateTime!'
  | 'PostStatus!'
  | '[String!]'
  | '[String]'
  | '[Int]'
  | '[Float]'
  | '[Boolean]'

export interface NodeObject {
  readonly type: string
  readonly description: string
  readonly members: Readonly<Record<string, NodeScalar>>
}

/** A field of Query that no resource has by itself; `C` is what a request is read with. */
export interface QueryFieldDefinition<C> {
  readonly name: string
  readonly type: QueryFieldType
  readonly description: string
  /** What to use instead. */
  readonly deprecationReason?: string
  readonly args: Readonly<Record<string, NodeArg>>
  /** Who defines it, for what is said of it at start: `extension shop.ts`. */
  readonly from: string
  /** Of a node its id, or null; of nodes their ids, in their order. */
  readonly resolve: (args: Readonly<Record<string, unknown>>, context: C) => Promise<unknown>
}

/** As GraphQL writes it; a list of plain objects; a node of a resource, or a list of them. */
export type QueryFieldType =
  | NodeScalar
  | { readonly objects: NodeObject }
  | { readonly node: string }
  | { readonly nodes: string }

// Routes and endpoints -----------------------------------------------------------------------------------------------

export interface RouteDefinition<A extends TProperties = TProperties> {
  /** `cms/v2`; the brand's own namespace is written `:v2`. */
  readonly namespace: string
  /**
   * `/posts/:id`; a parameter that is an integer arg matches digits, any other what names are made of. A parameter of
   * another pattern is written out: `(?P<user>\d+|me)`.
   */
  readonly path: string
  readonly methods: readonly ('GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE')[]
  readonly args: A
  readonly permission: 'public' | ((viewer: Viewer, args: Static<TObject<A>>) => Failure | null)
  /** Arguments that this viewer may not give, whatever their values are worth. */
  readonly forbids?: (viewer: Viewer, given: Query) => Readonly<Record<string, Refusal>>
  readonly handle: (input: RouteInput<Static<TObject<A>>>) => Promise<Answer | Failure>
  /** The schema of what it answers, for OPTIONS. */
  readonly schema?: TSchema
  /** Whether its handler looks at the request, beyond its arguments: answers are kept under the address as it was sent. */
  readonly readsAddress?: boolean
  /** Whether it answers more than one of what the schema says: a page of them, all of them, or all of them by name. */
  readonly lists?: 'page' | 'whole' | 'named'
}

export interface RouteInput<A> {
  readonly request: Request
  readonly args: A
  /** What the client sent, before defaults, for links that repeat it. */
  readonly given: Query
  /** What the address holds in the places of its parameters. */
  readonly parameters: Query
  readonly viewer: Viewer
}

export interface Answer {
  /** 200 without a word. */
  readonly status?: number
  readonly body: unknown
  readonly headers: readonly Header[]
  /** Links to these are written for each request. */
  readonly paging?: Paging
  readonly tags: ReadonlySet<Tag>
  /** `never` where something that only this client knows (a password) went into it. */
  readonly store: Reply['store']
  /** What ran for it, where that is told. */
  readonly ran?: Reply['ran']
}

/** An interface of the gateway at an address of its own: REST, GraphQL, the page. */
export interface EndpointDefinition {
  readonly name: string
  /** The address it answers; with everything below it where `below` is true. */
  readonly path: string
  readonly below: boolean
  /** Whether it answers a request at an address that is no endpoint's. */
  readonly claims?: (request: Request) => boolean
  readonly answer: (request: Request, viewer: Viewer) => Promise<Reply>
  /** The request's headers that its answer depends on, besides those that say who asks. */
  readonly variesBy: readonly string[]
  /**
   * What the answer to an anonymous viewer is kept under, however it was asked for; null for what is not kept. Without it
   * answers to GET are, under their address as it was sent.
   */
  readonly keyOf?: (request: Request) => string | null | Promise<string | null>
  /** The links to the pages beside an answer, as a header, in the words of the request. */
  readonly linkOf?: (request: Request, paging: Paging) => Header
  /** Whether pages of the origins that the owner names may read it. */
  readonly crossOrigin: boolean
  /** How it words a failure that happened outside of it. */
  readonly refuse: (failure: Failure, viewer: Viewer) => Reply
}

/** Says who is asking: null, at once, where the request holds no credentials of its kind; a failure where they are wrong. */
export interface AuthMethodDefinition {
  readonly name: string
  readonly authenticate: (request: Request) => Promise<Viewer | Failure> | null
  /** What a request brings for it, all together, as OpenAPI has it; null while it is off. */
  readonly schemes?: (site: Site) => Readonly<Record<string, SecurityScheme>> | null
}

export type SecurityScheme =
  | {
      readonly type: 'apiKey'
      readonly in: 'cookie' | 'header' | 'query'
      readonly name: string
      readonly description: string
    }
  | {
      readonly type: 'http'
      readonly scheme: string
      readonly bearerFormat?: string
      readonly description: string
    }

export function defineResource(definition: ResourceDefinition): ResourceDefinition {
  return definition
}

/**
 * A content type of the owner's: rows of `posts` whose type is its name.
 *
 * @example
 * ```ts
 * import { defineContentType, defineExtension } from 'lectern'
 *
 * const recipe = defineContentType({
 *   name: 'recipe',
 *   base: 'recipes',
 *   labels: { plural: 'Recipes', singular: 'Recipe' },
 *   supports: ['title', 'editor', 'thumbnail'],
 * })
 *
 * export default defineExtension({ name: 'kitchen', contentTypes: [recipe] })
 * ```
 */
export function defineContentType(definition: ContentTypeDefinition): ContentTypeDefinition {
  return definition
}

/**
 * A taxonomy of the owner's, and which content types carry its terms.
 *
 * @example
 * ```ts
 * import { defineExtension, defineTaxonomy } from 'lectern'
 *
 * const season = defineTaxonomy({
 *   name: 'season',
 *   base: 'seasons',
 *   labels: { plural: 'Seasons', singular: 'Season' },
 *   isHierarchical: false,
 *   types: ['post'],
 *   capabilities: { manage: 'manage_categories', edit: 'manage_categories', assign: 'edit_posts' },
 * })
 *
 * export default defineExtension({ name: 'seasons', taxonomies: [season] })
 * ```
 */
export function defineTaxonomy(definition: TaxonomyDefinition): TaxonomyDefinition {
  return definition
}

export function defineDirectory(definition: DirectoryDefinition): DirectoryDefinition {
  return definition
}
