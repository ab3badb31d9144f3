// Values made of a user's row and meta.
import { parsePhpValue, type PhpValue } from '../../database/php-value.ts'
import { integerOf } from '../../database/tables.ts'
import type { Derived } from '../../registry/field.ts'
import type { Site } from '../../site/site.ts'

/** The first value of a key of usermeta, as text. */
export function userMeta(key: string): Derived {
  return {
    columns: ['id'],
    needs: () => ({ userMeta: [key] }),
    value: ({ row, needed }) => needed.userMetaOf(integerOf(row, 'id'), key) ?? '',
  }
}

export const description = userMeta('description')

export const locale: Derived = {
  ...userMeta('locale'),
  value: (input) => userMeta('locale').value(input) || input.site.option('WPLANG') || 'en_US',
}

/** A value made of the user's own roles and capabilities. */
export function ofCapabilities(value: (site: Site, own: PhpValue) => unknown): Derived {
  return {
    columns: ['id'],
    needs: ({ capabilitiesKey }) => ({ userMeta: [capabilitiesKey] }),
    value: ({ row, needed, site }) =>
      value(site, parsePhpValue(needed.userMetaOf(integerOf(row, 'id'), site.capabilitiesKey) ?? '')),
  }
}
