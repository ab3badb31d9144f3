// Conditions for comments that a viewer may see: on which content, and which of those.
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

/** Condition for content without a password. LIKE, since comparisons of text take blanks at its end for nothing. */
function isUnlocked({ eb, column }: RuleBuilder): Expression<SqlBool> {
  return eb(column('posts.password'), 'like', '')
}

/**
 * The same, or published content that no definition describes: WordPress shows what is said about it where it shows the
 * content, and lists it with all other comments.
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

/** Condition for content that is public of itself, as a file that belongs to something is not. */
export function published(build: RuleBuilder, readable: Rule): Expression<SqlBool> {
  const { eb, column } = build
  return eb.and([readable(build), eb(column('posts.status'), '=', 'publish')])
}

/** A guest's comment (author 0) belongs to no viewer, and a comment on nothing is only for moderators. */
function isOwn({ eb, column, noId, viewerId }: RuleBuilder): Expression<SqlBool> {
  return eb.and([
    eb(column('comments.author_id'), '=', viewerId),
    eb(column('comments.author_id'), '!=', noId('comments.author_id')),
    eb(column('comments.post_id'), '!=', noId('comments.post_id')),
  ])
}

/**
 * Condition for comments that are approved, no notes and on readable content, or content that is gone, for those who may edit
 * posts; or the viewer's own; or on content that the viewer may edit (map_meta_cap, edit_comment). Moderators who may edit
 * posts also see those on nothing; what is said about types without a definition may be anything, as notes of a shop about its orders are, and is for
 * administrators.
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

/** Condition for comments whose addresses a viewer may see: moderators those that they see, but notes by who may edit the content. */
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

/** Condition for comments on content that the viewer may read, or on nothing at all: others are not shown one by one. */
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
