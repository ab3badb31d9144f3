// Implements oEmbed: the data with which another site shows content of this one in a frame.
import { hash } from 'node:crypto'
import { Type } from 'typebox'
import { fail, isFailure, type Failure } from '../../core/failure.ts'
import { anonymous, type Viewer } from '../../core/viewer.ts'
import { escapedOnce } from '../../core/entities.ts'
import { toIdValue } from '../../database/filter.ts'
import { textOf, type Row } from '../../database/tables.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Answer } from '../../registry/route.ts'
import type { Thumbnail, Thumbnails } from '../../registry/thumbnails.ts'
import type { Reading } from '../../read/execute.ts'
import { useOfAll } from '../../related/relation.ts'
import { readNeeded } from '../../related/relations.ts'
import { authorLink, closed } from '../../site/permalink.ts'
import type { Site } from '../../site/site.ts'
import { findContent, type FoundContent } from './content-address.ts'
import type { ResourceRouteOptions } from '../resource/resource-route.ts'

const url = Type.String({ format: 'uri', required: true, description: 'What is to be shown.' })
const route = { namespace: 'oembed/1.0', methods: ['GET'] } as const

export interface OembedOptions extends ResourceRouteOptions {
  readonly thumbnails: Thumbnails
}

export function registerOembed(registry: Registry, options: OembedOptions): void {
  registry.route({
    ...route,
    path: '/embed',
    args: {
      url,
      format: Type.Unsafe<unknown>({ default: 'json' }),
      maxwidth: Type.Unsafe<unknown>({ default: widthMax }),
    },
    permission: 'public',
    xmlRoot: (given) => (given.get('format') === 'xml' ? 'oembed' : null),
    handle: async ({ args }) => await answerOf(args.url, widthOf(args.maxwidth), options),
  })
}

/** `editsAny` is true for viewers who may edit content of any type. */
export function registerOembedProxy(
  registry: Registry,
  options: OembedOptions,
  editsAny: (viewer: Viewer) => boolean,
): void {
  registry.route({
    ...route,
    path: '/proxy',
    args: {
      url,
      format: Type.Enum(['json', 'xml'], {
        type: 'string',
        default: 'json',
        description: 'How it is written.',
      }),
      maxwidth: Type.Integer({ default: widthMax, description: 'How wide it may be.' }),
      maxheight: Type.Optional(Type.Integer({ description: 'How high it may be.' })),
      discover: Type.Boolean({ default: true, description: 'Whether sites that are not known are asked.' }),
    },
    permission: (viewer) =>
      editsAny(viewer)
        ? null
        : fail('rest_forbidden', 'Sorry, you are not allowed to make proxied oEmbed requests.'),
    handle: async ({ args }) => {
      const answer = await answerOf(args.url, widthOf(args.maxwidth), options)
      // Lectern sends no requests to other sites
      return isFailure(answer) && answer.code === 'oembed_invalid_url' ? fail('rest_no_route') : answer
    },
  })
}

async function answerOf(
  asked: string,
  width: number,
  { newReading, readSite, resources, thumbnails }: OembedOptions,
): Promise<Answer | Failure> {
  const reading = newReading()
  const site = await readSite(reading)
  if (isFailure(site)) return site
  const found = await findContent(asked, { site, resources, reading, columns: thumbnails.columns })
  if (found === null || isFailure(found)) return found ?? fail('oembed_invalid_url')
  const hasField = (resource: string, wanted: string) =>
    resources.get(resource)?.fields.some(({ name }) => name === wanted) === true
  const isShown = resources.has('user') && hasField('post', 'author')
  // The image is shown only where REST shows the featured image's id and these fields of its file
  const isPictured =
    hasField(found.resource.name, 'featured_media') &&
    ['source_url', 'media_details', 'mime_type'].every((name) => hasField('attachment', name))
  const [read, thumbnail] = await Promise.all([
    isShown ? readAuthor(found.authorId, reading) : null,
    isPictured ? readThumbnail(found.row, width, { site, reading, thumbnails }) : null,
  ])
  if (isFailure(read)) return read
  if (isFailure(thumbnail)) return thumbnail
  const author = {
    name: read && hasField('user', 'name') ? textOf(read, 'name') : null,
    url: read && hasField('user', 'link') ? authorLink(read, site) : null,
  }
  const body = { ...documentOf(found, author, width, site), ...(thumbnail && membersOf(thumbnail)) }
  return { body, headers: [], tags: reading.tags, store: 'shared' }
}

