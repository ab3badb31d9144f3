// Converts rows to the values that render functions of blocks take.
import { utcMs } from '../../core/utc-ms.ts'
import { integerOf, textOf, type Row } from '../../database/tables.ts'
import type { FieldInput } from '../../registry/field.ts'
import type { Attachment } from '../../render/attachment.ts'
import type { RenderContext } from '../../render/context.ts'
import { renderSummary } from '../../render/content.ts'
import { attributeUrl } from '../../render/html-tag.ts'
import type {
  LocalTime,
  Period,
  ShownAuthor,
  ShownComment,
  ShownPage,
  ShownPost,
  ShownReply,
  ShownTerm,
} from '../../render/shown.ts'
import { commentLink } from '../../site/comment-link.ts'
import { said } from '../../render/words.ts'
import { markedTitle } from '../../site/marked-title.ts'
import { ancestorsMax, authorLink, postLink, termLink } from '../../site/permalink.ts'
import type { Site } from '../../site/site.ts'
import { isZero } from '../../site/time-zone.ts'
import { avatarUrl } from '../users/avatar.ts'
import { classList } from '../content/class-list.ts'
import { attachmentFrom } from '../media/attachment-of-row.ts'

/** True for a taxonomy that the site shows publicly (is_taxonomy_viewable). Rows of others may belong to plug-ins, which store anything in them. */
export function isShownTaxonomy(name: string, { taxonomies }: Pick<Site, 'taxonomies'>): boolean {
  const known = taxonomies.get(name)
  return name === formats || (known !== undefined && known.isViewable !== false)
}

/** A taxonomy that WordPress registers without a screen or a REST route. */
export const formats = 'post_format'

/** True for a row with a password, unless it is the requested item and the request has the password. */
export function isLockedRow(
  row: Row,
  { row: item, unlocked }: Pick<FieldInput, 'row' | 'unlocked'>,
): boolean {
  return textOf(row, 'password') !== '' && !(unlocked && row === item)
}

/** A post for blocks, without any of its text while it is locked. */
export function shownPost(row: Row, input: FieldInput, contextOf: (row: Row) => RenderContext): ShownPost {
  const { site, needed } = input
  const isLocked = isLockedRow(row, input)
  return {
    ...shownPage(row, input),
    type: textOf(row, 'type'),
    markedTitle: markedTitle(textOf(row, 'title'), row, site),
    created: timeOf(row, 'created_at', site),
    modified: timeOf(row, 'modified_at', site),
    isLocked,
    content: isLocked ? '' : textOf(row, 'content'),
    summary: (wordsMax) => {
      if (isLocked) return ''
      const [excerpt, content, context] = [textOf(row, 'excerpt'), textOf(row, 'content'), contextOf(row)]
      return context.allows(content.length) ? renderSummary(excerpt, content, context, wordsMax) : ''
    },
    author: () => {
      const id = integerOf(row, 'author_id')
      return Number(id) === 0 ? null : shownUser(String(id), input)
    },
    image: () => imageOf(row, input),
    hasImage: () => needed.imageOf(textOf(row, 'id')) !== null,
    classes: () => classesOf(row, input),
    ancestors: () => postsAbove(row, input),
    commentCount: Number(integerOf(row, 'comment_count')),
    hasOpenComments: () => textOf(row, 'comment_status') === 'open' && !isClosedByAge(row, input),
    terms: (taxonomy) =>
      isShownTaxonomy(taxonomy, site)
        ? needed
            .termsOf(integerOf(row, 'id'))
            .filter((term) => term['taxonomy'] === taxonomy)
            .map((term) => shownTerm(term, input))
        : [],
  }
}

const dayMs = 86_400_000

/** True for a post that is too old for new comments; a post without a date never is (_close_comments_for_old_post). */
function isClosedByAge(row: Row, { site, needed }: FieldInput): boolean {
  const days = site.isOn('close_comments_for_old_posts') ? site.integer('close_comments_days_old') : 0
  const createdUtc = textOf(row, 'created_at_utc')
  if (days === 0 || textOf(row, 'type') !== 'post' || isZero(createdUtc)) return false
  const createdMs = utcMs(createdUtc)
  // WordPress counts whole seconds, and closes comments one second later
  const endMs = createdMs + days * dayMs + 1000
  if (Number.isNaN(endMs)) return false
  if (Date.now() >= endMs) return true
  needed.endsAt(endMs)
  return false
}

function classesOf(row: Row, input: FieldInput): readonly string[] {
  const { needed, site } = input
  const type = textOf(row, 'type')
  const { supports = [], taxonomies = [] } = site.kinds.get(type) ?? {}
  const names = taxonomies.filter(({ name }) => isShownTaxonomy(name, site))
  const value = classList({ name: type, supports }, names).value({
    ...input,
    row,
    unlocked: false,
    needed: {
      ...needed,
      metaOf: (id, key) => (key === '_thumbnail_id' ? needed.imageOf(id) : needed.metaOf(id, key)),
    },
  })
  return Array.isArray(value) ? value.map(String) : []
}

export function shownPage(row: Row, { site, needed }: FieldInput): ShownPage {
  return {
    id: textOf(row, 'id'),
    parentId: textOf(row, 'parent_id'),
    title: textOf(row, 'title'),
    link: postLink(row, site, needed),
    isFront: textOf(row, 'id') === site.option('page_on_front'),
  }
}

