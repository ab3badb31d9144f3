// The site itself: its settings, as far as a viewer may read them, its roles and its theme.
import { can } from '../core/viewer.ts'
import type { GraphContext } from '../graphql/context.ts'
import type { OptionName } from '../core/site-options.ts'
import type { Site } from '../site/site.ts'
import { globalId } from './ids.ts'
import type { Resolvers } from './leading.ts'

type Value = (context: GraphContext) => unknown

const text =
  (option: OptionName): Value =>
  ({ site }) =>
    site.option(option) || null
const whole =
  (option: OptionName): Value =>
  ({ site }) =>
    site.integer(option)

/** Settings by the names of their groups. */
const groups: Readonly<Record<string, Readonly<Record<string, Value>>>> = {
  discussion: {
    defaultCommentStatus: text('default_comment_status'),
    defaultPingStatus: text('default_ping_status'),
  },
  general: {
    dateFormat: text('date_format'),
    description: text('blogdescription'),
    email: ({ site, viewer }) => (can(viewer, 'manage_options') ? site.option('admin_email') : null),
    homeUrl: text('home'),
    language: ({ site }) => site.option('WPLANG') || 'en_US',
    startOfWeek: whole('start_of_week'),
    timeFormat: text('time_format'),
    timezone: ({ site }) => zoneOf(site),
    title: text('blogname'),
    url: text('siteurl'),
  },
  permalink: {
    categoryBase: text('category_base'),
    structure: text('permalink_structure'),
    tagBase: text('tag_base'),
  },
  reading: {
    pageForPosts: whole('page_for_posts'),
    pageOnFront: whole('page_on_front'),
    postsPerPage: whole('posts_per_page'),
    showOnFront: ({ site }) => site.option('show_on_front') || 'posts',
  },
  writing: {
    defaultCategory: whole('default_category'),
    defaultPostFormat: text('default_post_format'),
    useSmilies: ({ site }) => site.isOn('use_smilies'),
  },
}

/** The name of the site's time zone, or else its offset from UTC: `+05:30`. */
function zoneOf({ option }: Site): string | null {
  const city = option('timezone_string')
  if (city !== '') return city
  const hours = Number(option('gmt_offset')) || 0
  if (hours === 0) return option('gmt_offset') === '' ? null : '+00:00'
  const minutes = Math.round(Math.abs(hours) * 60)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${hours < 0 ? '-' : '+'}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
}

/** The fields of RootQuery for settings. */
export const settingRoots: Resolvers = {
  ...Object.fromEntries(
    Object.keys(groups).map((name) => [
      `${name}Settings`,
      (_: unknown, __: unknown, context: GraphContext) => settingGroup(name, context),
    ]),
  ),
  allSettings: (_, __, context) =>
    Object.fromEntries(
      Object.entries(groups).flatMap(([group, values]) =>
        Object.entries(values).map(([name, value]) => [
          `${group}Settings${name.charAt(0).toUpperCase()}${name.slice(1)}`,
          () => value(context),
        ]),
      ),
    ),
}

export function settingGroup(name: string, context: GraphContext): object | null {
  const values = Object.hasOwn(groups, name) ? groups[name] : undefined
  if (!values) return null
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Settings`
  const made = Object.entries(values).map(([member, value]) => [member, () => value(context)])
  return { __typename: type, id: globalId('setting_group', name), ...Object.fromEntries(made) }
}

/** A role of the site, with its capabilities. */
export function roleObject(name: string, { roles, roleTitles }: Site) {
  const capabilities = [...(roles.get(name) ?? [])].flatMap(([each, isAllowed]) => (isAllowed ? [each] : []))
  return {
    __typename: 'UserRole',
    id: globalId('user_role', name),
    name,
    displayName: roleTitles.get(name) || null,
    capabilities,
    isRestricted: false,
  }
}

/** The names of all roles, for viewers who may list users; none for other viewers. */
export function rolesFor({ viewer, site }: GraphContext): readonly string[] {
  return can(viewer, 'list_users') ? [...site.roles.keys()] : []
}

/** The active theme, with the values that the database has. */
export function themeObject({ option }: Site) {
  const slug = option('stylesheet')
  const words = slug.split(/[-_]/).filter((word) => word !== '')
  return {
    __typename: 'Theme',
    id: globalId('theme', slug),
    slug,
    name:
      option('current_theme') || words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' '),
    isRestricted: false,
  }
}
