// Blocks of terms: those of a taxonomy as a list or drop-down (render_block_core_categories) or as a cloud
// (render_block_core_tag_cloud), and those of the post (render_block_core_post_terms).
import type { BlockAttributes } from './block-tree.ts'
import { filledText } from './block-attributes.ts'
import { textAlignClass, textAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { followChoice, inScript } from './follow-choice.ts'
import { grouped } from './grouped-number.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { cloudLimit, listingOf, taxonomyOf } from './listing.ts'
import { safeHtml } from './safe-html.ts'
import type { ShownTerm } from './shown.ts'
import { isFilled } from './term-loop.ts'
import { counted, said, saidAs } from './words.ts'

const depthMax = 20

export const categories: BlockRenderer = ({ name, attributes }, context) => {
  const taxonomy = taxonomyOf(attributes, 'category')
  // Lists count together with drop-downs, which are numbered
  context.count.mark('categories')
  if (!context.blockSettings.taxonomies.has(taxonomy)) return ''
  const terms = termsFor(name, attributes, context)
  const tree = treeOf(terms, attributes['showEmpty'] === true, attributes['showHierarchy'] === true)
  const top = tree.filter(({ term }) => term.parentId === '0').map(({ term }) => ({ term, below: [] }))
  const rows = attributes['showOnlyTopLevel'] === true ? top : tree
  const counts = attributes['showPostCounts'] === true
  const isChoice = attributes['displayAsDropdown'] === true
  const kind = isChoice ? 'dropdown' : 'list'
  const classes = [`wp-block-categories-${kind}`, `wp-block-categories-taxonomy-${taxonomy}`]
  return isChoice
    ? wrapped(name, attributes, { tag: 'div', classes }, choice(rows, counts, attributes, context))
    : wrapped(name, attributes, { tag: 'ul', classes }, listItems(rows, counts, 0, context))
}

interface Branch {
  readonly term: ShownTerm
  readonly below: readonly Branch[]
}

/** Terms as trees; those without posts only if `empty`, or where a descendant has posts. */
function treeOf(terms: readonly ShownTerm[], empty: boolean, isNested: boolean): readonly Branch[] {
  const byParent = Map.groupBy(terms, ({ parentId }) => parentId)
  const known = new Set(terms.map(({ id }) => id))
  const branch = (term: ShownTerm, depth: number): readonly Branch[] => {
    const children = isNested && depth < depthMax ? (byParent.get(term.id) ?? []) : []
    const below = children.flatMap((child) => branch(child, depth + 1))
    return empty || term.count > 0 || below.length > 0 ? [{ term, below }] : []
  }
  const top = isNested ? terms.filter(({ parentId }) => !known.has(parentId)) : terms
  return top.flatMap((term) => branch(term, 0))
}

function listItems(
  branches: readonly Branch[],
  counts: boolean,
  depth: number,
  context: RenderContext,
): string {
  const indent = '\t'.repeat(depth)
  return branches
    .map(({ term, below }) => {
      const children =
        below.length === 0
          ? ''
          : `${indent}<ul class='children'>\n${listItems(below, counts, depth + 1, context)}${indent}</ul>\n`
      const count = counts ? ` (${grouped(term.count, context)})` : ''
      return `\t<li class="cat-item cat-item-${term.id}"><a href="${attributeUrl(term.link)}">${attributeText(term.name)}</a>${count}\n${children}</li>\n`
    })
    .join('')
}

function choice(
  branches: readonly Branch[],
  counts: boolean,
  attributes: BlockAttributes,
  context: RenderContext,
): string {
  const id = `wp-block-categories-${context.count('categories', 0)}`
  const { many, one, parameter } = namesOf(taxonomyOf(attributes, 'category'), context)
  const label = safeHtml(filledText(attributes, 'label')) || many
  const hidden = attributes['showLabel'] === false ? ' screen-reader-text' : ''
  const options = (rows: readonly Branch[], depth: number): string =>
    rows
      .map(({ term, below }) => {
        const count = counts ? `&nbsp;&nbsp;(${grouped(term.count, context)})` : ''
        return `\t<option class="level-${depth}" value="${attributeText(term.slug)}">${'&nbsp;'.repeat(depth * 3)}${optionText(term.name)}${count}</option>\n${options(below, depth + 1)}`
      })
      .join('')
  const page = `${inScript(`${context.home}/?${parameter}=`)} + encodeURIComponent(choice)`
  return `<label class="wp-block-categories__label${hidden}" for="${id}">${label}</label><select  name='${attributeText(parameter)}' id='${id}' class='postform'>\n\t<option value='-1'>${said(context, 'Select %s', one)}</option>\n${options(branches, 0)}</select>${followChoice(id, page)}\n\n`
}

/** Escapes a name except its quotes, which typography turns into those of the language. */
function optionText(name: string): string {
  return name.replace(/[^"']+/g, (part) => attributeText(part))
}

/** WordPress's names of a taxonomy and of one of its terms, as HTML, and the query parameter that selects posts with a term. */
function namesOf(taxonomy: string, context: RenderContext): Names {
  const [several, single] = ['taxonomy general name', 'taxonomy singular name'] as const
  switch (taxonomy) {
    case 'category':
      return {
        many: saidAs(context, several, 'Categories'),
        one: saidAs(context, single, 'Category'),
        parameter: 'category_name',
      }
    case 'post_tag':
      return { many: saidAs(context, several, 'Tags'), one: saidAs(context, single, 'Tag'), parameter: 'tag' }
    case 'post_format':
      return {
        many: saidAs(context, 'post format', 'Formats'),
        one: saidAs(context, 'post format', 'Format'),
        parameter: taxonomy,
      }
    default:
      return { many: attributeText(taxonomy), one: attributeText(taxonomy), parameter: taxonomy }
  }
}

interface Names {
  readonly many: string
  readonly one: string
  readonly parameter: string
}

/** A size and its unit, which must be short, since every tag repeats it. */
const sizeWithUnit = /^[\d.]{1,20}([a-z%]{1,20})$/i

export const tagCloud: BlockRenderer = ({ name, attributes }, context) => {
  const listed = termsFor(name, attributes, context)
  const terms = listed
    .filter(isFilled(listed, true))
    .slice(0, cloudLimit(attributes))
    .toSorted((one, other) => naturally(one.name, other.name))
  const unit = sizeWithUnit.exec(textAttribute(attributes, 'smallestFontSize'))?.[1] ?? 'pt'
  const smallest = Number.parseFloat(textAttribute(attributes, 'smallestFontSize')) || 8
  const largest = Number.parseFloat(textAttribute(attributes, 'largestFontSize')) || 22
  const weights = terms.map(({ count }) => Math.round(Math.log10(count + 1) * 100))
  const least = Math.min(...weights)
  const step = Math.max(largest - smallest, 1) / Math.max(Math.max(...weights) - least, 1)
  const links = terms.map((term, at) => {
    const size = Number((smallest + ((weights[at] ?? 0) - least) * step).toPrecision(14))
    const items = counted(context, '%s item', term.count, grouped(term.count, context))
    const count =
      attributes['showTagCounts'] === true ? `<span class="tag-link-count"> (${term.count})</span>` : ''
    return `<a href="${attributeUrl(term.link)}" class="tag-cloud-link tag-link-${term.id} tag-link-position-${at + 1}" style="font-size: ${size}${unit};" aria-label="${attributeText(`${term.name} (${items})`)}">${attributeText(term.name)}${count}</a>`
  })
  return wrapped(
    name,
    attributes,
    { tag: 'p' },
    links.length === 0 ? said(context, 'There&#8217;s no content to show here yet.') : links.join('\n'),
  )
}

/** Compares in natural order: without regard to case, and numbers by value. */
function naturally(one: string, other: string): number {
  const [a, b] = [partsOf(one), partsOf(other)]
  for (const [at, part] of a.entries()) {
    const against = b[at]
    if (against === undefined) return 1
    const areNumbers = /^\d/.test(part) && /^\d/.test(against)
    const difference = areNumbers
      ? Number(part) - Number(against)
      : part < against
        ? -1
        : Number(part > against)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

function partsOf(text: string): readonly string[] {
  const lower = text.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
  return lower.match(/\d+|\D+/g) ?? []
}

/** The post's terms of a taxonomy; empty where it has none. */
export const postTerms: BlockRenderer = ({ name, attributes }, context) => {
  const taxonomy = textAttribute(attributes, 'term')
  const terms = taxonomy === '' ? [] : context.post().terms(taxonomy)
  if (terms.length === 0) return ''
  const separator = `<span class="wp-block-post-terms__separator">${attributeText(typeof attributes['separator'] === 'string' ? attributes['separator'] || ' ' : ', ')}</span>`
  const around = (side: 'prefix' | 'suffix') => {
    const text = safeHtml(textAttribute(attributes, side))
    return text === '' ? '' : `<span class="wp-block-post-terms__${side}">${text}</span>`
  }
  const links = terms.map((term) => `<a href="${attributeUrl(term.link)}" rel="tag">${term.name}</a>`)
  const classes = [`taxonomy-${taxonomy}`, ...textAlignClass(attributes)]
  return wrapped(
    name,
    attributes,
    { tag: 'div', classes },
    around('prefix') + links.join(separator) + around('suffix'),
  )
}

function termsFor(name: string, attributes: BlockAttributes, context: RenderContext): readonly ShownTerm[] {
  const listing = listingOf(name, attributes)
  return listing?.kind === 'terms' ? context.terms(listing) : []
}
