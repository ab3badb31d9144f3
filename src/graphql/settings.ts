// Settings of the site: those in the index of REST for everybody, and the rest for viewers who manage them.
import { GraphQLNonNull, GraphQLObjectType, type GraphQLFieldConfig, type GraphQLResolveInfo } from 'graphql'
import { isFailure } from '../core/failure.ts'
import { can } from '../core/viewer.ts'
import { toIdValue } from '../database/filter.ts'
import type { NodeScalar } from '../registry/node.ts'
import type { OptionName } from '../site/options.ts'
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
    description: 'What the site says of itself.',
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
    description: 'What the site says of itself.',
    resolve: () => ({}),
  }
}

function value(type: NodeScalar, description: string, read: (context: GraphContext) => unknown): Field {
  return { type: scalars[type], description, resolve: (_, __, context) => read(context) }
}

type Setting = readonly [name: string, type: NodeScalar, about: string, read: (site: Site) => unknown]

const text = (option: OptionName) => (site: Site) => site.option(option)
const whole = (option: OptionName) => (site: Site) => Math.trunc(Number(site.option(option))) || 0

/** Settings that the index of REST shows. */
const open: readonly Setting[] = [
  ['title', 'String', 'What the site is called.', text('blogname')],
  ['description', 'String', 'What the site is about.', text('blogdescription')],
  ['url', 'String', 'Where the owning system is.', text('siteurl')],
  ['home', 'String', 'Where the pages of the site are.', text('home')],
  ['timezone', 'String', 'A city of the same time zone.', text('timezone_string')],
  ['gmtOffset', 'Float', 'How many hours it is now before UTC.', ({ offsetHoursNow }) => offsetHoursNow()],
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
  ['icon', 'attachment', 'site_icon', 'The image that is the icon.', false],
  ['logo', 'attachment', 'site_logo', 'The image that is the logo.', false],
  [
    'defaultCategory',
    'category',
    'default_category',
    'The category of posts that were given none. For those who manage the site.',
    true,
  ],
] as const

/** Settings that REST's route for them shows. */
const managed: readonly Setting[] = [
  ['email', 'String', 'Where its administration is reached.', text('admin_email')],
  ['dateFormat', 'String', 'How dates are written.', text('date_format')],
  ['timeFormat', 'String', 'How times are written.', text('time_format')],
  ['startOfWeek', 'Int', 'The day that weeks begin with, from 0 for Sunday.', whole('start_of_week')],
  ['language', 'String', 'The locale of the site.', (site) => site.option('WPLANG') || 'en_US'],
  [
    'useSmilies',
    'Boolean',
    'Whether emoticons become images.',
    (site) => !['', '0'].includes(site.option('use_smilies')),
  ],
  ['postsPerPage', 'Int', 'How many posts a page of the site shows.', whole('posts_per_page')],
  ['defaultPostFormat', 'String', 'The format of posts that were given none.', text('default_post_format')],
  ['defaultPingStatus', 'String', 'Whether others can say that they link.', text('default_ping_status')],
  [
    'defaultCommentStatus',
    'String',
    'Whether new posts are open to comments.',
    text('default_comment_status'),
  ],
]
