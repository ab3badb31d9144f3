// Loads extensions from the files that the configuration names, and from nowhere else. Errors name the file.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importOwnerModule } from '../core/owner-module.ts'
import { StartError } from '../core/start-error.ts'
import type { ExtensionDefinition } from './extension.ts'
import type { PackDefinition } from './pack.ts'

export interface LoadedExtension {
  /** The file as the configuration names it. */
  readonly file: string
  readonly definition: ExtensionDefinition
  /** True where it was made of what is in the database: whatever it defines gives way to what an owner or WordPress defines. */
  readonly isPack?: boolean
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

/** The value, unless it is broken: that keeps the gateway from starting. */
export function orThrow<T>(value: T | Broken): T {
  if (isBroken(value)) throw new StartError(value.broken)
  return value
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

async function loadOne(file: string): Promise<ExtensionDefinition | PackDefinition | Broken> {
  try {
    const definition = await importOwnerModule(pathToFileURL(resolve(file)).href)
    if (isPack(definition)) return definition
    return isExtension(definition) ? definition : broken(file, 'its default export is no extension')
  } catch (error) {
    return broken(file, reasonOf(error))
  }
}

type Form = 'list' | 'function' | 'record'

/** The form of each member of an extension; a new one has to be named here. */
const forms: ReadonlyMap<string, Form> = new Map(
  Object.entries({
    routes: 'list',
    contentTypes: 'list',
    taxonomies: 'list',
    meta: 'list',
    statuses: 'list',
    filters: 'list',
    tables: 'list',
    queries: 'list',
    authMethods: 'list',
    siteValues: 'list',
    addsTo: 'function',
    addsToTypes: 'function',
    redirects: 'function',
    adds: 'record',
    shortcodes: 'record',
    blocks: 'record',
    addressBase: 'record',
    siteVariant: 'record',
    graphTypes: 'record',
  } satisfies Readonly<Record<Exclude<keyof ExtensionDefinition, 'name'>, Form>>),
)

function isOf(form: Form | undefined, held: unknown): boolean {
  switch (form) {
    case 'list':
      return Array.isArray(held)
    case 'function':
      return typeof held === 'function'
    case 'record':
      return typeof held === 'object' && held !== null
    case undefined:
      return false
  }
}

/** The members that an extension can have besides its name. */
export const extensionMembers: readonly string[] = [...forms.keys()]

/** True where the value has the form that `definePack` takes. */
function isPack(value: unknown): value is PackDefinition {
  if (typeof value !== 'object' || value === null) return false
  const { name, isUsed, define, reads } = Object.fromEntries<unknown>(Object.entries(value))
  return (
    typeof name === 'string' &&
    typeof isUsed === 'function' &&
    typeof define === 'function' &&
    typeof reads === 'object'
  )
}

/** True where the value has the form that `defineExtension` takes. */
function isExtension(value: unknown): value is ExtensionDefinition {
  if (typeof value !== 'object' || value === null) return false
  const { name, ...members } = Object.fromEntries<unknown>(Object.entries(value))
  return (
    typeof name === 'string' &&
    /^[a-z][a-z0-9_]{0,30}$/.test(name) &&
    Object.entries(members).every(([member, held]) => held === undefined || isOf(forms.get(member), held))
  )
}
