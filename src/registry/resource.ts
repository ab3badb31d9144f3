// A resource: its names, its rows, its access rules, its lists, and the fields and links of its items.
import type { TProperties, TSchema } from 'typebox'
import type { Failure, FailureCode } from '../core/failure.ts'
import type { Statuses } from '../core/status.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Compared, DeclaredFilter } from '../database/declared-filter.ts'
import type { Filter, Scalar } from '../database/filter.ts'
import type { Source } from '../database/source.ts'
import type { Row } from '../database/tables.ts'
import type { RelatedReads } from '../related/reads.ts'
import type { Site } from '../site/site.ts'
import type { ContentTypeDefinition } from './content-type.ts'
import type { Computed } from './computed.ts'
import type { Context, Derived, Field } from './field.ts'
import type { Link } from './link.ts'
import type { NodeDefinition } from './node.ts'
import type { Rule } from './rule.ts'
import type { TaxonomyDefinition } from './taxonomy.ts'

/** A kind of items that the interfaces serve. */
export interface ResourceDefinition
  extends ResourceNames, ResourceRows, ResourceAccess, ResourceLists, ResourceItems {}

/** The names and addresses of a resource. */
export interface ResourceNames {
  /** The name of one item: `post`. Tags of its lists and rows have this name. */
  readonly name: string
  /** The last part of its REST addresses: `posts`. */
  readonly base: string
  /** The namespace of its REST addresses. Default: the interface's own. */
  readonly namespace?: string
  /** True where the viewer is one of the items, as at `users/me`. */
  readonly hasSelf: boolean
  /** The resource to whose items its rows belong, and below which clients request them; null where they stand alone. */
  readonly within: Within | null
}

/** The rows that are its items. */
export interface ResourceRows {
  readonly source: Source
  /** True where its ids are texts. */
  readonly hasTextIds?: boolean
  /** Conditions for a row of the source to be an item: `{ type: 'post' }`. */
  readonly where: Readonly<Record<string, string>>
  /** Columns that its fields need and SQL computes, by name: `product.price_with_tax`. */
  readonly computed?: Readonly<Record<string, Computed>>
  /** Rows made of the site's options instead of a table; `id` is the name. */
  readonly optionRows?: (site: Site) => readonly Row[]
  /** The content type or taxonomy of its rows; absent for other resources. */
  readonly contentType?: ContentTypeDefinition
  readonly taxonomy?: TaxonomyDefinition
}

/** The rules by which viewers may see and edit rows, and the refusals for other viewers. */
export interface ResourceAccess {
  /** The capabilities that its rules check. */
  readonly capabilities: readonly string[]
  /** The key of user meta that a row must have: in a network only members of the site are its users. */
  readonly members?: string
  /** The statuses of content that its rules know. Default: those of WordPress. */
  readonly knownStatuses?: Statuses
  /** The rows that a viewer may see in lists. */
  readonly visible: Rule
  /** The rows that a viewer may request one by one. Default: `visible`. */
  readonly visibleAlone?: Rule
  /** The rows that a viewer may edit: lists in `context=edit` show these, and single requests those of them that the viewer sees. */
  readonly editable: Rule
  /**
   * For rows below content: those that the content's password unlocks, to read and to edit, and those below published
   * content; and for the content: whether the viewer may read it with its password, whether it is open without one, and
   * whether the viewer may edit it.
   */
  readonly below?: Readonly<
    Record<'unlocked' | 'unlockedEditable' | 'published' | 'readable' | 'open' | 'edited', Rule>
  >
  /** Notes that editors leave for each other: the argument and the value that select them, and the content types that have them. */
  readonly notes?: { readonly arg: string; readonly value: string; readonly types: readonly string[] }
  /** The viewers who may read the resource: those with one of these capabilities; and the refusal for others. Absent where all may. */
  readonly readers?: { readonly capabilities: readonly string[]; readonly refusal: string }
  /** The statuses that a viewer may request, by the capability required; null where rows have no status. */
  readonly statuses: {
    readonly capability: string
    /** The capability to request private rows and nothing else. */
    readonly readPrivate: string
    /** The capability to read published rows, where not all viewers may read them; totals count them all the same. */
    readonly read?: string
    readonly values: readonly string[]
    /** The statuses in lists for which no status is requested, and those that users see there as well, as far as they may. */
    readonly open: readonly string[]
    readonly private: readonly string[]
    /** The statuses that `any` stands for; null where it is not a value. */
    readonly any: readonly string[] | null
  } | null
  /** The column with the password that protects a row's text; null where rows have no password. */
  readonly password: string | null
  /** The capability for lists in `context=edit`, and the sentences that refuse a list and an item. */
  readonly editing: { readonly capability: string; readonly list: string; readonly item: string }
  readonly notFound: FailureCode
  /** The failure for a row that exists but is hidden from the viewer. */
  readonly notVisible: FailureCode
}

