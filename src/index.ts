// The public face of Lectern, for config files and for extensions.
import type { ConfigFile } from './settings/config.ts'

/**
 * Schemas of arguments and fields: TypeBox's, from which their types come.
 *
 * @example
 * ```ts
 * import { defineExtension, defineRoute, everybody, Type } from 'lectern'
 *
 * const sum = defineRoute({
 *   namespace: 'sums/v1',
 *   path: '/sum',
 *   methods: ['GET'],
 *   args: { numbers: Type.Array(Type.Number(), { default: [1, 2], maxItems: 10 }) },
 *   permission: everybody,
 *   handle: async ({ args }) => args.numbers.reduce((all, each) => all + each, 0),
 * })
 *
 * export default defineExtension({ name: 'sums', routes: [sum] })
 * ```
 */
export { Type } from 'typebox'
export type { ConfigFile } from './settings/config.ts'
export { decoded } from './core/decoded.ts'
export type { BlockRenderer, Shortcode } from './render/context.ts'
export { formatDate } from './render/php-date.ts'
export { attributeText } from './render/html-tag.ts'
export { avatarTag } from './render/avatar-tag.ts'
export { paragraphs } from './render/paragraphs.ts'
export type { Derived } from './registry/field.ts'
export { type Field, type FieldInput } from './registry/field.ts'
export { type Link, type Target as LinkTarget } from './registry/link.ts'
export { avatarUrl } from './resources/users/avatar.ts'
export { describedImage } from './resources/media/described-image.ts'
export { fileMeta } from './resources/media/media-values.ts'
export { type ResourceDefinition } from './registry/resource.ts'
export {
  defineGraphTypes,
  type GraphField,
  type GraphKind,
  type GraphRelation,
  type GraphRoot,
  type GraphType,
  type GraphWhere,
  type GraphTypesDefinition,
} from './registry/graph-types.ts'
export { type FilterDeclaration } from './registry/filter-declaration.ts'
export { filterArg } from './registry/filter-arg.ts'
export { addressColumns } from './site/surroundings.ts'
export { fileAddress, pathAt } from './site/file-address.ts'
export { type AddressBase, type Site, type SiteVariant } from './site/site.ts'
export type { Read } from './extensions/read.ts'
export type { PlugInRows } from './database/plug-in-rows.ts'
export type { AddressRedirect, AskedAddress } from './extensions/address-redirects.ts'
export { integerOf, textOf, type Row } from './database/tables.ts'
export { parsePhpValue, phpToJson, type PhpArray, type PhpValue } from './database/php-value.ts'
export { defineAuthMethod } from './extensions/auth-methods.ts'
export { defineExtension, defineQuery, defineRoute } from './extensions/extension.ts'
export { defineStatus } from './extensions/statuses.ts'
export { everybody, loggedIn, whoCan } from './extensions/permissions.ts'
export { definePack, type FoundPost } from './extensions/pack.ts'
export { defineSiteValue } from './site/site-value.ts'
export { defineTable } from './extensions/write.ts'
export { checkedArg } from './registry/args.ts'
export { defineContentType, isFeature, type ContentTypeDefinition } from './registry/content-type.ts'
export { defineGather, type Gather, type GatherReads } from './extensions/gather.ts'
export { defineTaxonomy, type TaxonomyDefinition } from './registry/taxonomy.ts'
export { footnotes } from './resources/content/post-meta.ts'
export { schemaField, type SchemaField } from './resources/content/schema-field.ts'
export { storedField } from './resources/content/stored-field.ts'
export { editorBlocks, type EditorBlock } from './resources/content/post-blocks.ts'
export { richText, summary, title } from './resources/content/post-text.ts'

/**
 * A config file's settings, checked as they are typed.
 *
 * @example
 * ```ts
 * import { defineConfig } from 'lectern'
 *
 * export default defineConfig({ databaseUrl: 'mysql://reader:secret@127.0.0.1:3306/site', port: 8080 })
 * ```
 */
export function defineConfig(config: ConfigFile): ConfigFile {
  return config
}
