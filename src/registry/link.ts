// Links from an item to other items, lists and addresses.
import type { Failure } from '../core/failure.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Source } from '../database/source.ts'
import type { Integer } from '../database/tables.ts'
import type { Site } from '../site/site.ts'
import type { FieldInput } from './field.ts'
import type { Needs } from '../related/relations.ts'

/** A link of an item. */
export interface Link {
  /** A relation; one that begins with a colon is the brand's own (`:term` is `cms:term`). */
  readonly rel: string
  readonly columns: readonly string[]
  readonly needs?: (site: Site) => Needs
  readonly targets: (input: FieldInput) => readonly Target[]
  /** The field with the same information: closing it removes the link. */
  readonly field?: string
  /** True where the link exists only together with its field, and then also for an item whose `_links` are not selected. */
  readonly isKeptAlone?: true
  /** True where the link is omitted for viewers who may not see the item that it leads to. */
  readonly isGuarded?: boolean
  /** How the linked items are read; null where they cannot be embedded. */
  readonly embed: Embed | null
}

/** An item of a resource; a list, with an argument set to an id; or an address below the interface's version. */
export type Target = (
  | { readonly kind: 'item'; readonly resource: string; readonly id: Integer }
  | {
      readonly kind: 'list'
      readonly resource: string
      readonly arg: string
      readonly id: Integer
      /** Further arguments of the list's address. */
      readonly asked?: Readonly<Record<string, string>>
    }
  | { readonly kind: 'path'; readonly path: string }
) & { readonly attributes?: Readonly<Record<string, unknown>> }

/** Embeds items by their ids; or lists, whose rows have the id of the target in `match`. */
export type Embed =
  | { readonly kind: 'item' }
  | {
      readonly kind: 'list'
      readonly source: Source
      readonly match: string
      readonly order: { readonly column: string; readonly descending: boolean }
      /** Further conditions of equality, with a value or several: `{ status: '1' }`. */
      readonly where?: Readonly<Record<string, string | readonly string[]>>
      /** A failure where the viewer may not see the list of an item. */
      readonly refuses?: (input: FieldInput, viewer: Viewer) => Failure | null
    }
