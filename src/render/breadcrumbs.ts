// The way from the site's first page to the post whose text it is (render_block_core_breadcrumbs): by the pages above it, or by
// its first term and those above that.
import { textAttribute, wrapped } from './block-wrapper.ts'
import type { BlockAttributes } from './block-tree.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { shownTitle } from './title-blocks.ts'

/** A trail without items is not rendered. */
export const breadcrumbs: BlockRenderer = ({ name, attributes }, context) => {
  const current = titleOf(context.post(), context)
  const stations = [
    ...(attributes['showHomeItem'] === false ? [] : [linkTo(`${context.home}/`, 'Home')]),
    ...above(attributes, context),
    ...(attributes['showCurrentItem'] === false ? [] : [`<span aria-current="page">${current}</span>`]),
  ]
  if (stations.length === 0) return ''
  const list = stations.map((station) => `<li>${station}</li>`).join('')
  const html = wrapped(
    name,
    attributes,
    { tag: 'nav', rest: ' aria-label="Breadcrumbs"' },
    `<ol>${list}</ol>`,
  )
  return withSeparator(html, attributes)
}

type Named = Pick<ReturnType<RenderContext['post']>, 'title' | 'titlePrefix'>

function titleOf(post: Named, context: RenderContext): string {
  return shownTitle(post, context) || '(no title)'
}

function linkTo(url: string, text: string): string {
  return `<a href="${attributeUrl(url)}">${text}</a>`
}

/** A post that stands below another goes by that, unless the block prefers terms. */
function above({ prefersTaxonomy }: BlockAttributes, context: RenderContext): readonly string[] {
  const post = context.post()
  const [term] = ['category', 'post_tag'].flatMap((taxonomy) => post.terms(taxonomy))
  const pages = post.ancestors()
  if (term !== undefined && (pages.length === 0 || prefersTaxonomy === true))
    return [...term.ancestors(), term].map(({ link, name }) => linkTo(link, attributeText(name)))
  return pages.map((page) => linkTo(page.link, titleOf(page, context)))
}

/** The text between two stations is a variable of their style; it has none where it could end its declaration. */
function withSeparator(html: string, attributes: BlockAttributes): string {
  const separator = typeof attributes['separator'] === 'string' ? textAttribute(attributes, 'separator') : '/'
  const variable = /[&\\;{}"]/.test(separator) ? '' : `--separator: &quot;${attributeText(separator)}&quot;`
  return html.startsWith('<nav style="')
    ? html.replace('" class=', () => (variable === '' ? '" class=' : `;${variable}" class=`))
    : html.replace('<nav', () => `<nav style="${variable}"`)
}
