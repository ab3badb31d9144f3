// No value that a block or a shortcode is given becomes an element or an attribute: each is rendered with a marker in each of its
// attributes in turn, and in all that the site says of posts, authors, terms, comments and files.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { BlockAttributes } from '../../../src/render/block-tree.ts'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { builtInShortcodes } from '../../../src/render/built-in-shortcodes.ts'
import type { BlockRenderer, RenderContext } from '../../../src/render/context.ts'
import type { ShownAuthor, ShownPost, ShownReply, ShownTerm } from '../../../src/render/shown.ts'
import { attachmentOf, bounds, sizesOf } from '../../support/attachments.ts'
import { startTags } from '../../support/html-tags.ts'
import { renderContextOf, shownPost } from '../../support/render-context.ts'

/** Leaves attributes in either quote, or none, and opens an element. */
const marker = `"'><x-hostile onhostile=1 y='z" onhostile="1" data-z=`
/** HTML that WordPress lets titles and names keep, whose quotes typography leaves alone. */
const written = `<code>" onhostile="1" ' onhostile='1' y</code>`

function assertHarmless(html: string, about: string): void {
  for (const { name, attributes } of startTags(html))
    assert(name !== 'x-hostile' && !attributes.has('onhostile'), `${about}: ${html}`)
}

const address = `http://site.test/${marker}`
const time = { local: '2024-01-05 10:00:00', offsetHours: 0, zone: marker }
const author: ShownAuthor = { name: written, link: address, biography: written, avatarUrl: () => address }
const term: ShownTerm = {
  id: '3',
  name: written,
  slug: marker,
  taxonomy: 'category',
  description: written,
  parentId: '0',
  link: address,
  count: 2,
  ancestors: () => [{ name: written, link: address }],
}
const comment: ShownReply = {
  id: '4',
  author: written,
  authorUrl: address,
  avatarUrl: () => address,
  link: address,
  postTitle: written,
  created: time,
  content: written,
  parentId: '0',
  ownUrl: address,
  classes: ['comment'],
}
const picture = {
  path: `2024/${marker}.png`,
  width: 2000,
  height: 1000,
  sizes: sizesOf(`${marker.replaceAll('.', '')}.png`, {
    thumbnail: [150, 150],
    medium: [300, 150],
    large: [1024, 512],
  }),
  bounds,
}

/** A file of a kind; its title and alternative text are plain text to WordPress. */
const fileOf = (mimeType: string) =>
  attachmentOf({
    id: '1',
    title: marker,
    caption: written,
    description: written,
    alt: marker,
    mimeType,
    url: `http://site.test/wp-content/uploads/2024/${marker}.${mimeType.split('/')[1]}`,
    page: address,
    image: mimeType.startsWith('image') ? picture : null,
    said: new Map([
      ['artist', marker],
      ['album', marker],
      ['length_formatted', marker],
    ]),
  })

