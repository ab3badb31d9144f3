// The styles (colours, typography, spacing, borders) that a block's own tag shows, as far as its type supports them (`supports`).
import { asRecord, type BlockAttributes } from './block-tree.ts'

/** Blocks whose own tag has the border that their attributes state. */
export const bordered = core(
  'archives breadcrumbs categories comment-author-name comment-content comment-date comment-edit-link comment-reply-link comment-template comments comments-title footnotes gallery latest-posts loginout page-list post-author post-author-biography post-author-name post-comments-count post-comments-form post-comments-link post-content post-date post-excerpt post-template post-terms post-time-to-read post-title query-title query-total read-more site-tagline site-title tag-cloud term-count term-description term-name term-template terms-query',
)

/** Blocks whose own tag has the text alignment that their style states. */
export const sided = core(
  'comment-author-name comment-content comment-date comment-edit-link comment-reply-link comments-title post-author-biography post-author-name post-comments-count post-comments-form post-comments-link post-date post-excerpt post-navigation-link post-terms post-time-to-read post-title query-title site-tagline site-title term-description term-name',
)

/** Blocks whose own tag has no class for their alignment (`align`). */
export const unplaced = core(
  'comment-author-name comment-content comment-date comment-edit-link comment-reply-link footnotes home-link loginout navigation-overlay-close page-list playlist-track post-author post-author-biography post-author-name post-comments-count post-comments-form post-comments-link post-date post-excerpt post-terms post-time-to-read query-pagination-next query-pagination-numbers query-pagination-previous read-more term-count',
)

const writesDown = core('footnotes post-navigation-link site-tagline site-title')

/** Members of a block's attributes, and of groups of its style, that its own tag does not show. */
const unsupported: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    calendar: 'color textColor backgroundColor gradient spacing border typography.textDecoration',
    avatar: 'color typography textColor backgroundColor gradient fontSize fontFamily',
    'comment-content': 'spacing.margin',
    'comment-edit-link': 'color.text textColor',
    'comment-reply-link': 'color.text textColor',
    'comment-template': 'color textColor backgroundColor gradient',
    'comments-pagination': 'spacing',
    footnotes: 'color.gradient gradient',
    gallery: 'color.text typography textColor fontSize fontFamily',
    'home-link': 'color textColor backgroundColor gradient spacing',
    icon: 'color typography spacing.padding textColor backgroundColor gradient fontSize fontFamily',
    loginout: 'color.text textColor',
    'navigation-link': 'color textColor backgroundColor gradient spacing',
    'navigation-overlay-close': 'anchor color.gradient gradient spacing.margin',
    'navigation-submenu': 'color.gradient gradient spacing',
    navigation: 'color.gradient gradient',
    'playlist-track':
      'anchor color textColor backgroundColor gradient fontSize fontFamily spacing typography',
    'post-comments-form': 'typography.fontFamily typography.textDecoration fontFamily',
    'post-comments-link': 'color.text color.gradient textColor gradient',
    'post-featured-image': 'color typography textColor backgroundColor gradient fontSize fontFamily',
    'query-no-results': 'spacing',
    'query-pagination': 'spacing',
    'query-pagination-next': 'color.text textColor spacing',
    'query-pagination-numbers': 'color.text textColor spacing',
    'query-pagination-previous': 'color.text textColor spacing',
    'read-more': 'border.style',
    'site-logo': 'color typography textColor backgroundColor gradient fontSize fontFamily',
    'tag-cloud':
      'color typography.fontSize typography.textDecoration textColor backgroundColor gradient fontSize',
    'term-count': 'spacing.margin',
    'term-description': 'color.gradient gradient',
    'term-name': 'spacing.margin',
  }).map(([name, members]) => [`core/${name}`, members.split(' ')]),
)

function core(names: string): ReadonlySet<string> {
  return new Set(names.split(' ').map((name) => `core/${name}`))
}

/** The attributes of a block without those that its own tag does not show. */
export function withSupported(name: string, attributes: BlockAttributes): BlockAttributes {
  const without = unsupported.get(name) ?? []
  const style = asRecord(attributes['style'])
  const type = asRecord(style?.['typography'])
  const left = [
    ...without,
    ...(type?.['writingMode'] !== undefined && !writesDown.has(name) ? ['typography.writingMode'] : []),
    ...(type?.['textColumns'] !== undefined && name !== 'core/post-excerpt'
      ? ['typography.textColumns']
      : []),
  ]
  if (left.length === 0) return attributes
  const kept = style === null ? {} : { style: withoutMembers(style, left) }
  return { ...withoutMembers(attributes, left), ...kept }
}

/** Leaves out members by name, or by path: `color.text`. */
function withoutMembers(value: BlockAttributes, names: readonly string[]): BlockAttributes {
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      if (names.includes(key)) return []
      const inner = names.flatMap((each) => (each.startsWith(`${key}.`) ? [each.slice(key.length + 1)] : []))
      const group = inner.length === 0 ? null : asRecord(member)
      return [[key, group === null ? member : withoutMembers(group, inner)]]
    }),
  )
}
