// Conditions for comments that a viewer may see: on which content, and which of those.
import type { Expression, SqlBool } from 'kysely'
import type { Rule, RuleBuilder } from '../../registry/rule.ts'
import { everything, finds, nothing } from '../rules.ts'

/** Condition for readable content whose comments no password hides. */
export function openContent(build: RuleBuilder, readable: Rule, editable: Rule): Expression<SqlBool> {
  const { eb, column } = build
  const read = eb.and([readable(build), eb(column('posts.password'), '=', '')])
  const edited = editable(build)
  return edited === nothing ? read : eb.or([read, edited])
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
    eb(column('posts.status'), '=', 'publish'),
    eb(column('posts.password'), '=', ''),
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
 * posts (map_meta_cap, edit_comment); or the viewer's own; or on content that the viewer may edit.
 */
export function seen(build: RuleBuilder, readable: Rule, editable: Rule): Expression<SqlBool> {
  if (build.can('moderate_comments')) return everything
  const { eb, column, can } = build
  const shown = about(build, readable)
  const approved = eb.and([
    can('edit_posts') ? eb.or([shown, isAboutNothing(build)]) : shown,
    eb(column('comments.status'), '=', '1'),
    eb(column('comments.type'), '!=', 'note'),
  ])
  const edited = about(build, editable)
  const others = [...(can('read') ? [isOwn(build)] : []), ...(edited === nothing ? [] : [edited])]
  return others.length === 0 ? approved : eb.or([approved, ...others])
}

function isAboutNothing(build: RuleBuilder): Expression<SqlBool> {
  const { eb, column, noId } = build
  return eb.and([
    eb(column('comments.post_id'), '!=', noId('comments.post_id')),
    eb.not(about(build, () => everything)),
  ])
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
