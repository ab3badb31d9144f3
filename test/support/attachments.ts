// Files as rendering knows them, measured.
import type { Attachment, Bounds, ImageSize } from '../../src/render/attachment.ts'

const uploads = 'http://127.0.0.1:8081/wp-content/uploads'

export function attachmentOf(parts: Partial<Attachment> = {}): Attachment {
  const { url = `${uploads}/2024/01/x.png` } = parts
  return {
    id: '1',
    title: '',
    caption: '',
    description: '',
    alt: '',
    mimeType: 'image/png',
    status: 'inherit',
    created: '2024-01-05 10:00:00',
    place: 0,
    hasFile: true,
    url,
    copiesRoot: uploads,
    page: 'http://127.0.0.1:8081/x/',
    image: null,
    said: new Map(),
    ...parts,
  }
}

export function sizesOf(
  base: string,
  sizes: Readonly<Record<string, readonly [width: number, height: number]>>,
): ReadonlyMap<string, ImageSize> {
  const [name, ending] = base.split('.')
  return new Map(
    Object.entries(sizes).map(([size, [width, height]]) => [
      size,
      { file: `${name}-${width}x${height}.${ending}`, width, height },
    ]),
  )
}

/** As a site has them before its owner changes them. */
export const bounds: ReadonlyMap<string, Bounds> = new Map([
  ['thumbnail', { width: 150, height: 150 }],
  ['medium', { width: 300, height: 300 }],
  ['medium_large', { width: 768, height: 0 }],
  ['large', { width: 1024, height: 1024 }],
])

export const pier = attachmentOf({
  id: '101',
  caption: 'The pier -- before the crowds',
  alt: 'A pier in the "early" morning',
  mimeType: 'image/jpeg',
  url: `${uploads}/2024/01/pier.jpg`,
  page: 'http://127.0.0.1:8081/2024/01/10/the-harbour-wakes-up/pier-at-dawn/',
  image: {
    path: '2024/01/pier.jpg',
    width: 1600,
    height: 1067,
    sizes: sizesOf('pier.jpg', {
      medium: [300, 200],
      large: [1024, 683],
      thumbnail: [150, 150],
      medium_large: [768, 512],
      '1536x1536': [1536, 1024],
    }),
    bounds,
  },
})

export const gull = attachmentOf({
  id: '102',
  alt: 'Gull & chips',
  url: `${uploads}/2024/01/gull.png`,
  page: 'http://127.0.0.1:8081/2024/01/20/locked-room/gulls-lunch/',
  image: {
    path: '2024/01/gull.png',
    width: 640,
    height: 480,
    sizes: sizesOf('gull.png', { medium: [300, 225], thumbnail: [150, 150] }),
    bounds,
  },
})
