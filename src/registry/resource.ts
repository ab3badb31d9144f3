// A resource: what it reads, which rows it shows, what its collections take.
import type { TSchema } from 'typebox'
import type { Failure, FailureCode } from '../core/failure.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Filter, Visibility } from '../database/filter.ts'
import type { Source } from '../database/source.ts'
import type { Row } from '../database/tables.ts'
import type { Site } from '../site/site.ts'
import type { Computed } from './computed.ts'
import type { Context, Derived, Field } from './field.ts'
import type { Link } from './link.ts'
import type { NodeDefinition } from './node.ts'
import type { Rule } from './rule.ts'
import type { TaxonomyDefinition } from './taxonomy.ts'

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
  /** The column that orders where no values are given; null for an empty list. Without it such a request is refused. */
  readonly otherwise?: string | null
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
  /** What its value has to be the id of; an id of nothing is refused, and in these words what the viewer may not see. */
  readonly refersTo?: {
    readonly source: 'posts'
    /** What it may be. */
    readonly types: readonly string[]
    readonly hidden: string
  }
  /** Whether a viewer who gives it may do so; null where it is fine. */
  readonly forbids?: (value: unknown, viewer: Viewer) => Failure | null
  /** Whether that is said before it is that the viewer may not edit. */
  readonly forbidsFirst?: true
  /** The capability that it takes to give it another value than `open`; those that are refused so are named together. */
  readonly reserved?: { readonly capability: string; readonly open?: string }
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

export function defineResource(definition: ResourceDefinition): ResourceDefinition {
  return definition
}
