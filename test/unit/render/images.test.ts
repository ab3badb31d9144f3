// Images: what is offered beside the one that is shown, what a browser is told about loading them; tags as they come.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attachedFile } from '../../../src/render/attached-file.ts'
import { imageOf } from '../../../src/render/attachment.ts'
import { withLoading } from '../../../src/render/image-tags.ts'
import { attachmentOf, bounds, gull, pier, sizesOf } from '../../support/attachments.ts'
import { renderContextOf } from '../../support/render-context.ts'

const widthsIn = (html: string) => [...html.matchAll(/ (\d+)w/g)].map(([, width]) => Number(width))

function picture(
  mimeType: string,
  base: string,
  full: readonly [number, number],
  sizes: Parameters<typeof sizesOf>[1],
) {
  const [width, height] = full
  return attachmentOf({
    mimeType,
    url: `http://s.test/${base}`,
    image: { path: base, width, height, sizes: sizesOf(base, sizes), bounds },
  })
}

describe('imageOf', () => {
  it('offers what shows the same picture, the shown one first', () =>
    assert.deepEqual(widthsIn(imageOf(pier, 'large')), [1024, 300, 768, 1536, 1600]))
  it('offers nothing of a file whose path is too short to be one', () => {
    const copies = { medium: [300, 200] } as const
    assert.equal(widthsIn(imageOf(picture('image/jpeg', 'a.b', [900, 600], copies), 'medium')).length, 0)
    assert.equal(widthsIn(imageOf(picture('image/jpeg', 'ab.c', [900, 600], copies), 'medium')).length, 2)
  })
  it('has the names of copies in the place of its own, before slashes at the end', () => {
    const html = imageOf(
      attachmentOf({
        mimeType: 'image/jpeg',
        url: 'http://s.test/2024/one.jpg/',
        image: {
          path: '2024/one.jpg/',
          width: 900,
          height: 600,
          sizes: sizesOf('one.jpg', { medium: [300, 200] }),
          bounds,
        },
      }),
      'medium',
    )
    assert.equal(/ src="([^"]*)"/.exec(html)?.[1], 'http://s.test/2024/one-300x200.jpg/')
    assert.deepEqual(widthsIn(html), [300, 900])
  })
  it('offers nothing where there is nothing to choose from', () =>
    assert.deepEqual(widthsIn(imageOf(pier, 'thumbnail')), []))
  it('offers nothing wider than 2048 px', () => {
    const banner = picture('image/jpeg', 'banner.jpg', [2560, 640], {
      medium: [300, 75],
      '2048x2048': [2048, 512],
    })
    assert.deepEqual(widthsIn(imageOf(banner, 'medium')), [300, 2048])
  })
  it('does not offer a moving picture beside its still copies', () => {
    const dot = picture('image/gif', 'dot.gif', [320, 320], { medium: [300, 300], thumbnail: [150, 150] })
    assert.deepEqual(widthsIn(imageOf(dot, 'medium')), [300, 150])
  })
  it('shows the file itself where there is no such size, at most as large', () => {
    assert.match(imageOf(gull, 'large'), /width="640" height="480" src="[^"]*\/gull\.png"/)
    const wide = picture('image/jpeg', 'wide.jpg', [1444, 117], {})
    assert.match(imageOf(wide, 'medium'), /width="300" height="24" src="[^"]*\/wide\.jpg"/)
    assert.match(imageOf(wide, 'medium_large'), /width="768" height="62"/)
    assert.match(imageOf(wide, 'of-a-theme'), /width="1444" height="117"/)
  })
  it('is empty for other files', () =>
    assert.equal(imageOf(attachmentOf({ mimeType: 'text/plain' }), 'large'), ''))
})

describe('attachedFile', () => {
  const plain = renderContextOf()
  it('is the title where there is no image', () =>
    assert.equal(
      attachedFile(
        attachmentOf({ mimeType: 'application/pdf', url: 'http://s.test/a b.pdf', title: 'A' }),
        plain,
      ),
      `<p class="attachment"><a href='http://s.test/a%20b.pdf'>A</a></p>\n`,
    ))
  it('is the name of the file where there is no title', () =>
    assert.match(
      attachedFile(attachmentOf({ mimeType: 'text/plain', url: 'http://s.test/g1.x.txt', title: '' }), plain),
      />g1\.x<\/a>/,
    ))
  it('has a size of one pixel where nothing is known of an image', () =>
    assert.match(attachedFile(attachmentOf(), plain), /width="1" height="1"/))
})

