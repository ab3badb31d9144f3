// Roles, as the option `<prefix>user_roles` defines them, and what they and a user's own entries (usermeta
// `<prefix>capabilities`, where roles and single capabilities are mixed) allow (WP_Roles, WP_User::get_role_caps).
import type { PhpValue } from '../database/php-value.ts'

/** By name, in their order; false is said, not left out. */
export type Capabilities = ReadonlyMap<string, boolean>
/** What each role allows, by its name. */
export type Roles = ReadonlyMap<string, Capabilities>

export function parseRoles(value: PhpValue): Roles {
  const roles = new Map<string, Capabilities>()
  if (!(value instanceof Map)) return roles
  for (const [name, role] of value)
    if (role instanceof Map) roles.set(name, ownCapabilities(role.get('capabilities') ?? null))
  return roles
}

/** What the user may do. */
export function capabilitiesOf(roles: Roles, own: PhpValue): ReadonlySet<string> {
  return new Set([...mergedCapabilities(roles, own)].flatMap(([name, allowed]) => (allowed ? [name] : [])))
}

/** What all roles of the user say, then what the user's own entries say; the last to speak of a capability is right. */
export function mergedCapabilities(roles: Roles, own: PhpValue): Capabilities {
  const merged = new Map<string, boolean>()
  const say = (allowed: boolean, name: string) => merged.set(name, allowed)
  for (const role of rolesOf(roles, own)) roles.get(role)?.forEach(say)
  ownCapabilities(own).forEach(say)
  return merged
}

/** The roles among the user's own entries, in their order. WordPress does not ask whether they are true. */
export function rolesOf(roles: Roles, own: PhpValue): readonly string[] {
  return [...ownCapabilities(own).keys()].filter((name) => roles.has(name))
}

/** The user's own entries: names of roles, and of capabilities given or denied. */
export function ownCapabilities(own: PhpValue): Capabilities {
  return new Map(own instanceof Map ? [...own].map(([name, value]) => [name, isTrue(value)]) : [])
}

/** As PHP takes a value for true. */
function isTrue(value: PhpValue): boolean {
  if (value instanceof Map) return value.size > 0
  return value !== null && value !== false && value !== 0 && value !== '' && value !== '0'
}
