// Breadcrumbs: the path from the home page to a subject.
import { textOf, title as titleOf, type FieldInput, type Row } from '../../index.ts'
import { textIn } from '../php/stored.ts'
import type { SeoPage } from './page.ts'
import { settings, templateOf } from './settings.ts'
import type { Crumb } from './subject.ts'
import { collapsed, plain } from './variables.ts'

export function home({ site }: Pick<FieldInput, 'site'>): Crumb {
  return { name: templateOf(settings.of(site), 'breadcrumbs-home', 'Home'), url: `${site.home}/` }
}

export function archiveCrumb(
  type: string,
  label: string | undefined,
  { site }: Pick<FieldInput, 'site'>,
  page: SeoPage,
): Crumb {
  const own = templateOf(settings.of(site), `bctitle-ptarchive-${type}`, '')
  return { name: own || (label ?? type), url: page.archiveLink(type) }
}

/** Breadcrumbs above a post: home page, archive, main term with its ancestors, and the post's ancestors. */
export function crumbsAbove(row: Row, input: FieldInput, page: SeoPage): readonly Crumb[] {
  const seo = settings.of(input.site)
  const type = textOf(row, 'type')
  const parents = page.above(row)
  const parent = parents.at(-1)
  const crumbOf = (post: Row): Crumb => ({
    name: page.meta(textOf(post, 'id'), '_yoast_wpseo_bctitle') || crumbTitle({ ...input, row: post }),
    url: page.link('post', textOf(post, 'id')),
  })
  if (type === 'attachment' && parent) return [...crumbsAbove(parent, input, page), crumbOf(parent)]
  const taxonomy = templateOf(seo, `post_types-${type}-maintax`, '0')
  const term = taxonomy === '0' || taxonomy === '' ? undefined : mainTerm(row, taxonomy, page)
  const archive = page.archives.get(type)
  return [
    home(input),
    ...(archive === undefined ? [] : [archiveCrumb(type, archive, input, page)]),
    ...(term ? page.pathOf(term).map((each) => termCrumb(each, input, page)) : []),
    ...parents.map(crumbOf),
  ]
}

export function termCrumb(term: Row, { site }: FieldInput, page: SeoPage): Crumb {
  const own = settings.of(site).ofTerm(textOf(term, 'taxonomy'), textOf(term, 'id'))
  return {
    name: textIn(own, 'wpseo_bctitle') || textOf(term, 'name'),
    url: page.link('term', textOf(term, 'id')),
  }
}

export function shownTitle(input: FieldInput): string {
  return collapsed(plain(String(titleOf.value(input))))
}

/** The plug-in stores titles as the site shows them, with a prefix for private content. */
export function crumbTitle(input: FieldInput): string {
  const isPrivate = textOf(input.row, 'status') === 'private'
  return (isPrivate ? 'Private: ' : '') + shownTitle(input)
}

/** The primary term, or the one with the most ancestors. */
function mainTerm(row: Row, taxonomy: string, page: SeoPage): Row | undefined {
  const terms = page.terms(textOf(row, 'id'), taxonomy)
  return (
    primaryTerm(row, taxonomy, page) ??
    terms.toSorted((one, other) => page.pathOf(other).length - page.pathOf(one).length)[0]
  )
}

export function primaryTerm(row: Row, taxonomy: string, page: SeoPage): Row | undefined {
  const id = textOf(row, 'id')
  const primary = page.meta(id, `_yoast_wpseo_primary_${taxonomy}`)
  return page.terms(id, taxonomy).find((term) => textOf(term, 'id') === primary)
}
