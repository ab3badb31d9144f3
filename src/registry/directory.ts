// What is listed by name, without a table.
import type { TSchema } from 'typebox'
import type { Failure } from '../core/failure.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Site } from '../site/site.ts'

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

export function defineDirectory(definition: DirectoryDefinition): DirectoryDefinition {
  return definition
}
