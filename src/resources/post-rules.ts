// Who may read and edit which posts (map_meta_cap for read_post and edit_post), as conditions: what a viewer may see
// is decided where rows are chosen.
import type { Expression, SqlBool } from 'kysely'
import type { Rule, RuleBuilder } from '../registry/define.ts'
import { everything, nothing } from './rules.ts'

export const postCapabilities = [
  'edit_posts',
  'edit_others_posts',
  'edit_published_posts',
  'edit_private_posts',
  'read_private_posts',
]

/** Whatever is published; what is private with leave, or one's own; anything else for those who may edit it. */
export const readablePosts: Rule = (build) => {
  const { eb, column, can } = build
  const is = (status: string) => eb(column('posts.status'), '=', status)
  const branches = [
    ...(can('read_private_posts')
      ? [is('private')]
      : can('edit_posts')
        ? [eb.and([is('private'), isOwn(build)])]
        : []),
    ...editing(build).map((branch) => eb.and([branch, eb(column('posts.status'), '!=', 'private')])),
  ]
  return branches.length > 0 ? eb.or([is('publish'), ...branches]) : is('publish')
}

export const editablePosts: Rule = (build) => {
  const branches = editing(build)
  return branches.length > 0 ? build.eb.or([...branches]) : nothing
}

/** One's own, and those of others, each as far as its status asks for more. */
function editing(build: RuleBuilder): readonly Expression<SqlBool>[] {
  const { eb, can } = build
  const published = can('edit_published_posts') ? [] : ['publish', 'future']
  const ofOthers = [...published, ...(can('edit_private_posts') ? [] : ['private'])]
  return [
    ...(can('edit_posts') ? [eb.and([isOwn(build), notOf(build, published)])] : []),
    ...(can('edit_others_posts') ? [notOf(build, ofOthers)] : []),
  ]
}

/** Nobody's posts (author 0) are nobody's own. */
function isOwn({ eb, column, viewerId }: RuleBuilder): Expression<SqlBool> {
  return eb.and([eb(column('posts.author_id'), '=', viewerId), eb(column('posts.author_id'), '!=', 0)])
}

function notOf({ eb, column }: RuleBuilder, statuses: readonly string[]): Expression<SqlBool> {
  return statuses.length > 0 ? eb(column('posts.status'), 'not in', statuses) : everything
}
