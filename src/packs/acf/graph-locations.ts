// Finds the types of GraphQL that have a field group, by the rules of its location that are about types alone.
import type { ResourceDefinition } from '../../index.ts'
import type { FieldGroup, LocationRule } from './definitions.ts'

/** True where all rules of an alternative hold for the type; rules about more (a category, the viewer) never hold. */
export function isOnType({ location }: FieldGroup, resource: ResourceDefinition): boolean {
  return location.some((rules) => rules.every((rule) => holds(rule, resource)))
}

function holds({ param, value, isEqual }: LocationRule, resource: ResourceDefinition): boolean {
  const { name, contentType, taxonomy } = resource
  // Users, comments, files and menu items have one type each, so a rule's kind decides, whatever its value
  const is = (actual: string) => (value === 'all' ? isEqual : (actual === value) === isEqual)
  switch (param) {
    case 'post_type':
      return contentType !== undefined && name !== 'attachment' && name !== 'nav_menu_item' && is(name)
    case 'taxonomy':
      return taxonomy !== undefined && name !== 'nav_menu' && is(name)
    case 'user_form':
    case 'user_role':
      return name === 'user'
    case 'comment':
      return name === 'comment'
    case 'attachment':
      return name === 'attachment'
    case 'nav_menu':
      return name === 'nav_menu'
    case 'nav_menu_item':
      return name === 'nav_menu_item'
    default:
      return false
  }
}
