// No value that a block or a shortcode is given becomes an element or an attribute: each is rendered with a marker in each of its
// attributes in turn, and in all that the site says of posts, authors, terms, comments and files.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
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
    terms: () => [term],
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

/** What many blocks read from within attributes that are objects. */
const nested: BlockAttributes = {
  style: {
    background: { backgroundImage: { url: marker }, backgroundSize: marker, backgroundPosition: marker },
    border: { color: marker, width: marker, style: marker, radius: { topLeft: marker, [marker]: marker } },
    color: { text: marker, background: marker, gradient: marker, duotone: [marker, marker] },
    spacing: { blockGap: marker, padding: { top: marker }, margin: marker },
    typography: { fontSize: marker, lineHeight: marker, textAlign: marker, writingMode: marker },
    dimensions: { minHeight: marker, aspectRatio: marker },
    elements: { link: { color: { text: marker } } },
    layout: { selfStretch: 'fixed', flexSize: marker },
    css: marker,
  },
  layout: {
    type: marker,
    contentSize: marker,
    justifyContent: marker,
    orientation: marker,
    columnCount: marker,
  },
  query: { postType: marker, orderBy: marker, taxQuery: { [marker]: [marker] } },
  termQuery: { taxonomy: marker, orderBy: marker },
  metadata: {
    name: marker,
    blockVisibility: marker,
    bindings: {
      __default: { source: 'core/pattern-overrides' },
      content: { source: 'core/post-meta', args: { key: 'x' } },
      url: { source: 'core/post-meta', args: { key: 'x' } },
      text: { source: 'core/term-data', args: { field: 'name' } },
      alt: { source: 'core/post-meta', args: { key: 'x' } },
      rel: { source: 'core/post-meta', args: { key: 'x' } },
    },
  },
  displayLayout: { type: 'flex', columns: marker },
}

const supported =
  'align anchor ariaLabel backgroundColor className fontFamily fontSize gradient textAlign textColor'

const inner =
  '<figure class="a"><a href="#"><img class="wp-image-1" src="http://site.test/a.png" alt=""/></a><figcaption>b</figcaption></figure><p class="c">d</p><!-- wp:post-title /-->'

/** Values of a block's other attributes, by which it takes one way or another. */
const others: readonly unknown[] = [undefined, true, 1, 'x', marker]

/** The names of the attributes that a block reads, whatever the others are. */
function namesRead(name: string, renderer: BlockRenderer): ReadonlySet<string> {
  const names = new Set(supported.split(' '))
  for (const other of others) {
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
    const block: BlockRenderer = (given, context) => renderer({ ...given, attributes: watched }, context)
    renderBlocks(textOf(name, {}), hostileContext(new Map([...builtInBlocks, [name, block]]), 'image/png'))
  }
  return names
}

/** Blocks that give those in them something to show. */
const around = ['', 'navigation', 'query', 'comments', 'tabs', 'playlist', 'social-links', 'gallery']

/** The attributes whose text is HTML to WordPress. */
const asHtml: ReadonlySet<string> = new Set(['format'])

function within(parent: string, text: string): string {
  return parent === '' ? text : `<!-- wp:${parent} --><div>${text}</div><!-- /wp:${parent} -->`
}

function textOf(name: string, attributes: object): string {
  const json = JSON.stringify(attributes)
    .replaceAll('-', '\\u002d')
    .replaceAll('<', '\\u003c')
    .replaceAll('>', '\\u003e')
  return `<!-- wp:${name} ${json} -->${inner}<!-- /wp:${name} -->`
}

describe('a hostile value stays a value', () => {
  for (const [name, renderer] of builtInBlocks)
    it(`in the attributes of ${name}`, () => {
      const names = [...namesRead(name, renderer)]
      for (const other of others) {
        const base = Object.fromEntries(names.map((each) => [each, other]))
        for (const each of names) {
          const attributes = { ...base, [each]: nested[each] ?? marker }
          for (const html of asHtml) delete attributes[html]
          for (const parent of around)
            for (const hasComment of [false, true]) {
              const context = hostileContext(builtInBlocks, 'image/png', hasComment)
              const html = renderBlocks(within(parent, textOf(name, attributes)), context)
              assertHarmless(html, `${each} of ${name} in ${parent} among ${String(other)}`)
            }
        }
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
