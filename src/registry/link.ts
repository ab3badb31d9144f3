// Where an item leads.
import type { Failure } from '../core/failure.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Source } from '../database/source.ts'
import type { Integer } from '../database/tables.ts'
import type { Site } from '../site/site.ts'
import type { FieldInput, Needs } from './field.ts'

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