function postsAbove(row: Row, input: FieldInput): ReturnType<ShownPost['ancestors']> {
  const above: ReturnType<ShownPost['ancestors']>[number][] = []
  let parent = input.needed.postOf(integerOf(row, 'parent_id'))
  for (let depth = 0; parent !== null && depth < ancestorsMax; depth += 1) {
    // Titles of hidden posts are not shown
    if (input.site.statuses.public.includes(textOf(parent, 'status')))
      above.unshift({
        ...shownPage(parent, input),
        markedTitle: markedTitle(textOf(parent, 'title'), parent, input.site),
      })
    parent = input.needed.postOf(integerOf(parent, 'parent_id'))
  }
  return above
}

export function shownTerm(row: Row, { site, needed }: FieldInput): ShownTerm {
  return {
    id: textOf(row, 'id'),
    name: textOf(row, 'name'),
    slug: textOf(row, 'slug'),
    taxonomy: textOf(row, 'taxonomy'),
    description: textOf(row, 'description'),
    parentId: textOf(row, 'parent_id'),
    link: termLink(row, site, needed),
    count: Number(integerOf(row, 'count')),
    ancestors: () =>
      needed.termsAbove(row).map((above) => ({
        name: textOf(above, 'name'),
        link: termLink(above, site, needed),
      })),
  }
}

export function shownComment(row: Row, { site, needed }: FieldInput): ShownComment {
  const user = needed.authorOf(integerOf(row, 'author_id'))
  const post = needed.postOf(integerOf(row, 'post_id'))
  return {
    id: textOf(row, 'id'),
    author:
      textOf(row, 'author_name') ||
      (user === null ? '' : textOf(user, 'name')) ||
      said(site.renderers ?? {}, 'Anonymous'),
    authorUrl: givenUrl(row) || (user === null ? '' : authorLink(user, site)),
    // Pingbacks have no avatar
    avatarUrl: (size) =>
      !['', 'comment'].includes(textOf(row, 'type'))
        ? ''
        : avatarUrl(user === null ? textOf(row, 'author_email') : textOf(user, 'email'), size, site),
    link: post === null ? '' : commentLink(row, post, site, needed),
    postTitle: post === null ? '' : markedTitle(textOf(post, 'title'), post, site),
    created: timeOf(row, 'created_at', site),
    content:
      post !== null && textOf(post, 'password') !== ''
        ? said(site.renderers ?? {}, 'Password protected')
        : textOf(row, 'content'),
  }
}

/** The address that a comment's author entered; empty where it is not allowed in links. */
function givenUrl(comment: Row): string {
  const url = textOf(comment, 'author_url')
  return attributeUrl(url) === '' ? '' : url
}

/** A comment in the discussion of a post. */
export function shownReply(row: Row, post: Row, input: FieldInput): ShownReply {
  const userId = integerOf(row, 'author_id')
  const user = input.needed.authorOf(userId)
  const type = textOf(row, 'type')
  return {
    ...shownComment(row, input),
    content: textOf(row, 'content'),
    parentId: textOf(row, 'parent_id'),
    ownUrl: givenUrl(row),
    classes: [
      type === '' ? 'comment' : type,
      ...(user === null ? [] : ['byuser', `comment-author-${textOf(user, 'slug')}`]),
      ...(user !== null && userId === integerOf(post, 'author_id') ? ['bypostauthor'] : []),
    ],
  }
}

/** Periods with their numbers of posts, newest first. */
export function periodsOf(rows: readonly Row[]): readonly Period[] {
  const dated = rows.filter((row) => row['key'] !== null)
  const keys = dated.map((row) => ({ key: textOf(row, 'key'), count: Number(integerOf(row, 'count')) }))
  return keys
    .toSorted((one, other) => (one.key < other.key ? 1 : -1))
    .map(({ key, count }) => {
      const [year = 0, month, day] = key.split('-').map(Number)
      return { year, month: month ?? null, day: day ?? null, count }
    })
}

/** A user by id; with an empty name where none exists. */
export function shownUser(id: string, input: FieldInput): ShownAuthor {
  return shownAuthor(input.needed.authorOf(id) ?? { id, name: '', slug: '', email: '' }, input)
}

function shownAuthor(user: Row, { site, needed }: FieldInput): ShownAuthor {
  return {
    name: textOf(user, 'name'),
    link: authorLink(user, site),
    biography: needed.userMetaOf(integerOf(user, 'id'), 'description') ?? '',
    avatarUrl: (size) => avatarUrl(textOf(user, 'email'), size, site),
  }
}

function imageOf(row: Row, input: FieldInput): Attachment | null {
  const id = input.needed.imageOf(textOf(row, 'id'))
  const file = id === null ? null : input.needed.fileOf(id)
  return file && attachmentFrom(file, input)
}

function timeOf(row: Row, column: string, site: Site): LocalTime {
  return clockTime(textOf(row, column), site)
}

export function clockTime(stored: string, { timeZone }: Pick<Site, 'timeZone'>): LocalTime {
  const local = timeZone.shown(stored)
  const ms = utcMs(timeZone.toUtc(local))
  return { local, offsetHours: Number.isNaN(ms) ? 0 : timeZone.offsetHoursAt(ms), zone: timeZone.name }
}

/** The instant in a text: a date, with or without dashes, alone or with a time, which may have an offset or `Z`; null for any other text. */
export function writtenTime(written: string, { timeZone }: Pick<Site, 'timeZone'>): LocalTime | null {
  const [, year, month, day, time = '00:00', zone = 'Z'] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))? ?(Z|[+-]\d\d:?\d\d)?$/i.exec(
      written.trim(),
    ) ?? []
  const ms = Date.parse(
    `${year}-${month}-${day}T${time}${zone.replace(/(\d\d)(\d\d)$/, '$1:$2').toUpperCase()}`,
  )
  if (Number.isNaN(ms)) return null
  return { local: timeZone.toLocal(ms), offsetHours: timeZone.offsetHoursAt(ms), zone: timeZone.name }
}