function hostileContext(
  blocks: RenderContext['blocks'],
  mimeType: string,
  hasComment = false,
): RenderContext {
  const file = fileOf(mimeType)
  const post: ShownPost = shownPost({
    title: written,
    link: address,
    created: time,
    modified: { ...time, local: '2024-02-05 10:00:00' },
    content: `x<!--more-->y<!-- wp:nextpage --><!--nextpage--><!-- /wp:nextpage -->`,
    summary: () => `${written} [&hellip;]`,
    author: () => author,
    image: () => file,
    hasImage: () => true,
    terms: () => [term, { ...term, id: '5' }],
    ancestors: () => [
      { id: '9', title: written, markedTitle: written, link: address, parentId: '0', isFront: false },
    ],
    commentCount: 2,
  })
  const parts: Partial<RenderContext> = {
    blocks,
    shortcodes: builtInShortcodes,
    siteName: marker,
    tagline: written,
    post: () => post,
    user: () => author,
    posts: () => [post],
    comments: () => [comment],
    terms: () => [term, { ...term, id: '5', parentId: '3' }],
    term,
    listedTerms: [term],
    periods: () => [{ year: 2024, month: 2, day: 3, count: 2 }],
    pages: () => [
      { id: '7', title: written, link: address, parentId: '0', isFront: false },
      { id: '8', title: written, link: address, parentId: '7', isFront: false },
    ],
    totalOf: () => 30,
    itemPath: `/cms-json/cms/v2/posts/${marker}`,
    archiveLink: () => address,
    periodLink: () => address,
    menu: () => ({ title: marker, content: '<!-- wp:navigation-link {"label":"a","url":"#"} /-->' }),
    discussion: () => [comment, { ...comment, id: '6', parentId: '4' }],
    meta: () => marker,
    attachmentOf: () => file,
    coverIdOf: () => '1',
    attachments: () => [file, file],
    ...(hasComment ? { comment: { ...comment, depth: 1 } } : {}),
  }
  return renderContextOf({ ...parts, queried: () => [renderContextOf(parts)] })
}

/** Values without the characters by which a renderer may leave out a value as a whole. */
const quotes: readonly string[] = [`" onhostile="1" x="`, `' onhostile='1' x='`]

/** What many blocks read from within attributes that are objects. */
const nestedOf = (value: string): BlockAttributes => ({
  style: {
    background: { backgroundImage: { url: value }, backgroundSize: value, backgroundPosition: value },
    border: { color: value, width: value, style: value, radius: { topLeft: value, [value]: value } },
    color: { text: value, background: value, gradient: value, duotone: [value, value] },
    spacing: { blockGap: value, padding: { top: value }, margin: value },
    typography: { fontSize: value, lineHeight: value, textAlign: value, writingMode: value },
    dimensions: { minHeight: value, aspectRatio: value },
    elements: { link: { color: { text: value } } },
    layout: { selfStretch: 'fixed', flexSize: value },
    css: value,
  },
  layout: {
    type: value,
    contentSize: value,
    justifyContent: value,
    orientation: value,
    columnCount: value,
  },
  query: { postType: value, orderBy: value, taxQuery: { [value]: [value] } },
  termQuery: { taxonomy: value, orderBy: value },
  metadata: {
    name: value,
    blockVisibility: value,
    bindings: {
      __default: { source: 'core/pattern-overrides' },
      content: { source: 'core/post-meta', args: { key: 'x' } },
      url: { source: 'core/post-meta', args: { key: 'x' } },
      text: { source: 'core/term-data', args: { field: 'name' } },
      alt: { source: 'core/post-meta', args: { key: 'x' } },
      rel: { source: 'core/post-meta', args: { key: 'x' } },
    },
  },
  displayLayout: { type: 'flex', columns: value },
})
const nested = nestedOf(marker)

const supported =
  'align anchor ariaLabel backgroundColor className fontFamily fontSize gradient textAlign textColor'

const inner =
  '<figure class="a"><a href="#"><img class="wp-image-1" src="http://site.test/a.png" alt=""/></a><figcaption>b</figcaption></figure><p class="c">d</p><!-- wp:post-title /-->'

/** Values of a block's other attributes, by which it takes one way or another; WordPress takes `'1'` for one of any type. */
const others: readonly unknown[] = [undefined, true, false, 1, 'x', '1']

/** The attributes whose text is HTML to WordPress. */
const asHtml: ReadonlySet<string> = new Set(['format'])

/** Where a block is rendered: within a parent block, of a post or of a comment. */
interface Place {
  readonly parent: string
  readonly hasComment: boolean
}

/** Blocks that give those in them something to show. */
const parents = [
  'navigation',
  'navigation {"openSubmenusOnClick":true}',
  'query',
  'comments',
  'tabs',
  'playlist',
  'social-links',
  'gallery',
]
const alone: Place = { parent: '', hasComment: false }
const places: readonly Place[] = [
  { parent: '', hasComment: true },
  ...parents.map((parent): Place => ({ parent, hasComment: false })),
]

