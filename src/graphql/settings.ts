// Settings of the site: every viewer gets those in REST's index, and viewers who manage them also the rest.
import { GraphQLNonNull, GraphQLObjectType, type GraphQLFieldConfig, type GraphQLResolveInfo } from 'graphql'
import { isFailure } from '../core/failure.ts'
import { can } from '../core/viewer.ts'
import { toIdValue } from '../database/filter.ts'
import type { OptionName } from '../core/site-options.ts'
import type { Site } from '../site/site.ts'
import { refuse, type GraphContext } from './context.ts'
import type { Kinds } from './kinds.ts'
import { nodesById, wantedOf } from './nodes.ts'
import type { NodeTypes } from './node-types.ts'
import { idOf } from './references.ts'
import { scalars } from './scalars.ts'

type Field = GraphQLFieldConfig<unknown, GraphContext>

export function settingsField(kinds: Kinds, types: NodeTypes): Field {
  const leading = references.flatMap(([name, resource, option, about, isManaged]) => {
    const kind = kinds.named.get(resource)
    if (!kind) return []
    const resolve = async (_: unknown, __: unknown, context: GraphContext, info: GraphQLResolveInfo) => {
      const id = idOf(context.site.option(option))
      if (id === null || (isManaged && !can(context.viewer, 'manage_options'))) return null
      const found = await nodesById([toIdValue(id)], wantedOf([kind], info, [], context), context)
      return isFailure(found) ? refuse(found, context) : (found.get(id) ?? null)
    }
    return [[name, { type: types.of(kind), description: about, resolve }] as const]
  })
  const settings = new GraphQLObjectType<unknown, GraphContext>({
    name: 'Settings',
    description: 'Settings of the site.',
    fields: Object.fromEntries([
      ...open.map(
        ([name, type, about, read]) => [name, value(type, about, ({ site }) => read(site))] as const,
      ),
      ...leading,
      ...managed.map(([name, type, about, read]) => [
        name,
        value(type, `${about} For those who manage the site.`, ({ site, viewer }) =>
          can(viewer, 'manage_options') ? read(site) : null,
        ),
      ]),
    ]),
  })
  return {
    type: new GraphQLNonNull(settings),
    description: 'Settings of the site.',
    resolve: () => ({}),
  }
}

function value(
  type: keyof typeof scalars,
  description: string,
  read: (context: GraphContext) => unknown,
): Field {
  return { type: scalars[type], description, resolve: (_, __, context) => read(context) }
}

type Setting = readonly [
  name: string,
  type: keyof typeof scalars,
  about: string,
  read: (site: Site) => unknown,
]

const text = (option: OptionName) => (site: Site) => site.option(option)
const whole = (option: OptionName) => (site: Site) => site.integer(option)

/** Settings that the index of REST shows. */
const open: readonly Setting[] = [
  ['title', 'String', 'The name of the site.', text('blogname')],
  ['description', 'String', 'The tagline of the site.', text('blogdescription')],
  ['url', 'String', 'The address of WordPress.', text('siteurl')],
  ['home', 'String', "The address of the site's home page.", text('home')],
  ['timezone', 'String', 'The time zone, by name.', text('timezone_string')],
  ['gmtOffset', 'Float', 'The present offset from UTC, in hours.', ({ offsetHoursNow }) => offsetHoursNow()],
  [
    'showOnFront',
    'String',
    'What the front page shows: `posts` or `page`.',
    (site) => site.option('show_on_front') || 'posts',
  ],
]

const references = [
  ['frontPage', 'page', 'page_on_front', 'The page that is the front page.', false],
  ['postsPage', 'page', 'page_for_posts', 'The page that lists the posts.', false],
  ['icon', 'attachment', 'site_icon', "The image of the site's icon.", false],
  ['logo', 'attachment', 'site_logo', "The image of the site's logo.", false],
  [
    'defaultCategory',
    'category',
    'default_category',
    'The category of posts without one. For those who manage the site.',
    true,
  ],
] as const

/** Settings that REST's route for them shows. */
const managed: readonly Setting[] = [
  ['email', 'String', 'The e-mail address of its administration.', text('admin_email')],
  ['dateFormat', 'String', 'The format of dates.', text('date_format')],
  ['timeFormat', 'String', 'The format of times.', text('time_format')],
  ['startOfWeek', 'Int', 'The day that weeks begin with, from 0 for Sunday.', whole('start_of_week')],
  ['language', 'String', 'The locale of the site.', (site) => site.option('WPLANG') || 'en_US'],
  [
    'useSmilies',
    'Boolean',
    'True where emoticons are converted to images.',
    (site) => site.isOn('use_smilies'),
  ],
  ['postsPerPage', 'Int', 'The number of posts on a page of the site.', whole('posts_per_page')],
  ['defaultPostFormat', 'String', 'The format of posts without one.', text('default_post_format')],
  [
    'defaultPingStatus',
    'String',
    'The default for pingbacks to new posts: `open` or `closed`.',
    text('default_ping_status'),
  ],
  [
    'defaultCommentStatus',
    'String',
    'The default for comments on new posts: `open` or `closed`.',
    text('default_comment_status'),
  ],
]