describe('attachedFile of a sound or a film', () => {
  it('is a player, as large as the film', () => {
    const context = renderContextOf()
    const film = { ...picture('video/mp4', 'x.mp4', [320, 200], {}), hasFile: true }
    assert.match(
      attachedFile(film, context),
      /^<div style="width: 320px;" class="wp-video"><video [^>]*height="200"/,
    )
    const sound = attachmentOf({ mimeType: 'audio/mpeg', url: 'http://s.test/x.mp3' })
    assert.match(attachedFile(sound, context), /^<audio class="wp-audio-shortcode" [^>]*>.*<\/audio>\n$/)
  })
  it('is a link where nothing is known to be there', () =>
    assert.match(
      attachedFile(
        attachmentOf({ mimeType: 'audio/mpeg', url: 'http://s.test/x.mp3', title: 'S', hasFile: false }),
        renderContextOf(),
      ),
      /^<p class="attachment"><a href='http:\/\/s\.test\/x\.mp3'>S<\/a><\/p>\n$/,
    ))
})

describe('withLoading', () => {
  const context = renderContextOf({ attachmentOf: (id) => (id === '102' ? gull : null) })
  const tags: readonly (readonly [tag: string, made: string])[] = [
    ['<img src="a">', '<img decoding="async" src="a">'],
    [
      '<img src="a" loading="eager" width="1" height="2"/>',
      '<img decoding="async" src="a" loading="eager" width="1" height="2"/>',
    ],
    ['<img src="a" decoding="sync" width="1">', '<img src="a" decoding="sync" width="1">'],
    [
      '<img class="wp-image-102" src="other.png">',
      '<img decoding="async" class="wp-image-102" src="other.png">',
    ],
    ['<img class="wp-image-7" src="gull.png">', '<img decoding="async" class="wp-image-7" src="gull.png">'],
    // Within a line of text an image has the width of its style
    [
      '<img class="wp-image-102" style="width: 30px;" src="http://site.test/wp-content/uploads/gull.png">',
      '<img loading="lazy" decoding="async" width="30" height="23" class="wp-image-102" style="width: 30px;" src="http://site.test/wp-content/uploads/gull.png">',
    ],
    ['<iframe src="a" width="1" height="2">', '<iframe loading="lazy" src="a" width="1" height="2">'],
    [
      '<iframe src="a" loading="eager" width="1" height="2">',
      '<iframe src="a" loading="eager" width="1" height="2">',
    ],
    ['<image x> <img', '<image x> <img'],
  ]
  for (const [tag, made] of tags) it(`of ${tag}`, () => assert.equal(withLoading(tag, context), made))

  /** What is put in front of such a tag. */
  const fronts: readonly (readonly [attributes: string, front: string])[] = [
    ['width="300" height="200"', 'loading="lazy" decoding="async"'],
    ['width="0" height="0"', 'loading="lazy" decoding="async"'],
    // Whole numbers alone are a size, in double quotes
    ...['width="300"', 'width="100%" height="200"', 'width="1.5" height="2"', 'width="" height="2"'].map(
      (attributes) => [attributes, 'decoding="async"'] as const,
    ),
    [`width='300' height='200'`, 'decoding="async"'],
    ['width="x" height="3" width="3"', 'loading="lazy" decoding="async"'],
    // Values of letters in quotes count, after a space
    ['width="3" height="2" loading', 'loading="lazy" decoding="async"'],
    ['width="3" height="2" loading=""', 'loading="lazy" decoding="async"'],
    ['width="3" height="2" loading=eager', 'loading="lazy" decoding="async"'],
    ['width="3" height="2"\nloading="eager"', 'loading="lazy" decoding="async"'],
    ['width="3" height="2" decoding=""', 'loading="lazy" decoding="async"'],
    [`width="3" height="2" decoding='sync'`, 'loading="lazy"'],
    ['width="3" height="2" fetchpriority="low"', 'decoding="async"'],
    ['width="3" height="2" fetchpriority="high"', 'decoding="async"'],
    ['width="3" height="2" fetchpriority="auto"', 'loading="lazy" decoding="async"'],
    ['width="3" height="2" fetchpriority=high', 'loading="lazy" decoding="async"'],
    // One that is not loaded late is loaded first where it is large
    ['width="250" height="200" loading="eager"', 'fetchpriority="high" decoding="async"'],
    ['width="249" height="200" loading="eager"', 'decoding="async"'],
    ['width="300" height="200" loading="eager" fetchpriority="auto"', 'decoding="async"'],
    ['width="300" height="200" loading="lazy"', 'decoding="async"'],
  ]
  for (const [attributes, front] of fronts)
    it(`puts ${front} before ${attributes}`, () => {
      const html = withLoading(`<img src="a" ${attributes}>`, renderContextOf())
      assert.equal(html, `<img ${front} src="a" ${attributes}>`)
    })

  it('has one image of a request that is loaded first', () => {
    const request = renderContextOf()
    const eager = (src: string) => `<img src="${src}" width="300" height="200" loading="eager">`
    const counted = (html: string) => withLoading(html, request).split('fetchpriority="high"').length - 1
    assert.equal(counted(eager('a') + eager('b') + eager('a')), 2)
    assert.equal(counted(eager('c')), 0)
    const named = '<img src="a" width="3" height="2" fetchpriority="high">'
    assert.equal(withLoading(named + eager('a'), renderContextOf()).split('fetchpriority="high"').length, 2)
  })

  /** Sizes that somebody chose, after what is put in front. */
  const sizes: readonly (readonly [attributes: string, made: string])[] = [
    ['loading="LAZY" width="x" sizes="1px"', 'loading="LAZY" width="x" sizes="auto, 1px"'],
    [`loading=lazy width="3" SIZES='1px'`, 'loading=lazy width="3" sizes="auto, 1px"'],
    ['loading="lazy" width="3" sizes=""', 'loading="lazy" width="3" sizes="auto, "'],
    ...['width="3" sizes', 'width="3" sizes=" AUTO ,1px"', 'width="" sizes="1px"', 'sizes="1px"'].map(
      (attributes) => [`loading="lazy" ${attributes}`, `loading="lazy" ${attributes}`] as const,
    ),
    ['loading="eager" width="3" sizes="1px"', 'loading="eager" width="3" sizes="1px"'],
  ]
  for (const [attributes, made] of sizes)
    it(`has sizes of ${attributes}`, () => {
      const html = withLoading(`<img src="a" decoding="sync" ${attributes}>`, renderContextOf())
      assert.equal(html, `<img src="a" decoding="sync" ${made}>`)
    })

  const uploadsUrl = 'http://127.0.0.1:8081/wp-content/uploads'
  const gullSrc = `src="${uploadsUrl}/2024/01/gull.png"`
  const withCopies = renderContextOf({ attachmentOf: (id) => (id === '102' ? gull : null) })
  for (const [tag, has] of [
    [`<img ${gullSrc} class="wp-image-102" />`, 'copies and size'],
    [`<img ${gullSrc} data-x="xWP-Image-0102y">`, 'copies and size'],
    [`<img ${gullSrc} class="wp-image-7 wp-image-102">`, 'neither'],
    [`<img\n${gullSrc} class="wp-image-102">`, 'copies and size'],
    [`<img\n${gullSrc} class="wp-image-102" width="3">`, 'neither'],
    [`<img ${gullSrc} class="wp-image-102"\nwidth="3">`, 'copies and size'],
    ['<img src="http://cdn.test/2024/01/gull.png" class="wp-image-102">', 'copies and size'],
    ['<img src="http://cdn.test/gull.png" class="wp-image-102">', 'size'],
    ['<img src="http://cdn.test/2024/01/x/gull.png" class="wp-image-102">', 'size'],
    // What is written as `src="` first counts, whatever attribute that is of
    [`<img data-src="x" ${gullSrc} class="wp-image-102">`, 'neither'],
    [`<img data-${gullSrc} src="x" class="wp-image-102">`, 'copies and size'],
    [`<img ${gullSrc} class="wp-image-102" srcset="">`, 'size'],
  ] as const)
    it(`of ${tag.replaceAll(uploadsUrl, '')} has ${has}`, () => {
      const html = withLoading(tag, withCopies)
      const found = [/ srcset="http/.test(html) ? 'copies' : '', html.includes(' width="640"') ? 'size' : '']
      assert.equal(found.filter(Boolean).join(' and ') || 'neither', has)
    })

  it('leaves the copies that somebody chose', () =>
    assert.ok(
      !withLoading('<img class="wp-image-102" src="gull.png" srcset="x 1w">', context).includes('640w'),
    ))
})
