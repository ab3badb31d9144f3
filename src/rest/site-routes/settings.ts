// Serves the site's settings, from its options, to viewers who manage them.
import { isEmpty } from '../../core/php-empty.ts'
import { Type, type TSchema } from 'typebox'
import { can } from '../../core/viewer.ts'
import { fail, isFailure } from '../../core/failure.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Reading } from '../../read/execute.ts'
import type { ReadSite } from '../../read/read-site.ts'
import type { OptionName } from '../../core/site-options.ts'
import type { SiteVariant } from '../../site/site.ts'
import { varyingBy } from '../resource/site-variant.ts'

export interface SettingsOptions {
  readonly newReading: () => Reading
  readonly readSite: ReadSite
  readonly siteVariant: SiteVariant | null
}

export function registerSettings(
  registry: Registry,
  { newReading, readSite, siteVariant }: SettingsOptions,
): void {
  const { args: varying, siteFor } = varyingBy(siteVariant)
  registry.route({
    namespace: ':v2',
    path: '/settings',
    methods: ['GET'],
    args: varying,
    permission: (viewer) => (can(viewer, 'manage_options') ? null : fail('rest_forbidden')),
    schema: schemaOf(settings),
    handle: async ({ args }) => {
      const reading = newReading()
      const whole = await readSite(reading)
      if (isFailure(whole)) return whole
      const site = siteFor(whole, args)
      const values = Object.entries(settings).map(([name, { option, read }]) => [
        name,
        read(site.option(option)),
      ])
      return { body: Object.fromEntries(values), headers: [], tags: reading.tags, store: 'never' }
    },
  })
}

interface Setting {
  readonly option: OptionName
  readonly schema: TSchema
  readonly read: (stored: string) => unknown
}

function text(option: OptionName, description: string, more: object = {}): Setting {
  return {
    option,
    schema: Type.String({ title: '', description, default: null, ...more }),
    read: (stored) => stored,
  }
}

function integer(option: OptionName, description: string, more: object = {}): Setting {
  return {
    option,
    schema: Type.Integer({ title: '', description, default: null, ...more }),
    read: (stored) => Math.trunc(Number(stored)) || 0,
  }
}

const openOrClosed = { enum: ['open', 'closed'] }

const settings: Readonly<Record<string, Setting>> = {
  title: text('blogname', 'What the site is called.', { title: 'Title' }),
  description: text('blogdescription', 'What the site is about.', { title: 'Tagline' }),
  url: text('siteurl', 'Where the site is.', { format: 'uri' }),
  email: text('admin_email', 'Where its administration is reached.', { format: 'email' }),
  timezone: text('timezone_string', 'A city of the same time zone.'),
  date_format: text('date_format', 'How dates are written.'),
  time_format: text('time_format', 'How times are written.'),
  start_of_week: integer('start_of_week', 'The day that weeks begin with, from 0 for Sunday.'),
  language: {
    ...text('WPLANG', 'The locale of the site.', { default: 'en_US' }),
    read: (stored) => stored || 'en_US',
  },
  use_smilies: {
    option: 'use_smilies',
    schema: Type.Boolean({ title: '', description: 'Whether emoticons become images.', default: true }),
    read: (stored) => !isEmpty(stored),
  },
  default_category: integer('default_category', 'The category of posts that were given none.'),
  default_post_format: text('default_post_format', 'The format of posts that were given none.'),
  posts_per_page: integer('posts_per_page', 'How many posts a page of the site shows.', {
    title: 'Maximum posts per page',
    default: 10,
  }),
  show_on_front: text('show_on_front', 'What the front page shows.', { title: 'Show on front' }),
  page_on_front: integer('page_on_front', 'The page that is the front page.', { title: 'Page on front' }),
  page_for_posts: integer('page_for_posts', 'The page that lists the posts.'),
  default_ping_status: text('default_ping_status', 'Whether others can say that they link.', openOrClosed),
  default_comment_status: text('default_comment_status', 'Whether new posts are open to comments.', {
    title: 'Allow comments on new posts',
    ...openOrClosed,
  }),
  site_logo: {
    ...integer('site_logo', 'The image that is the logo.', {
      title: 'Logo',
      served: { type: ['integer', 'null'] },
    }),
    // Null, not the image 0, where there is none
    read: (stored) => Math.trunc(Number(stored)) || null,
  },
  site_icon: integer('site_icon', 'The image that is the icon.', { title: 'Icon' }),
}

function schemaOf(described: typeof settings): TSchema {
  return Type.Unsafe<unknown>({
    $schema: 'http://json-schema.org/draft-04/schema#',
    title: 'settings',
    type: 'object',
    properties: Object.fromEntries(Object.entries(described).map(([name, { schema }]) => [name, schema])),
  })
}