/** The names of the attributes that a block reads, whatever the others are, and the places in which it shows different HTML. */
function readsOf(name: string, renderer: BlockRenderer) {
  const names = new Set(supported.split(' '))
  const shownIn = (place: Place) =>
    others.map((other) => {
      const watched = new Proxy<BlockAttributes>(
        {},
        {
          get: (_, key) => {
            if (typeof key !== 'string') return undefined
            names.add(key)
            return nested[key] ?? other
          },
        },
      )
      const shown: string[] = []
      const block: BlockRenderer = (given, context) => {
        const html = renderer({ ...given, attributes: watched }, context)
        shown.push(html)
        return html
      }
      render(name, {}, place, new Map([...builtInBlocks, [name, block]]))
      return shown.join('\n')
    })
  const usual = shownIn(alone)
  const different = places.filter((place) => !isDeepStrictEqual(shownIn(place), usual))
  return { names: [...names].filter((each) => !asHtml.has(each)), places: [alone, ...different] }
}

function within(parent: string, text: string): string {
  const [name = ''] = parent.split(' ')
  return name === '' ? text : `<!-- wp:${parent} --><div>${text}</div><!-- /wp:${name} -->`
}

function textOf(name: string, attributes: object): string {
  const json = JSON.stringify(attributes)
    .replaceAll('-', '\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
  return `<!-- wp:${name} ${json} -->${inner}<!-- /wp:${name} -->`
}

function render(name: string, attributes: object, { parent, hasComment }: Place, blocks = builtInBlocks) {
  const context = hostileContext(blocks, 'image/png', hasComment)
  return renderBlocks(within(parent, textOf(name, attributes)), context)
}

describe('a hostile value stays a value', () => {
  for (const [name, renderer] of builtInBlocks)
    it(`in the attributes of ${name}`, () => {
      const { names, places: ownPlaces } = readsOf(name, renderer)
      const from = (value: (each: string) => unknown) =>
        Object.fromEntries(names.map((each) => [each, value(each)]))
      const assertHarmlessWith = (attributes: BlockAttributes, about: string) => {
        for (const place of ownPlaces)
          assertHarmless(render(name, attributes, place), `${about} of ${name} in ${place.parent}`)
      }
      const assertHarmlessAmong = (usual: unknown, hostile: BlockAttributes) => {
        for (const each of names)
          assertHarmlessWith(
            { ...from(() => usual), [each]: hostile[each] },
            `${each} among ${String(usual)}`,
          )
      }
      for (const value of [marker, ...quotes]) {
        const members = nestedOf(value)
        const hostile = from((each) => members[each] ?? value)
        for (const other of value === marker ? others : ['1']) assertHarmlessAmong(other, hostile)
        assertHarmlessWith(hostile, 'all')
        assertHarmlessWith(
          from(() => value),
          'all, as texts',
        )
      }
    })
  for (const [name, shortcode] of builtInShortcodes)
    it(`in the attributes of [${name}]`, () => {
      const read = new Set<string>()
      class Watched extends Map<string, string> {
        override get(key: string): string | undefined {
          read.add(key)
          return super.get(key)
        }
      }
      const types = ['image/png', 'audio/mp3', 'video/mp4']
      const inside = '<img class="wp-image-1" src="http://site.test/a.png" alt=""/> b'
      for (const type of types) shortcode(new Watched(), inside, hostileContext(builtInBlocks, type))
      for (const other of [null, '1', 'x', marker])
        for (const each of read)
          for (const type of types) {
            const given = new Map(other === null ? [] : [...read].map((key) => [key, other] as const))
            given.set(each, marker)
            const context = hostileContext(builtInBlocks, type)
            assertHarmless(shortcode(given, inside, context), `${each} of [${name}] among ${other}`)
          }
    })
})
