// Covers and media with text that show the featured image of their post.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Attachment } from '../../../src/render/attachment.ts'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { needsOfText } from '../../../src/render/needs.ts'
import { attachmentOf, bounds, sizesOf } from '../../support/attachments.ts'
import { renderContextOf, shownPost } from '../../support/render-context.ts'

const file = attachmentOf({
  id: '7',
  title: 'Boat',
  alt: 'A "boat"',
  mimeType: 'image/jpeg',
  url: 'http://site.test/boat.jpg',
  page: 'http://site.test/boat/',
})
const withCopy: Attachment = {
  ...file,
  image: {
    path: 'boat.jpg',
    width: 640,
    height: 480,
    sizes: sizesOf('boat.jpg', { medium: [300, 225], 'post-thumbnail': [624, 468] }),
    bounds,
  },
}
const render = (text: string, image: Attachment | null = file) =>
  renderBlocks(
    text,
    renderContextOf({ blocks: builtInBlocks, post: () => shownPost({ image: () => image }) }),
  )
const cover = (attributes: object) =>
  `<!-- wp:cover ${JSON.stringify({ useFeaturedImage: true, ...attributes })} --><div class="c"><div class="wp-block-cover__inner-container">x</div></div><!-- /wp:cover -->`
const media = (attributes: object) =>
  `<!-- wp:media-text ${JSON.stringify({ useFeaturedImage: true, ...attributes })} --><div class="m"><figure class="wp-block-media-text__media"><a href="b"></a></figure></div><!-- /wp:media-text -->`

describe('featured images', () => {
  const block =
    '<!-- wp:post-featured-image {"useFirstImageFromPost":true,"style":{"border":{"color":"red"}}} /-->'
  const first = (content: string, parts: object = {}) =>
    renderBlocks(
      block,
      renderContextOf({
        blocks: builtInBlocks,
        post: () => shownPost({ image: () => null, content }),
        ...parts,
      }),
    )
  it('are the first image of the text where there is none', () => {
    assert.equal(
      first(
        `<p>a</p><img src='/a b.png?x&amp;y' style="width:1px;" alt="A &quot;b&quot;"><img src="/c.png">`,
      ),
      '<figure class="wp-block-post-featured-image"><img alt="A &quot;b&quot;" src="/a%20b.png?x&#038;y" style="width:1px;border-color:red;object-fit:cover;"></figure>',
    )
    assert.equal(first('<p>no image</p> <imgx>'), '')
  })
})

describe('covers with the featured image', () => {
  it('have it as an image with the point that stays in sight', () => {
    const html = render(cover({ focalPoint: { x: 0.2, y: 0.35 } }))
    assert(
      html.includes('class="wp-block-cover__image-background wp-post-image" alt="A &quot;boat&quot;"'),
      html,
    )
    assert(
      html.includes(
        ' data-object-fit="cover" data-object-position="20% 35%" style="object-position:20% 35%;"',
      ),
      html,
    )
  })
  for (const [focalPoint, place] of [
    [{ x: '0.3', y: '1' }, '30% 100%'],
    [{ x: 1 }, '100% 0%'],
  ] as const)
    it(`keep ${JSON.stringify(focalPoint)} in sight`, () => {
      const html = render(cover({ focalPoint }))
      assert(html.includes(`style="object-position:${place};"`), html)
    })
  it('have it as a background where it is repeated, or stays where it is', () => {
    const background = (classes: string, place: string) =>
      `<div aria-label="A &quot;boat&quot;" class="wp-block-cover__image-background wp-image-7 ${classes}" role="img" style="background-position:${place};background-image:url(http://site.test/boat.jpg);"></div><div class="wp-block-cover__inner`
    assert(render(cover({ hasParallax: true })).includes(background('has-parallax', '50% 50%')))
    const both = { hasParallax: true, isRepeated: true, focalPoint: { x: 1, y: 0 } }
    assert(render(cover(both)).includes(background('has-parallax is-repeated', '100% 0%')))
  })
  it('have its copy for featured images where they name no size, as a background the whole file', () => {
    const boat = (attributes: object) => render(cover(attributes), withCopy)
    assert.match(boat({}), / width="624" height="468" src="http:\/\/site\.test\/boat-624x468\.jpg"/)
    assert.match(boat({ sizeSlug: 'full' }), / src="http:\/\/site\.test\/boat\.jpg"/)
    assert.match(boat({ isRepeated: true }), /url\(http:\/\/site\.test\/boat\.jpg\)/)
  })
  it('are as stored where there is none', () => {
    assert.equal(render(cover({ hasParallax: true }), null).includes('background-image'), false)
  })
})

describe('media with text with the featured image', () => {
  it('have it before what else there is', () => {
    assert.equal(
      render(media({ mediaSizeSlug: 'medium' })),
      '<div class="m"><figure  class="wp-block-media-text__media"><img alt="A &quot;boat&quot;" src="http://site.test/boat.jpg" class="wp-image-7 size-medium"><a href="b"></a></figure></div>',
    )
  })
  it('have its copy for featured images, whatever size they name', () => {
    for (const mediaSizeSlug of ['full', 'medium'])
      assert.match(
        render(media({ mediaSizeSlug }), withCopy),
        new RegExp(`src="http://site\\.test/boat-624x468\\.jpg" class="wp-image-7 size-${mediaSizeSlug}"`),
      )
  })
  it('have it in the last figure on the right, whose number stays behind another figure', () => {
    const figures = (first: string) =>
      `<!-- wp:media-text {"useFeaturedImage":true,"mediaPosition":"right"} --><div>${first}<figure class="wp-block-media-text__media"></figure></div><!-- /wp:media-text -->`
    assert.match(render(figures('')), /^<div><figure {2}class="wp-block-media-text__media"><img /)
    assert.match(
      render(figures('<figure class="wp-block-media-text__media"></figure>')),
      /^<div><figure class="[^"]*"><\/figure><figure id="wp-block-media-text__media-1" class="[^"]*"><img /,
    )
  })
  it('keep a figure with styles of its own, with the number', () => {
    const text = media({}).replace('__media">', '__media" style="a:b">')
    assert.match(
      render(text),
      /<figure id="wp-block-media-text__media-1" class="wp-block-media-text__media" style="a:b"><a href="b">/,
    )
  })
  it('say where it fills its half', () => {
    const html = render(media({ imageFill: true }))
    assert(html.startsWith('<div class="m is-image-fill-element">'), html)
    assert(html.includes('src="http://site.test/boat.jpg" style="object-position:50% 50%;" class='), html)
  })
  it('ask for it', () => {
    assert.equal(needsOfText(media({})).image, true)
    assert.equal(render(media({}), null).includes('<img'), false)
  })
})
