// Statuses that extensions define, beside WordPress's own.
import { builtInStatuses, statusesOf, type StatusDefinition, type Statuses } from '../core/status.ts'
import { broken, ownersFirst, type Broken, type LoadedExtension } from './load.ts'

/** A status of content, or its name alone, which makes its content as visible as drafts. */
export type OwnStatus = StatusDefinition | string

/** WordPress's statuses and those of extensions, or an error that names the extension whose status has a name that is taken; packs yield to owners. */
export function withExtensionStatuses(extensions: readonly LoadedExtension[]): Statuses | Broken {
  const definitions = new Map<string, StatusDefinition>()
  // In requests `any` means several statuses
  const taken = new Set([...builtInStatuses.names, 'any'].map(wordOf))
  for (const { file, definition, isPack = false } of extensions.toSorted(ownersFirst))
    for (const status of (definition.statuses ?? []).map(definitionOf)) {
      const { name } = status
      if (taken.has(wordOf(name))) {
        if (isPack) continue
        return broken(file, `there is a status ${name} already`)
      }
      taken.add(wordOf(name))
      definitions.set(name, status)
    }
  return statusesOf([...definitions.values()])
}

/** The value of GraphQL's enum, which has to be unique. */
function wordOf(name: string): string {
  return name.replaceAll('-', '_')
}

function definitionOf(status: OwnStatus): StatusDefinition {
  return typeof status === 'string' ? { name: status, read: 'protected' } : status
}

/**
 * A status of content that a plug-in registers (register_post_status).
 *
 * @example
 * ```ts
 * import { defineExtension, defineStatus } from 'lectern'
 *
 * const archived = defineStatus({ name: 'archived', label: 'Archived', read: 'public', isSearched: false })
 *
 * export default defineExtension({ name: 'archive', statuses: [archived] })
 * ```
 */
export function defineStatus(definition: StatusDefinition): StatusDefinition {
  return definition
}
