// Finds all tags of a change, whether entries of this gateway have them or not, since entries of downstream caches may. A change that no
// response shows has none: drafts and rows that belong to them, locks, transients and sessions.
import type { DataChange } from '../core/change.ts'
import type { Tag } from '../core/tag.ts'
import { changedColumns, has, isUnseen } from '../tags/changed-row.ts'
import { tagsOfChange, type IsKept, type KnownPosts } from '../tags/change-tags.ts'

export interface StaleOfOptions extends KnownPosts {
  /** True where some response depends on the option. */
  readonly isOptionRead: (name: string) => boolean
  /** True where a response of this gateway depended on the tag: an extension may serve a meta key under which WordPress stores notes. */
  readonly isKept: IsKept
}

/** Empty where the change makes nothing stale. */
export type StaleOf = (change: DataChange) => ReadonlySet<Tag> | 'all'

export function createStaleOf({ isOptionRead, isKept, ...posts }: StaleOfOptions): StaleOf {
  /** Rows of a hidden post make nothing stale until the post's own row changes. */
  const isOfUnseen = ({ table, before, after }: RowChange) => {
    const column = table === 'posts' ? 'parent_id' : 'post_id'
    const ids = [before?.[column], after?.[column]].filter((id) => typeof id === 'string')
    return ids.length > 0 && ids.every(posts.isHidden)
  }
  const isQuiet = (change: RowChange): boolean => {
    switch (change.table) {
      case 'posts': {
        const { before, after } = change
        const id = (after ?? before)?.['id'] ?? ''
        // Media is visible before a hidden parent exists and after it is deleted, and addresses below a post contain its own
        const isNamed = posts.isAbove(id) || posts.isDiscussed(id)
        const isQuietRow =
          !(after === null || (before === null && isNamed)) &&
          isUnseen('posts', change) &&
          !isAddressed(change)
        return isQuietRow || ((after ?? before)?.['type'] === 'revision' && isOfUnseen(change))
      }
      case 'postmeta':
      case 'term_relationships':
        return isOfUnseen(change)
      case 'options':
        return [change.before, change.after].every(
          (row) => typeof row?.['name'] !== 'string' || !isOptionRead(row['name']),
        )
      default:
        return false
    }
  }
  return (change) => {
    if (change.kind === 'table' && change.isQuiet === true) return none
    if (change.kind === 'row' && isQuiet(change)) return none
    return tagsOfChange(change, (tag) => isKept(tag) || !isNote(tag), posts)
  }
}

/** True where an existing row gets another address. */
function isAddressed(change: RowChange): boolean {
  return change.before !== null && has(changedColumns(change), 'slug', 'parent_id')
}

type RowChange = Extract<DataChange, { readonly kind: 'row' }>

const none: ReadonlySet<Tag> = new Set()

/** True for meta keys under which WordPress notes editing locks, sessions and the like. `*` stands for computed keys. */
function isNote(tag: Tag): boolean {
  const [kind, table, key = ''] = tag.split(':')
  if (kind !== 'key') return false
  return key === '*' || (table === 'usermeta' ? userNotes : postNotes).test(key)
}

const postNotes =
  /^_(?:edit_lock|edit_last|encloseme|pingme|wp_old_(?:slug|date)|wp_trash_meta_.*|oembed_.*)$/
const userNotes =
  /^(?:session_tokens|community-events-location|dismissed_wp_pointers|closedpostboxes_.*|metaboxhidden_.*|meta-box-order_.*|screen_layout_.*|manage.*columnshidden|.*(?:user-settings|user-settings-time|dashboard_quick_press_last_post_id|persisted_preferences))$/
