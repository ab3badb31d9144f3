// Serves the site's settings, read from its options, to viewers who may manage options.
import { Type, type TSchema } from 'typebox'
import { mapValues } from '../../core/map-values.ts'
import { can } from '../../core/viewer.ts'
import { fail, isFailure } from '../../core/failure.ts'
import { argSchema, isRefused, type Parse } from '../../registry/arg-schema.ts'
import { compileValue } from '../../registry/arg-value.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Reading } from '../../read/execute.ts'
import type { ReadSite } from '../../read/read-site.ts'
import type { OptionName } from '../../core/site-options.ts'
import type { Site, SiteVariant } from '../../site/site.ts'
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
      const values = Object.entries(settings).map(([name, each]) => [name, valueOf(each, site)])
      return { body: Object.fromEntries(values), headers: [], tags: reading.tags, store: 'never' }
    },
  })
}

interface Setting {
  readonly option: OptionName
  readonly schema: TSchema
  readonly parse: Parse
}

/** The served value; null where the schema refuses the stored one (WP_REST_Settings_Controller::prepare_value). */
function valueOf({ option, schema, parse }: Setting, site: Site): unknown {
  if (!site.hasOption(option)) return argSchema(schema).default ?? null
  const parsed = parse(option, site.option(option))
  return isRefused(parsed) ? null : parsed.value
}

function setting(option: OptionName, schema: TSchema): Setting {
  const { type = 'string', ...own } = argSchema(schema)
  const served = { type: [type, 'null'].flat(), ...(own.enum ? { enum: [...own.enum, null] } : {}) }
  return { option, schema: { ...schema, served }, parse: compileValue({ ...own, type }) }
}

function text(option: OptionName, description: string, more: object = {}): Setting {
  return setting(option, Type.String({ title: '', description, default: null, ...more }))
}

function integer(option: OptionName, description: string, more: object = {}): Setting {
  return setting(option, Type.Integer({ title: '', description, default: null, ...more }))
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
  language: text('WPLANG', 'The locale of the site.', { default: 'en_US' }),
  use_smilies: setting(
    'use_smilies',
    Type.Boolean({ title: '', description: 'Whether emoticons become images.', default: true }),
  ),
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
  site_logo: integer('site_logo', 'The image that is the logo.', { title: 'Logo' }),
  site_icon: integer('site_icon', 'The image that is the icon.', { title: 'Icon' }),
}

function schemaOf(described: typeof settings): TSchema {
  return Type.Unsafe<unknown>({
    $schema: 'http://json-schema.org/draft-04/schema#',
    title: 'settings',
    type: 'object',
    properties: mapValues(described, ({ schema }) => schema),
  })
}
