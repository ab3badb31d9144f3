// Fields of versions of content (revisions and autosaves): those of the content, made of the version's own row. Values that a
// version does not store are those of the content.
import { decoded } from '../core/decoded.ts'
import { integerOf, textOf } from '../database/tables.ts'
import type { FieldInput } from '../registry/field.ts'
import { link } from '../resources/content/post-address.ts'
import { uriOf } from '../site/permalink.ts'
import { changed, constant, nothing, type WpField, type WpFields } from './fields.ts'

/** `fields` are those of the content, `lists` the names of those among them that list its terms. */
export function versionFields(type: string, fields: WpFields, lists: readonly string[]): WpFields {
  const named = (names: readonly string[], change: (field: WpField) => WpField) =>
    Object.fromEntries(names.flatMap((name) => (fields[name] ? [[name, change(fields[name])]] : [])))
  return {
    ...fields,
    ...named(storedAbove, ofContent),
    ...named(['author', 'authorId', 'authorDatabaseId'], ofPreviewed),
    ...named(lists, () => ofPreviewed(rowKey)),
    ...withoutVersions,
    contentType: constant(type),
    isRevision: constant(true),
    isPreview: { columns: [], needs: newestAbove, value: isNewest },
    revisionOf: { columns: ['parent_id'], value: ({ row }) => row['parent_id'] },
    link: changed(address, (url) => decoded(String(url))),
    uri: changed(address, (url, { site }) => decoded(uriOf(String(url), site))),
  }
}

/** The fields of content without versions. */
export const withoutVersions: WpFields = {
  revisions: nothing,
  preview: nothing,
  previewRevisionDatabaseId: nothing,
  previewRevisionId: nothing,
}

const storedAbove = [
  'featuredImage',
  'featuredImageId',
  'featuredImageDatabaseId',
  'template',
  'lastEditedBy',
  'editingLockedBy',
]

const rowKey: WpField = { columns: ['id'], value: ({ row }) => row['id'] }
const newestAbove = () => ({ newestVersions: ['parent_id'] }) as const

/** True for the version that a preview of the content shows. */
function isNewest({ row, needed }: FieldInput): boolean {
  return String(needed.newestVersionOf(integerOf(row, 'parent_id'))) === textOf(row, 'id')
}

/** Makes a field's value of the meta of the content, not of the version. */
function ofContent(field: WpField): WpField {
  return {
    ...field,
    columns: [...new Set([...field.columns, 'parent_id'])],
    needs: (site) => {
      const { meta = [], ...others } = field.needs?.(site) ?? {}
      return { ...others, metaAbove: meta }
    },
    value: (input) => field.value({ ...input, row: { ...input.row, id: integerOf(input.row, 'parent_id') } }),
  }
}

/** The content's own value for the version that is its preview, the version's for all others. */
function ofPreviewed(field: WpField): WpField {
  return {
    ...field,
    needs: (site) => ({ ...field.needs?.(site), ...newestAbove(), posts: 'parent_id' }),
    value: (input) => field.value(isNewest(input) ? { ...input, row: contentOf(input) ?? input.row } : input),
  }
}

function contentOf({ row, needed }: FieldInput): FieldInput['row'] | null {
  return needed.postOf(integerOf(row, 'parent_id'))
}

/** A preview has the address of its content with `preview=true`, any other version that of its id (`?p=`). */
const address: WpField = {
  ...link,
  needs: (site) => ({ ...link.needs?.(site), ...newestAbove(), posts: 'parent_id' }),
  value: (input) => {
    const content = isNewest(input) ? contentOf(input) : null
    return content === null
      ? `${input.site.home}/?p=${textOf(input.row, 'id')}`
      : previewed(String(link.value({ ...input, row: content })))
  },
}

function previewed(url: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}preview=true`
}
