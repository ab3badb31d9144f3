// The subject of a post's head.
import { paragraphs, textOf, type FieldInput, type ResourceDefinition, type Row } from '../../index.ts'
import { withOffset } from '../php/local-time.ts'
import type { FoundFile } from '../seo/files.ts'
import type { SeoPage } from '../seo/page.ts'
import type { Picture } from '../seo/subject.ts'
import { collapsed, plain, shortened, wordCount, type Variables } from '../seo/variables.ts'
import { robotsOf } from './robots.ts'
import { said } from './settings.ts'
import { blank, filling, home, termCrumb, type RankMathSubject } from './subject.ts'

export function postSubject(input: FieldInput, resource: ResourceDefinition, page: SeoPage): RankMathSubject {
  const { row, site } = input
  const [id, type] = [textOf(row, 'id'), textOf(row, 'type')]
  const meta = (name: string) => page.meta(id, `rank_math_${name}`)
  const isHidden = textOf(row, 'password') !== ''
  const author = page.author(textOf(row, 'author_id'))
  const excerpt = isHidden ? '' : excerptOf(row, meta('focus_keyword').split(',')[0] ?? '')
  const namesIn = (taxonomy: string) => page.terms(id, taxonomy).map((term) => textOf(term, 'name'))
  const variables: Variables = (name) => {
    switch (name) {
      case 'title':
        return textOf(row, 'title')
      case 'excerpt':
        return excerpt
      case 'excerpt_only':
        return isHidden ? '' : plain(textOf(row, 'excerpt'))
      case 'name':
      case 'post_author':
        return textOf(author ?? {}, 'name')
      case 'id':
        return id
      case 'focuskw':
        return meta('focus_keyword').split(',')[0]
      case 'category':
        return namesIn('category')[0]
      case 'categories':
        return namesIn('category').join(', ')
      case 'tag':
        return namesIn('post_tag')[0]
      case 'tags':
        return namesIn('post_tag').join(', ')
      case 'pt_single':
        return resource.contentType?.labels.singular
      case 'pt_plural':
        return resource.contentType?.labels.plural
      case 'parent_title':
        return textOf(page.above(row).at(-1) ?? {}, 'title')
      default:
        return undefined
    }
  }
  const fill = filling(site, variables)
  const url = page.link('post', id)
  const title = fill(meta('title') || said(site, `pt_${type}_title`, '%title% %sep% %sitename%'))
  const description = fill(meta('description') || said(site, `pt_${type}_description`, '%excerpt%'))
  const taxonomy = said(site, `pt_${type}_primary_taxonomy`, type === 'post' ? 'category' : '')
  const main = mainTerm(row, taxonomy, page)
  const featured = isHidden ? null : page.file(page.meta(id, '_thumbnail_id'))
  const own = meta('facebook_image')
  const snippet = meta('rich_snippet') || said(site, `pt_${type}_default_rich_snippet`, 'off')
  const archive = page.archives.get(type)
  return {
    ...blank,
    kind: 'post',
    url,
    canonical: meta('canonical_url') || url,
    title,
    description,
    ogTitle: fill(meta('facebook_title')) || title,
    ogDescription: fill(meta('facebook_description')) || description,
    robots: robotsOf(site, { own: meta('robots'), advanced: meta('advanced_robots'), setting: `pt_${type}` }),
    picture: pictureOf(page.file(meta('facebook_image_id')), own, featured),
    featured,
    tags: type === 'post' ? namesIn('post_tag') : [],
    section: type === 'post' ? textOf(main ?? {}, 'name') : '',
    published: withOffset(textOf(row, 'created_at'), site),
    modified: withOffset(textOf(row, 'modified_at'), site),
    labels: [
      ...(type === 'post' && author ? [['Written by', textOf(author, 'name')] as const] : []),
      ...(isHidden ? [] : [['Time to read', minutesOf(row)] as const]),
    ],
    crumbs: [
      ...home(site),
      ...(archive === undefined ? [] : [{ name: archive, url: page.archiveLink(type) }]),
      ...(main ? [termCrumb(main, page)] : []),
      ...page.above(row).map((parent) => ({
        name: collapsed(textOf(parent, 'title')),
        url: page.link('post', textOf(parent, 'id')),
      })),
      { name: meta('breadcrumb_title') || collapsed(plain(textOf(row, 'title'))), url },
    ],
    author,
    article:
      snippet === 'article' && !isHidden ? said(site, `pt_${type}_default_article_type`, 'Article') : '',
    keywords: meta('focus_keyword'),
  }
}

/** The post's own picture may be on another site, without a file here. */
function pictureOf(file: FoundFile | null, own: string, featured: FoundFile | null): Picture | null {
  if (file === null && own !== '') return { url: own, file: null }
  const shown = file ?? featured
  return shown && { url: shown.url, file: shown }
}

/** The primary term, or the first one. */
function mainTerm(row: Row, taxonomy: string, page: SeoPage): Row | undefined {
  const terms = taxonomy === '' ? [] : page.terms(textOf(row, 'id'), taxonomy)
  const primary = page.meta(textOf(row, 'id'), `rank_math_primary_${taxonomy}`)
  return terms.find((term) => textOf(term, 'id') === primary) ?? terms[0]
}

/** The written excerpt, else the first paragraph with the focus keyword, else the first paragraph. */
function excerptOf(row: Row, keyword: string): string {
  const written = plain(textOf(row, 'excerpt')).trim()
  if (written !== '') return written
  const text = textOf(row, 'content').replace(/\[[^[\]\n]*\]/g, '')
  const all = paragraphs(text)
    .split('</p>')
    .flatMap((part) => {
      const start = part.search(/<p[\s>]/)
      return start < 0 ? [] : [plain(part.slice(start)).trim()]
    })
    .filter((paragraph) => paragraph !== '')
  const about = all.find((each) => keyword !== '' && each.toLowerCase().includes(keyword.toLowerCase()))
  return shortened(about ?? all[0] ?? plain(text))
}

function minutesOf(row: Row): string {
  const minutes = Math.floor(wordCount('', textOf(row, 'content')) / 200)
  return minutes < 1 ? 'Less than a minute' : minutes === 1 ? '1 minute' : `${minutes} minutes`
}
