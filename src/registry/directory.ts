// Directories: lists of names that no table holds.
import type { TSchema } from 'typebox'
import type { Failure } from '../core/failure.ts'
import type { Viewer } from '../core/viewer.ts'
import type { Site } from '../site/site.ts'

/** A directory lists what WordPress registers by name, without a table: content types, taxonomies, statuses. */
export interface DirectoryDefinition {
  /** The last part of its address: `types`. */
  readonly base: string
  /** The parameter of an entry's address: `type`. */
  readonly parameter: string
  /** An argument that filters entries; null where there is none. */
  readonly filter: {
    readonly arg: string
    readonly description: string
    readonly matches: (entry: DirectoryEntry, value: string) => boolean
  } | null
  readonly entries: readonly DirectoryEntry[]
  /** True where an entry has its links whichever fields are selected. */
  readonly keepsLinks?: true
  /** The schemas of an entry's members. */
  readonly schemas: Readonly<Record<string, TSchema>>
  /** Members that `embed` shows besides `view`, and members that only `edit` shows. */
  readonly embedded: readonly string[]
  readonly edited: readonly string[]
  readonly refusals: {
    /** The failure for listing in `edit` without the right to edit any entry. */
    readonly list: Failure
    readonly unknown: Failure
    /** The failure for an entry that the viewer may not see. */
    readonly hidden: Failure
    /** The failure for an entry in `edit`; null where every viewer who sees it may edit it. */
    readonly editing: Failure | null
  }
}

export interface DirectoryEntry {
  readonly name: string
  readonly isVisible: (viewer: Viewer) => boolean
  readonly isEditable: (viewer: Viewer) => boolean
  readonly members: (site: Site) => Readonly<Record<string, unknown>>
  /**
   * Addresses by relation, below the interface's version, or with a leading slash below the interface itself; a relation
   * that begins with a colon is the brand's own.
   */
  readonly links: Readonly<Record<string, string>>
}

export function defineDirectory(definition: DirectoryDefinition): DirectoryDefinition {
  return definition
}
