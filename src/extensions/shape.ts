// Checks the form of what owners' files export, for owners who write without TypeScript's checks.
import type { StatusDefinition } from '../core/status.ts'
import type { ExtensionDefinition } from './extension.ts'
import type { PackDefinition } from './pack.ts'

type Form = 'text' | 'boolean' | 'list' | 'function' | 'record'

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
    case 'text':
    case 'boolean':
      return typeof held === (form === 'text' ? 'string' : form)
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
export function isPack(value: unknown): value is PackDefinition {
  if (typeof value !== 'object' || value === null) return false
  const { name, isUsed, define, reads } = membersOf(value)
  return (
    typeof name === 'string' &&
    typeof isUsed === 'function' &&
    typeof define === 'function' &&
    typeof reads === 'object'
  )
}

/** True where the value has the form that `defineExtension` takes. */
export function isExtension(value: unknown): value is ExtensionDefinition {
  return whyNoExtension(value) === null
}

const kind = { name: 'text', base: 'text', labels: 'record' } as const

/** Members without which a definition in a list could not be served. */
const required: ReadonlyMap<string, Readonly<Record<string, Form>>> = new Map<
  string,
  Readonly<Record<string, Form>>
>([
  ['contentTypes', { ...kind, supports: 'list' }],
  ['taxonomies', { ...kind, isHierarchical: 'boolean', types: 'list', capabilities: 'record' }],
])

/** The reason why a value is no extension, as the end of a sentence; null where it is one. */
export function whyNoExtension(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return ': defineExtension makes one'
  const { name, ...members } = membersOf(value)
  if ('define' in members || 'isUsed' in members)
    return ': a pack has a name, and the members reads, isUsed and define'
  if (typeof name !== 'string' || !/^[a-z][a-z0-9_]{0,30}$/.test(name))
    return ': its name has to begin with a letter, and be at most 31 lower-case letters, digits and _'
  for (const [member, held] of Object.entries(members)) {
    if (held === undefined) continue
    const form = forms.get(member)
    if (form === undefined) return `: extensions have no member ${member}`
    if (!isOf(form, held)) return `: its member ${member} has to be ${described[form]}`
    const lacking = Array.isArray(held) ? lackingOf(member, held) : null
    if (lacking !== null) return lacking
  }
  return null
}

function lackingOf(member: string, held: readonly unknown[]): string | null {
  for (const each of held) {
    if (member === 'statuses') {
      const why = whyNoStatus(typeof each === 'string' ? { name: each, read: 'protected' } : each)
      if (why !== null) return why
      continue
    }
    const own = membersOf(each)
    for (const [name, form] of Object.entries(required.get(member) ?? {}))
      if (!isOf(form, own[name]))
        return `: each of its ${member} needs the member ${name}, ${described[form]}${typeof own['name'] === 'string' ? ` (${own['name']})` : ''}`
  }
  return null
}

const reads: readonly unknown[] = ['public', 'private', 'protected', 'internal', 'outside']

const statusName = /^[a-z][a-z0-9_-]{0,19}$/

/** The forms of a status's members besides `name` and `read`. */
const statusForms = {
  label: 'text',
  isProtected: 'boolean',
  isSearched: 'boolean',
  isQueryable: 'boolean',
  isListed: 'boolean',
  hasFloatingDate: 'boolean',
} as const satisfies Readonly<Record<Exclude<keyof StatusDefinition, 'name' | 'read'>, Form>>

function whyNoStatus(value: unknown): string | null {
  const { name, read, ...own } = membersOf(value)
  if (typeof name !== 'string' || !statusName.test(name) || !reads.includes(read))
    return `: each of its statuses needs a name that begins with a letter, of at most 20 lower-case letters, digits, _ and -, and read (${reads.join(', ')})`
  for (const [member, form] of Object.entries(statusForms))
    if (own[member] !== undefined && !isOf(form, own[member]))
      return `: ${member} of its status ${name} has to be ${described[form]}`
  return null
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? Object.fromEntries<unknown>(Object.entries(value)) : {}
}

const described: Readonly<Record<Form, string>> = {
  text: 'a text',
  boolean: 'true or false',
  list: 'a list',
  function: 'a function',
  record: 'an object',
}