/** Its lists: their rows, orders, arguments and pages. */
export interface ResourceLists {
  /** Conditions of lists, unless a request overrides them: `{ status: 'publish' }`. */
  readonly listed: Readonly<Record<string, string>>
  /** The taxonomies that filter its rows. */
  readonly taxonomies: readonly TaxonomyDefinition[]
  /** Arguments of its collection besides those of every collection. */
  readonly args: Readonly<Record<string, FilterArg>>
  /** Filters that the owner declares; `args` and `orders` have them as well. */
  readonly filters?: readonly DeclaredFilter[]
  readonly search: SearchDefinition
  /** Values of `orderby`. */
  readonly orders: Readonly<Record<string, OrderDefinition>>
  /** True where `exclude` also removes rows that `include` names; elsewhere `include` overrides it. */
  readonly excludesIncluded?: true
  readonly order: { readonly by: string; readonly descending: boolean }
  /** Items a page where the request states no number. Default: 10. */
  readonly perPage?: number
  /** How `offset` is read: independently of pages, or as the page that it would begin. Null: not supported. */
  readonly offset: 'apart' | 'counted' | null
  /** The answer for a page beyond the last: a refusal, or an empty list. */
  readonly beyondLastPage: 'refused' | 'empty'
}

/** The fields and links of an item in REST and GraphQL. */
export interface ResourceItems {
  readonly fields: readonly Field[]
  /** Names of the fields, columns and taxonomies that the owner closes. Default: none. */
  readonly closed?: ReadonlySet<string>
  /** Arguments of its lists and items on which values of fields depend: `args` of a field's input. */
  readonly fieldArgs?: TProperties
  /** Fields that `_fields` omits where it names only parts of them; an id has no parts, and is kept. */
  readonly servedWhole?: 'all' | readonly string[]
  /** Changes an item as the last step of REST. Default: none. */
  readonly itemFilter?: ItemFilter | null
  readonly links: readonly Link[]
  /** The address of the item's page on the site. */
  readonly page: Derived | null
  readonly node: NodeDefinition | null
}

/**
 * Changes or leaves out members of an item as REST is about to show it, without its links; the item has the members
 * that were requested and may be seen. It must be pure, because answers to anonymous viewers are cached.
 */
export type ItemFilter = (item: Item, about: ItemShown) => Item

export type Item = Readonly<Record<string, unknown>>

export interface ItemShown {
  readonly context: Context
  readonly viewer: Viewer
  readonly site: Site
}

export interface SearchDefinition {
  /** The columns that a search looks in. */
  readonly columns: readonly string[]
  /** The columns that `search_columns` can name, by their names in it; null where there is no such argument. */
  readonly named: Readonly<Record<string, string>> | null
  /** Columns that are searched only for viewers with a capability. */
  readonly guarded?: {
    readonly capability: string
    readonly columns: readonly string[]
    /** The columns for such viewers where a request names none, depending on its text. */
    readonly unnamed: (text: string) => readonly string[]
  }
  /** A key of meta that is searched, too. */
  readonly metaKey?: string
  /** True where each word is searched for separately, not the text as a whole. */
  readonly splits: boolean
  /** True where `0` is no search text, because PHP treats it as empty. */
  readonly ignoresZero?: true
  /** A character that may stand for any text at the ends of a search text; it is dropped there, because every search matches within values. */
  readonly wildcard?: string
  /** Further conditions for rows found by an anonymous viewer's search. */
  readonly where: Readonly<Record<string, string>>
}

