// A loop over terms (core/terms-query, render_block_core_term_template), and the blocks that show one of them.
import { isEmpty } from '../core/php-empty.ts'
import { isList } from '../core/json-value.ts'
import { plainValue, type BlockAttributes } from './block-tree.ts'
import { headingTag } from './block-attributes.ts'
import { linkColorClass, textAlignClass, textAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { attributeUrl, withClasses } from './html-tag.ts'
import { isAscending, isByCount, listingOf, termQueryOf, termsLimit } from './listing.ts'
import { itemClasses, newLoopBudget } from './query-loop.ts'
import type { ShownTerm } from './shown.ts'

export const termsQuery: BlockRenderer = ({ name, attributes, inner }, context) => {
  const listing = listingOf(name, attributes)
  const stated = attributes['termQuery']
  // An empty query finds nothing
  const listed =
    listing?.kind === 'terms' && (stated === undefined || !isEmpty(stated)) ? context.terms(listing) : []
  return inner({ ...context, listedTerms: chosen(listed, termQueryOf(attributes)) })
}

function chosen(terms: readonly ShownTerm[], stated: BlockAttributes): readonly ShownTerm[] {
  const isNested = stated['showNested'] === true
  const filled = isEmpty(stated['hideEmpty']) ? terms : terms.filter(isFilled(terms, isNested))
  return ordered(filled, stated, isNested).slice(0, termsLimit(stated))
}

/** Sorts the terms; those in `include` come in its order, whatever their parents. */
function ordered(
  terms: readonly ShownTerm[],
  stated: BlockAttributes,
  isNested: boolean,
): readonly ShownTerm[] {
  const { include } = stated
  const ids = isList(include) ? include.map(plainValue) : []
  if (ids.length > 0) {
    const byId = new Map(terms.map((term) => [term.id, term]))
    return [...new Set(ids)].flatMap((id) => byId.get(id) ?? [])
  }
  const shown = isNested ? terms : terms.filter(({ parentId }) => parentId === '0')
  return isByCount(stated) || isAscending(stated) ? shown : shown.toReversed()
}

/** True for terms with posts and, if `isNested`, for their ancestors. */
export function isFilled(terms: readonly ShownTerm[], isNested: boolean): (term: ShownTerm) => boolean {
  const parents = new Map(terms.map(({ id, parentId }) => [id, parentId]))
  const filled = new Set<string>()
  for (const { id, count } of terms) {
    let at: string | undefined = count > 0 ? id : undefined
    while (at !== undefined && parents.has(at) && !filled.has(at)) {
      filled.add(at)
      at = isNested ? parents.get(at) : undefined
    }
  }
  return ({ id }) => filled.has(id)
}

/** The list of terms; empty without any. */
export const termTemplate: BlockRenderer = ({ name, attributes, parentAttributes, inner }, context) => {
  const { listedTerms = [], term: _, ...rest } = context
  const loopBudget = context.loopBudget ?? newLoopBudget()
  const around = { ...rest, loopBudget }
  // The template is rendered once without a term, so that what is numbered in it takes numbers
  inner(around)
  const shown = listedTerms.slice(0, Math.max(loopBudget.posts, 0))
  if (shown.length === 0) return ''
  loopBudget.posts -= shown.length
  const classes = itemClasses(attributes, parentAttributes, context.theme)
  const items = shown.map((term) => {
    const { taxonomy } = term
    return `<li class="wp-block-term term-${term.id} ${taxonomy} taxonomy-${taxonomy}">${withClasses(inner({ ...around, term }), classes)}</li>`
  })
  return wrapped(name, attributes, { tag: 'ul', classes: linkColorClass(attributes) }, items.join(''))
}

export const termName: BlockRenderer = ({ name, attributes }, { term }) => {
  if (term === undefined) return ''
  const tag = headingTag(attributes, 0)
  const shown =
    attributes['isLink'] === true ? `<a href="${attributeUrl(term.link)}">${term.name}</a>` : term.name
  return wrapped(name, attributes, { tag, classes: textAlignClass(attributes) }, shown)
}

const brackets: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['none', ['', '']],
  ['square', ['[', ']']],
  ['curly', ['{', '}']],
  ['angle', ['<', '>']],
])

export const termCount: BlockRenderer = ({ name, attributes }, { term }: RenderContext) => {
  if (term === undefined) return ''
  const [left, right] = brackets.get(textAttribute(attributes, 'bracketType')) ?? ['(', ')']
  return wrapped(name, attributes, { tag: 'div' }, `${left}${term.count}${right}`)
}

/** The term's description; empty where there is none. */
export const termDescription: BlockRenderer = ({ name, attributes }, { term }) =>
  term === undefined || term.description === ''
    ? ''
    : wrapped(name, attributes, { tag: 'div', classes: textAlignClass(attributes) }, term.description)
