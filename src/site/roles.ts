// Reads roles from the option `<prefix>user_roles`, and unites them with a user's own entries (usermeta
// `<prefix>capabilities`, which mixes roles and capabilities), as WP_Roles and WP_User::get_role_caps do.
import { isEmpty } from '../core/php-empty.ts'
import type { PhpValue } from '../database/php-value.ts'

/** Capabilities by name, in stored order; a denied one is false, an unmentioned one is absent. */
export type Capabilities = ReadonlyMap<string, boolean>
/** The capabilities of each role, by its name. */
export type Roles = ReadonlyMap<string, Capabilities>

export function parseRoles(value: PhpValue): Roles {
  const roles = new Map<string, Capabilities>()
  if (!(value instanceof Map)) return roles
  for (const [name, role] of value)
    if (role instanceof Map) roles.set(name, ownCapabilities(role.get('capabilities') ?? null))
  return roles
}

/** The titles of roles, by their names. */
export function parseRoleTitles(value: PhpValue): ReadonlyMap<string, string> {
  const roles = value instanceof Map ? [...value] : []
  return new Map(
    roles.flatMap(([name, role]) => (role instanceof Map ? [[name, String(role.get('name') ?? '')]] : [])),
  )
}

/** Capabilities that the user has. */
export function capabilitiesOf(roles: Roles, own: PhpValue): ReadonlySet<string> {
  return new Set([...mergedCapabilities(roles, own)].flatMap(([name, allowed]) => (allowed ? [name] : [])))
}

/** Unites the capabilities of the user's roles, then the user's own entries; a later entry overrides an earlier one. */
export function mergedCapabilities(roles: Roles, own: PhpValue): Capabilities {
  const merged = new Map<string, boolean>()
  const say = (allowed: boolean, name: string) => merged.set(name, allowed)
  for (const role of rolesOf(roles, own)) roles.get(role)?.forEach(say)
  ownCapabilities(own).forEach(say)
  return merged
}

/** Roles among the user's own entries, in stored order. WordPress ignores whether their values are true. */
export function rolesOf(roles: Roles, own: PhpValue): readonly string[] {
  return [...ownCapabilities(own).keys()].filter((name) => roles.has(name))
}

/** The user's own entries: names of roles, and of capabilities granted or denied. */
export function ownCapabilities(own: PhpValue): Capabilities {
  return new Map(own instanceof Map ? [...own].map(([name, value]) => [name, !isEmpty(value)]) : [])
}
