// Conditions for comments that a viewer may see: on which content, and which comments there.
import type { Expression, SqlBool } from 'kysely'
import type { Rule, RuleBuilder } from '../../registry/rule.ts'
import { everything, finds, nothing } from '../../registry/conditions.ts'
import { isPublic } from '../content/content-rules.ts'

/** Condition for content whose comments the viewer may read: readable content without a password, and editable content with one. */
export function openContent(build: RuleBuilder, readable: Rule, editable: Rule): Expression<SqlBool> {
  const { eb } = build
  const read = eb.and([readable(build), isUnlocked(build)])
  const edited = editable(build)
  return edited === nothing ? read : eb.or([read, eb.and([edited, eb.not(isUnlocked(build))])])
}

/** Condition for content without a password. It uses LIKE, because comparisons of text ignore trailing blanks. */
function isUnlocked({ eb, column }: RuleBuilder): Expression<SqlBool> {
  return eb(column('posts.password'), 'like', '')
}

/**
 * Extends `open` by published content of types without a definition: WordPress lists comments on that with all others, and
 * shows them where it shows the content.
 */
export function orAddressed(build: RuleBuilder, open: Rule): Expression<SqlBool> {
  const { eb, column, addressedTypes } = build
  if (addressedTypes.length === 0) return open(build)
  const addressed = eb.and([
    eb(column('posts.type'), 'in', addressedTypes),
    isPublic(build),
    isUnlocked(build),
  ])
  return eb.or([open(build), addressed])
}

/** Condition for content that is itself published; a file that inherits the status of its parent is not. */
export function published(build: RuleBuilder, readable: Rule): Expression<SqlBool> {
  const { eb, column } = build
  return eb.and([readable(build), eb(column('posts.status'), '=', 'publish')])
}

/** Condition for the viewer's own comments: a guest's (author 0) belong to no viewer, and those on no content are left to moderators. */
function isOwn({ eb, column, noId, viewerId }: RuleBuilder): Expression<SqlBool> {
  return eb.and([
    eb(column('comments.author_id'), '=', viewerId),
    eb(column('comments.author_id'), '!=', noId('comments.author_id')),
    eb(column('comments.post_id'), '!=', noId('comments.post_id')),
  ])
}

/**
 * Condition for comments that are approved, are no notes, and are on readable content, or on deleted content for viewers who
 * may edit posts; or are the viewer's own; or are on content that the viewer may edit (map_meta_cap, edit_comment).
 * Moderators who may edit posts also see comments on no content. Comments on types without a definition may be internal, as a
 * shop's notes on orders are, and are for administrators.
 */
export function seen(
  build: RuleBuilder,
  { readable, editable, isDescribed }: Readonly<Record<'readable' | 'editable' | 'isDescribed', Rule>>,
): Expression<SqlBool> {
  const { eb, column, can } = build
  const moderates = can('moderate_comments')
  const shown = about(build, readable)
  const isOfNothing = eb.not(about(build, () => everything))
  const isGone = eb.and([eb(column('comments.post_id'), '!=', build.noId('comments.post_id')), isOfNothing])
  const approved = eb.and([
    can('edit_posts') && !moderates ? eb.or([shown, isGone]) : shown,
    eb(column('comments.status'), '=', '1'),
    eb(column('comments.type'), '!=', 'note'),
  ])
  const ofAdministrators = moderates && can('manage_options')
  const edited = about(build, (post) =>
    ofAdministrators ? eb.or([editable(post), eb.not(isDescribed(post))]) : editable(post),
  )
  const others = [
    ...(can('read') ? [isOwn(build)] : []),
    ...(edited === nothing ? [] : [edited]),
    ...(moderates && can('edit_posts') ? [isOfNothing] : []),
  ]
  return others.length === 0 ? approved : eb.or([approved, ...others])
}

/**
 * Condition for comments whose e-mail and IP addresses a viewer may see: moderators those of comments they see; for notes,
 * editors of the content.
 */
export function withAddresses(build: RuleBuilder, visible: Rule, editable: Rule): Expression<SqlBool> {
  const { eb, column, can } = build
  const ofContent = about(build, editable)
  const isNote = eb(column('comments.type'), '=', 'note')
  const notes = ofContent === nothing ? [] : [eb.and([isNote, ofContent])]
  const moderated = can('moderate_comments') ? [eb.and([eb.not(isNote), visible(build)])] : []
  const [only, ...others] = [...notes, ...moderated]
  if (only === undefined) return nothing
  return others.length === 0 ? only : eb.or([only, ...others])
}

/** Condition for comments on content that the viewer may read, or on no content: single requests show no others. */
export function ofOpen(build: RuleBuilder, open: Rule): Expression<SqlBool> {
  const { eb, column, noId } = build
  return eb.or([eb(column('comments.post_id'), '=', noId('comments.post_id')), about(build, open)])
}

export function about(build: RuleBuilder, rule: Rule): Expression<SqlBool> {
  const condition = rule(build)
  if (condition === nothing) return nothing
  const { eb, column } = build
  const post = eb
    .selectFrom('posts')
    .where(eb(column('posts.id'), '=', column('comments.post_id')))
    .where(condition)
  return finds(post)
}