const widthMin = 200
const widthMax = 600

function widthOf(asked: unknown): number {
  return Math.min(Math.max(Math.abs(Math.trunc(Number(asked))) || 0, widthMin), widthMax)
}

async function readAuthor(id: string, reading: Reading): Promise<Row | null | Failure> {
  const read = await reading.list({
    kind: 'list',
    source: 'users',
    columns: ['id', 'name', 'slug'],
    filters: [{ kind: 'in', column: 'id', values: [toIdValue(id)] }],
    visible: null,
    order: [],
    page: { kind: 'all' },
  })
  return isFailure(read) ? read : (read.rows[0] ?? null)
}

async function readThumbnail(
  row: Row,
  width: number,
  { site, reading, thumbnails }: { site: Site; reading: Reading; thumbnails: Thumbnails },
): Promise<Thumbnail | null | Failure> {
  const reach = await readNeeded(reading, [row], thumbnails.needs(row), anonymous)
  return isFailure(reach) ? reach : thumbnails.of({ row, site, needed: reach(useOfAll(reading)) }, width)
}

function membersOf({ url: thumbnail_url, width, height }: Thumbnail): Readonly<Record<string, unknown>> {
  return { thumbnail_url, thumbnail_width: width, thumbnail_height: height }
}

/** Members are null for an author who is not shown; the site then replaces the author. */
interface Author {
  readonly name: string | null
  readonly url: string | null
}

function documentOf(
  { link, title, isFilm }: FoundContent,
  author: Author,
  width: number,
  site: Site,
): Readonly<Record<string, unknown>> {
  const name = site.option('blogname')
  const height = Math.max(Math.ceil((width / 16) * 9), widthMin)
  return {
    version: '1.0',
    provider_name: name,
    provider_url: site.home,
    author_name: author.name ?? name,
    author_url: author.url ?? site.home,
    title,
    type: isFilm ? 'video' : 'rich',
    width,
    height,
    html: frameOf(link, title, { width, height }, site),
  }
}

/** A quotation, and a frame that WordPress's script shows in its place once it has loaded (get_post_embed_html). */
function frameOf(
  link: string,
  title: string,
  { width, height }: { readonly width: number; readonly height: number },
  site: Site,
): string {
  const { option } = site
  // WordPress's script matches quotation and frame by this text; it is derived from the address, so that the answer can be
  // cached
  const secret = hash('sha256', link, 'hex').slice(0, 10)
  const embedded =
    option('permalink_structure') === '' || link.includes('?')
      ? `${link}${link.includes('?') ? '&' : '?'}embed=true`.replaceAll('&', '&#038;')
      : closed(`${link.replace(/\/$/, '')}/embed`, site)
  const named = escapedOnce(`&#8220;${title}&#8221; &#8212; ${option('blogname')}`)
  const script = `${option('siteurl')}/wp-includes/js/wp-embed.min.js`
  return [
    `<blockquote class="wp-embedded-content" data-secret="${secret}"><a href="${link}">${title}</a></blockquote>`,
    `<iframe sandbox="allow-scripts" security="restricted" src="${embedded}#?secret=${secret}" width="${width}" height="${height}" title="${named}" data-secret="${secret}" frameborder="0" marginwidth="0" marginheight="0" scrolling="no" class="wp-embedded-content"></iframe>`,
    `<script src="${script}"></script>`,
  ].join('')
}
