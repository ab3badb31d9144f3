// Loads extensions from the files that the configuration names, and from nowhere else. Errors name the file.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importOwnerModule } from '../core/owner-module.ts'
import { StartError } from '../core/start-error.ts'
import type { ExtensionDefinition } from './extension.ts'
import type { PackDefinition } from './pack.ts'
import { isExtension, isPack, whyNoExtension } from './shape.ts'

export interface LoadedExtension {
  /** The file as the configuration names it. */
  readonly file: string
  readonly definition: ExtensionDefinition
  /** True where a pack made it from the database: its definitions give way to those of owners' extensions and of WordPress. */
  readonly isPack?: boolean
}

/** Sorts owners' extensions before packs, which yield names to them. */
export function ownersFirst(one: LoadedExtension, other: LoadedExtension): number {
  return Number(one.isPack ?? false) - Number(other.isPack ?? false)
}

/** Definitions of the files: extensions, and packs, which need the database to become extensions. */
export interface LoadedFiles {
  readonly extensions: readonly LoadedExtension[]
  readonly packs: readonly PackDefinition[]
}

export interface Broken {
  readonly broken: string
}

export async function loadExtensions(files: readonly string[]): Promise<LoadedFiles | Broken> {
  const loaded: LoadedExtension[] = []
  const packs: PackDefinition[] = []
  for (const file of files) {
    const definition = await loadOne(file)
    if ('broken' in definition) return definition
    if ('isUsed' in definition) {
      packs.push(definition)
      continue
    }
    const other = loaded.find((each) => each.definition.name === definition.name)
    if (other) return broken(file, `${other.file} is called ${definition.name} already`)
    loaded.push({ file, definition })
  }
  return { extensions: loaded, packs }
}

export function broken(file: string, reason: string): Broken {
  return { broken: `extension ${file}: ${reason}` }
}

export function isBroken(value: unknown): value is Broken {
  return typeof value === 'object' && value !== null && 'broken' in value
}

/** Returns the value; throws a StartError for a broken one, which keeps the gateway from starting. */
export function orThrow<T>(value: T | Broken): T {
  if (isBroken(value)) throw new StartError(value.broken)
  return value
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function loadOne(file: string): Promise<ExtensionDefinition | PackDefinition | Broken> {
  if (!existsSync(file)) return broken(file, 'there is no such file')
  try {
    const definition = await importOwnerModule(pathToFileURL(resolve(file)).href)
    if (isPack(definition)) return definition
    if (isExtension(definition)) return definition
    return broken(file, `its default export is no extension${whyNoExtension(definition) ?? ''}`)
  } catch (error) {
    return broken(file, reasonOf(error))
  }
}
