// Who may read and edit which content (map_meta_cap for read_post and edit_post), as conditions: what a viewer may see is
// decided where rows are chosen.
import type { Expression, SqlBool } from 'kysely'
import type { Rule, RuleBuilder } from '../registry/rule.ts'
import { everything, nothing } from './rules.ts'

/** What the leave to read and edit a content type is called. */
export interface ContentCapabilities {
  readonly edit: string
  readonly editOthers: string
  readonly editPublished: string
  readonly editPrivate: string
  readonly readPrivate: string
  /** What it takes to read what is published, where not everybody may. */
  readonly read: string | null
}

/** As the owning system derives them from a word (edit_others_pages), but for those that are named. */
export function capabilitiesOf(
  word: string,
  named: Readonly<Record<string, string>> = {},
): ContentCapabilities {
  const called = (verb: string) => named[`${verb}_posts`] ?? `${verb}_${word}s`
  return {
    edit: called('edit'),
    editOthers: called('edit_others'),
    editPublished: called('edit_published'),
    editPrivate: called('edit_private'),
    readPrivate: called('read_private'),
    read: named['read'] ?? null,
  }
}

/** The row that is asked about, and the one above it. */
type At = 'posts' | 'parents'

/** Whatever is published; one's own; what is private with leave; anything else for those who may edit it. */
export function readable(capabilities: ContentCapabilities, at: At = 'posts'): Rule {
  return (build) => {
    const { eb, column, can } = build
    if (capabilities.read !== null && !can(capabilities.read)) return nothing
    const is = (status: string) => eb(column(`${at}.status`), '=', status)
    const branches = [
      ...(can('read') ? [isOwn(build, at)] : []),
      ...(can(capabilities.readPrivate) ? [is('private')] : []),
      ...editing(build, capabilities, at).map((branch) =>
        eb.and([branch, eb(column(`${at}.status`), '!=', 'private')]),
      ),
    ]
    return branches.length > 0 ? eb.or([is('publish'), ...branches]) : is('publish')
  }
}

export function editable(capabilities: ContentCapabilities): Rule {
  return (build) => {
    const branches = editing(build, capabilities, 'posts')
    return branches.length > 0 ? build.eb.or([...branches]) : nothing
  }
}

/** What inherits its status is seen by whoever may see what it belongs to; what belongs to nothing, by everybody. */
export function readableAsParent(capabilities: ContentCapabilities): Rule {
  return (build) => {
    const { eb, column } = build
    const hidden = eb
      .selectFrom('parents')
      .select('parents.id')
      .where(eb(column('parents.id'), '=', column('posts.parent_id')))
      .where(eb.not(readable(capabilities, 'parents')(build)))
    const inherits = eb(column('posts.status'), '=', 'inherit')
    return eb.or([eb.and([inherits, eb.not(eb.exists(hidden))]), readable(capabilities)(build)])
  }
}

/** One's own, and those of others, each as far as its status asks for more. */
function editing(
  build: RuleBuilder,
  { edit, editOthers, editPublished, editPrivate }: ContentCapabilities,
  at: At,
): readonly Expression<SqlBool>[] {
  const { eb, can } = build
  const published = can(editPublished) ? [] : ['publish', 'future']
  const ofOthers = [...published, ...(can(editPrivate) ? [] : ['private'])]
  return [
    ...(can(edit) ? [eb.and([isOwn(build, at), notOf(build, published, at)])] : []),
    ...(can(editOthers) ? [notOf(build, ofOthers, at)] : []),
  ]
}

/** Nobody's content (author 0) is nobody's own. */
function isOwn({ eb, column, viewerId }: RuleBuilder, at: At): Expression<SqlBool> {
  return eb.and([eb(column(`${at}.author_id`), '=', viewerId), eb(column(`${at}.author_id`), '!=', 0)])
}

function notOf({ eb, column }: RuleBuilder, statuses: readonly string[], at: At): Expression<SqlBool> {
  return statuses.length > 0 ? eb(column(`${at}.status`), 'not in', statuses) : everything
}
