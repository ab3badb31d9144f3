// The breadcrumbs block (render_block_core_breadcrumbs): links from the home page to the post that contains it, by the post's
// ancestors, or by its first term and the ancestors of that.
import { textAttribute, wrapped } from './block-wrapper.ts'
import type { BlockAttributes } from './block-tree.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { postsPageIn } from './query-listing.ts'
import { safeHtml } from './safe-html.ts'
import type { ShownPost } from './shown.ts'
import { shownTitle } from './title-blocks.ts'
import { said } from './words.ts'

/** A trail without items is not rendered. */
export const breadcrumbs: BlockRenderer = ({ name, attributes }, context) => {
  const current = titleOf(context.post(), context)
  const stations = [
    ...(attributes['showHomeItem'] === false ? [] : [linkTo(`${context.home}/`, said(context, 'Home'))]),
    ...above(attributes, context),
    ...(attributes['showCurrentItem'] === false ? [] : [`<span aria-current="page">${current}</span>`]),
  ]
  if (stations.length === 0) return ''
  const list = stations.map((station) => `<li>${station}</li>`).join('')
  const html = wrapped(
    name,
    attributes,
    { tag: 'nav', rest: ` aria-label="${attributeText(said(context, 'Breadcrumbs'))}"` },
    `<ol>${list}</ol>`,
  )
  return withSeparator(html, attributes)
}

type Named = Pick<ReturnType<RenderContext['post']>, 'title' | 'markedTitle'>

function titleOf(post: Named, context: RenderContext): string {
  return safeHtml(shownTitle(post, context) || said(context, '(no title)'))
}

function linkTo(url: string, text: string): string {
  return `<a href="${attributeUrl(url)}">${text}</a>`
}

/** The links in between: the page that lists the type, then ancestors, or terms if the type is flat or terms are preferred. */
function above({ prefersTaxonomy }: BlockAttributes, context: RenderContext): readonly string[] {
  const post = context.post()
  const { kinds, hierarchical, taxonomies: shown } = context.blockSettings
  const taxonomies = (kinds.get(post.type)?.taxonomies ?? []).filter(
    ({ name, isServed }) => isServed && shown.has(name),
  )
  const pages = post.ancestors()
  const hasLevels = hierarchical.has(post.type) || pages.length > 0
  const goesByTerms = taxonomies.length > 0 && (!hasLevels || prefersTaxonomy === true)
  const [term] = taxonomies.flatMap(({ name }) => post.terms(name))
  const terms = term === undefined ? [] : [...term.ancestors(), term]
  return [
    ...listOf(post, context),
    ...(goesByTerms
      ? terms.map(({ link, name }) => linkTo(link, attributeText(name)))
      : pages.map((page) => linkTo(page.link, titleOf(page, context)))),
  ]
}

/** The link to the posts page, where the site has one, or to the archive of another type. */
function listOf({ type }: ShownPost, context: RenderContext): readonly string[] {
  const listing = type === 'post' ? postsPageIn(context.blockSettings) : null
  const page = listing && context.queried(listing)[0]?.post()
  if (page) return [linkTo(page.link, titleOf(page, context))]
  const archive = context.blockSettings.kinds.get(type)?.archive
  return archive ? [linkTo(context.archiveLink(type), archive)] : []
}

/** Writes the text between two items as a CSS variable, unless it could end the declaration. */
function withSeparator(html: string, attributes: BlockAttributes): string {
  const separator = typeof attributes['separator'] === 'string' ? textAttribute(attributes, 'separator') : '/'
  const variable = /[&\\;{}"]/.test(separator) ? '' : `--separator: &quot;${attributeText(separator)}&quot;`
  return html.startsWith('<nav style="')
    ? html.replace('" class=', () => (variable === '' ? '" class=' : `;${variable}" class=`))
    : html.replace('<nav', () => `<nav style="${variable}"`)
}