/** Orders by a column; in the order of the values in the request; or best match first. */
export interface OrderDefinition {
  readonly by: 'column' | 'given' | 'relevance'
  readonly column: string
  /**
   * The column to order by where the request has no values; null for an empty list. Default: such a request is
   * refused.
   */
  readonly otherwise?: string | null
  /** True where `order=desc` reverses the order of the values; elsewhere it has no effect on them, nor on `otherwise`. */
  readonly turns?: true
  /** Ties are broken by id in the direction of the order, or with the greatest first. */
  readonly ties?: 'greatest-first'
  /** The owner's declaration, for a declared filter's order. */
  readonly declared?: Compared
  /** A failure where the viewer may not use the order, else null. */
  readonly forbids?: (viewer: Viewer) => Failure | null
}

/** An argument that filters the rows of a collection. */
export interface FilterArg {
  readonly schema: TSchema
  /** The column that it filters, where that has another name. */
  readonly column?: string
  /** The filters for its value. */
  readonly filters: (value: unknown, context: FilterContext) => readonly Filter[]
  /** True for values that name the rows themselves: `orderby=include` then keeps the order of these, and `exclude` has no effect. Default: none. */
  readonly namesRows?: (value: unknown) => boolean
  /** True where it filters by terms, so that `tax_relation` combines it with the taxonomies' arguments. */
  readonly isTaxonomy?: true
  /** The filters of REST requests without the argument. Default: none. */
  readonly otherwise?: (context: FilterContext) => readonly Filter[]
  /** False where its default leaves out no row: it is removed with a closed column. Default: true for all but null and no values. */
  readonly excludes?: false
  /** Ids of rows that a list shows although its filters leave them out; totals do not count them. Default: none. */
  readonly uncounted?: (reading: RelatedReads) => Promise<readonly Scalar[] | Failure>
  /** Requires that the value is the id of such a row: an unknown id is refused, and with `hidden` also one that the viewer may not see. */
  readonly refersTo?: {
    readonly source: 'posts'
    /** The types allowed. */
    readonly types: readonly string[]
    readonly hidden: string
  }
  /** The argument where only content of these types shows its author. Default: it reveals no authors. */
  readonly ofAuthors?: (isOpen: (type: string) => boolean) => FilterArg
  /** A failure where the viewer may not send this value, else null. */
  readonly forbids?: (value: unknown, viewer: Viewer) => Failure | null
  /** True where the value requests rows that lists otherwise hide from viewers who may send it. */
  readonly showsAll?: true
  /** True where this failure precedes that of `context=edit`. */
  readonly forbidsFirst?: true
  /** The capability to send another value than `open`; refusals for this reason are reported together. */
  readonly reserved?: { readonly capability: string; readonly open?: string }
}

/** The parent of rows, by their `parent_id`: only viewers who may edit it see them. */
export interface Within {
  readonly resource: string
  /** The name of the parent's id in the address of the list. */
  readonly arg: 'parent' | 'id'
  /** Lists are paged, or come whole. */
  readonly listed: 'paged' | 'whole'
  /** The refusal of viewers who may not edit the parent, and the sentence for a missing row. */
  readonly refusal: string
  readonly missing: string
}

/** The request that an argument is part of. */
export interface FilterContext {
  readonly site: Site
  readonly viewer: Viewer
  readonly args: Readonly<Record<string, unknown>>
}

export function defineResource(definition: ResourceDefinition): ResourceDefinition {
  return definition
}
