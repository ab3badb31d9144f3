// Builds the address of a comment: on its post's page, or on one of the pages that the site splits comments into
// (get_comment_link).
import { integerOf, textOf, type Integer, type Row } from '../database/tables.ts'
import { closed, postLink } from './permalink.ts'
import type { Surroundings } from './surroundings.ts'
import type { Site } from './site.ts'

interface AroundComments extends Surroundings {
  /** The number of threads of the post that began before the comment's own. */
  readonly placeOf: (commentId: Integer) => number
}

/** A comment's address needs the position of its thread, unless one page shows all comments. */
export function placesFor(site: Site): { readonly commentPlaces?: { readonly isThreaded: boolean } } {
  if (pageSize(site) === 0) return {}
  const isThreaded = site.isOn('thread_comments') && site.integer('thread_comments_depth') > 1
  return { commentPlaces: { isThreaded } }
}

/** A comment whose post is missing is addressed as one on a post without an address. */
export function commentLink(comment: Row, post: Row | null, site: Site, around: AroundComments): string {
  const id = integerOf(comment, 'id')
  const size = pageSize(site)
  const page = size === 0 ? 1 : Math.floor(around.placeOf(id) / size) + 1
  // The comment page that the post's own address shows has no number
  const isNamed = size > 0 && (page > 1 || site.option('default_comments_page') !== 'oldest')
  const link = post === null ? '' : postLink(post, site, around)
  return `${closed(isNamed ? pageOf(link, page, site) : link, site)}#comment-${textOf(comment, 'id')}`
}

function pageOf(link: string, page: number, { option }: Site): string {
  if (option('permalink_structure') === '') return `${link}${link.includes('?') ? '&' : '?'}cpage=${page}`
  return `${link.replace(/\/+$/, '')}/comment-page-${page}`
}

/** Threads per page; 0 where one page shows all. */
function pageSize({ isOn, integer }: Site): number {
  return isOn('page_comments') ? Math.max(0, integer('comments_per_page')) : 0
}
