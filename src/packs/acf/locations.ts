// Finds the field groups of an object, by the rules of their locations, as the plug-in evaluates these for REST.
import type { FieldGroup, LocationRule } from './definitions.ts'

/** The object with which rules are compared; a rule about a part that is undefined does not hold. */
export interface Subject {
  readonly post?: PostSubject
  /** The taxonomy of a term. */
  readonly taxonomy?: string
  /** Roles and capabilities of a user. */
  readonly user?: ReadonlySet<string>
  /** The type of the post of a comment. */
  readonly commented?: string
  readonly viewer: { readonly isUser: boolean; readonly roles: ReadonlySet<string> }
}

export interface PostSubject {
  readonly type: string
  readonly id: string
  readonly status: string
  readonly parent: string
  /** Its terms, as `taxonomy:slug` and as ids. */
  readonly terms: ReadonlySet<string>
  /** Null where its type has no formats. */
  readonly format: string | null
  /** The stored name of its template; '' for none. */
  readonly template: string
  readonly hasChildren: boolean
  readonly isFront: boolean
  readonly isPostsPage: boolean
}

export function isShown({ location }: FieldGroup, subject: Subject): boolean {
  return location.some((rules) => rules.every((rule) => holds(rule, subject)))
}

/** The groups that some objects of a kind may have: those with a rule that the kind meets. */
export function groupsFor(
  groups: readonly FieldGroup[],
  kind: 'posts' | 'terms' | 'users' | 'comments',
  name: string,
): readonly FieldGroup[] {
  return groups.filter(({ location }) =>
    location.flat().some(({ param, value, isEqual }) => {
      switch (kind) {
        case 'posts':
          return param === 'post_type' && (value === name) === isEqual
        case 'terms':
          return param === 'taxonomy' && (value === name) === isEqual
        case 'users':
          return param === 'user_form' || param === 'user_role'
        case 'comments':
          return param === 'comment'
      }
    }),
  )
}

/** The params of all rules of these groups. */
export function paramsOf(groups: readonly FieldGroup[]): ReadonlySet<string> {
  return new Set(groups.flatMap(({ location }) => location.flat().map(({ param }) => param)))
}

function holds(rule: LocationRule, subject: Subject): boolean {
  const found = finds(rule, subject)
  return found === null ? false : found === rule.isEqual
}

/** Null where the rule's subject is absent. */
function finds({ param, value }: LocationRule, subject: Subject): boolean | null {
  const { post, viewer } = subject
  const is = (actual: string | undefined) =>
    actual === undefined ? null : value === 'all' || isSame(actual, value)
  switch (param) {
    case 'post_type':
      return is(post?.type)
    case 'post':
    case 'page':
      return is(post?.id)
    case 'page_parent':
      return is(post?.parent)
    case 'post_status':
      return is(post?.status === 'auto-draft' ? 'draft' : post?.status)
    case 'post_category':
    case 'post_taxonomy':
      return post ? post.terms.has(value) : null
    case 'post_format':
      return is(post?.format ?? undefined)
    case 'page_template':
      return post?.type === 'page' ? is(post.template === '' ? 'default' : post.template) : null
    case 'post_template':
      return templateIs(post, is)
    case 'page_type':
      return post ? isOfPageType(post, value) : null
    case 'taxonomy':
      return is(subject.taxonomy)
    case 'user_form':
      return subject.user ? true : null
    case 'user_role':
      return subject.user ? value === 'all' || subject.user.has(value) : null
    case 'comment':
      return is(subject.commented)
    case 'current_user':
      return viewingAs(value, viewer.isUser)
    case 'current_user_role':
      return viewer.isUser ? viewer.roles.has(value === 'super_admin' ? 'administrator' : value) : null
    default:
      return null
  }
}

/** Only the theme's files list the types with templates; a stored template proves that its post's type has them. */
function templateIs(post: PostSubject | undefined, is: (actual: string) => boolean | null): boolean | null {
  if (!post || (post.type !== 'page' && post.template === '')) return null
  return is(post.template === '' ? 'default' : post.template)
}

function isOfPageType(post: PostSubject, value: string): boolean {
  switch (value) {
    case 'front_page':
      return post.isFront
    case 'posts_page':
      return post.isPostsPage
    case 'top_level':
      return post.parent === '0'
    case 'parent':
      return post.hasChildren
    case 'child':
      return post.parent !== '0'
    default:
      return false
  }
}

function viewingAs(value: string, isUser: boolean): boolean {
  switch (value) {
    case 'logged_in':
      return isUser
    case 'viewing_front':
      return true
    default:
      return false
  }
}

/** Compares texts as PHP does: numeric ones as numbers. */
function isSame(one: string, other: string): boolean {
  return one === other || (isNumber(one) && isNumber(other) && Number(one) === Number(other))
}

function isNumber(text: string): boolean {
  return text.trim() !== '' && Number.isFinite(Number(text))
}
