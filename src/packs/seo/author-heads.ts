// Finds the users who have a head: those whose archives the plug-in's settings allow.
import { defineGather, textOf } from '../../index.ts'
import { among } from '../php/keyed-meta.ts'
import { isSet, settings } from './settings.ts'

/** The ids of the page's users who have a head. */
export const authorsWithHeads = defineGather(async (rows, { site, rows: read }) => {
  const seo = settings.of(site)
  const ids = rows.map((row) => textOf(row, 'id'))
  if (isSet(seo, 'disable-author')) return new Set<string>()
  if (!isSet(seo, 'noindex-author-noposts-wpseo', true)) return new Set(ids)
  const found = await read({
    source: 'users',
    columns: ['id'],
    filters: [among('id', ids), { kind: 'published', values: ['post'] }],
  })
  return new Set(found.map((row) => textOf(row, 'id')))
})
