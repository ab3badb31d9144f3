// Block bindings (WP_Block_Bindings_Registry): attributes that show the dates, the address or the meta of a post, members of a
// term, or an override of a synced pattern. Attributes that plug-ins bind stay as they are stored.
import { asRecord, plainValue, type Block, type BlockAttributes } from './block-tree.ts'
import { textAttribute } from './block-wrapper.ts'
import type { RenderContext } from './context.ts'
import { withAttributes } from './first-tag.ts'
import { attributeUrl } from './html-tag.ts'
import { isoTime } from './php-date.ts'
import { safeHtml } from './safe-html.ts'

type Place =
  /** The content of an element, up to its end or to a list in it. */
  | { readonly kind: 'text'; readonly tag: RegExp }
  | { readonly kind: 'attribute'; readonly tag: string; readonly name: string }
  | { readonly kind: 'image' }

const placeOf = (tag: string, name: string): Place => ({ kind: 'attribute', tag, name })

/** The attributes of blocks that can be bound, and where their values stand in the markup. */
const places: ReadonlyMap<string, Place> = new Map<string, Place>([
  ['core/paragraph content', { kind: 'text', tag: /<(p)(?=[\s>])[^>]*>/i }],
  ['core/heading content', { kind: 'text', tag: /<(h[1-6])(?=[\s>])[^>]*>/i }],
  ['core/list-item content', { kind: 'text', tag: /<(li)(?=[\s>])[^>]*>/i }],
  ['core/button text', { kind: 'text', tag: /<(a|button)(?=[\s>])[^>]*>/i }],
  ['core/button url', placeOf('a', 'href')],
  ['core/button linkTarget', placeOf('a', 'target')],
  ['core/button rel', placeOf('a', 'rel')],
  ['core/image id', { kind: 'image' }],
  ['core/image url', placeOf('img', 'src')],
  ['core/image alt', placeOf('img', 'alt')],
  ['core/image title', placeOf('img', 'title')],
  ['core/image caption', { kind: 'text', tag: /<(figcaption)(?=[\s>])[^>]*>/i }],
])

/** The markup of a block with the values that its attributes are bound to. Takes time linear in the markup. */
export function withBindings(html: string, { name, attributes }: Block, context: RenderContext): string {
  const metadata = asRecord(attributes['metadata'])
  const bindings = asRecord(metadata?.['bindings'])
  if (metadata === null || bindings === null) return html
  return Object.entries(bindingsOf(name, bindings)).reduce((made, [attribute, binding]) => {
    const place = places.get(`${name} ${attribute}`)
    const value = place && valueOf(asRecord(binding) ?? {}, attribute, metadata, context)
    return place === undefined || value == null || !context.allows(value.length)
      ? made
      : placed(made, place, value)
  }, html)
}

const overriding = 'core/pattern-overrides'

/** The keys of meta that the attributes of a block are bound to. */
export function boundKeys({ attributes }: Pick<Block, 'attributes'>): readonly string[] {
  const bindings = asRecord(asRecord(attributes['metadata'])?.['bindings']) ?? {}
  return Object.values(bindings).flatMap((each) => {
    const binding = asRecord(each)
    const key = textAttribute(asRecord(binding?.['args']) ?? {}, 'key')
    return binding?.['source'] === 'core/post-meta' && key !== '' ? [key] : []
  })
}

/** The files whose images override those of a synced pattern. */
export function overridingFiles({ name, attributes }: Block): readonly string[] {
  if (name !== 'core/block') return []
  return Object.values(asRecord(attributes['content']) ?? {}).flatMap((own) => {
    const id = plainValue(asRecord(own)?.['id'])
    return /^[1-9]\d{0,18}$/.test(id) ? [id] : []
  })
}

/** A block that lets all its attributes be overridden names none of them. */
function bindingsOf(name: string, bindings: BlockAttributes): BlockAttributes {
  const every = asRecord(bindings['__default'])
  if (every?.['source'] !== overriding) return bindings
  const own = [...places.keys()].flatMap((key) =>
    key.startsWith(`${name} `) ? [[key.slice(name.length + 1), every] as const] : [],
  )
  return { ...Object.fromEntries(own), ...bindings }
}

/** The bound value; null where the source has none. */
function valueOf(
  binding: BlockAttributes,
  attribute: string,
  metadata: BlockAttributes,
  context: RenderContext,
): string | null {
  const args = asRecord(binding['args']) ?? {}
  const field = textAttribute(args, 'field') || textAttribute(args, 'key')
  switch (binding['source']) {
    case 'core/post-data':
      return postField(field, context)
    case 'core/post-meta':
      return field === '' ? null : context.meta(field)
    case 'core/term-data':
      return termField(field, context)
    case overriding: {
      const own = asRecord(context.overrides?.[textAttribute(metadata, 'name')])
      const value = own?.[attribute]
      return typeof value === 'string' || typeof value === 'number' ? String(value) : null
    }
    default:
      return null
  }
}

function postField(field: string, context: RenderContext): string | null {
  if (context.isLocked === true || (field !== 'date' && field !== 'modified' && field !== 'link')) return null
  const { created, modified, link } = context.post()
  if (field === 'link') return link
  if (field === 'date') return isoTime(created)
  return modified.local > created.local ? isoTime(modified) : ''
}

function termField(field: string, { term }: RenderContext): string | null {
  if (term === undefined) return null
  const { id, name, link, slug, description, parentId, count } = term
  const fields = { id, name, link, slug, description, parent: parentId, count: String(count) }
  return new Map(Object.entries(fields)).get(field) ?? null
}

/** Writes the value into the markup; an address that may not be linked to changes nothing. */
function placed(html: string, place: Place, value: string): string {
  if (place.kind === 'text') {
    const opening = place.tag.exec(html)
    if (opening === null) return html
    const start = opening.index + opening[0].length
    const inner = opening[1] === 'li' ? html.slice(start).search(/<[uo]l[\s>]/) : -1
    const end = inner < 0 ? html.lastIndexOf(`</${opening[1] ?? ''}>`) : start + inner
    return end < start ? html : html.slice(0, start) + safeHtml(value) + html.slice(end)
  }
  if (place.kind === 'image')
    return /^\d{1,19}$/.test(value) ? html.replace(/\bwp-image-\d+/, `wp-image-${value}`) : html
  const isAddress = place.name === 'href' || place.name === 'src'
  const address = isAddress ? attributeUrl(value) : value
  if (value !== '' && address === '') return html
  return withAttributes(html, { [place.name]: isAddress ? { html: address } : value }, place.tag)
}
