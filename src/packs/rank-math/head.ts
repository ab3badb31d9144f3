// The head of a page as Rank Math writes it: tags without the title, which a theme writes.
import { attributeText, decoded, type Site } from '../../index.ts'
import { address } from '../seo/html.ts'
import type { FoundFile } from '../seo/files.ts'
import type { SeoPage } from '../seo/page.ts'
import { localeOf } from '../seo/settings.ts'
import { graphOf } from './graph.ts'
import { said, settings } from './settings.ts'
import type { RankMathSubject } from './subject.ts'

const types: Readonly<Record<RankMathSubject['kind'], string>> = {
  post: 'article',
  term: 'article',
  archive: 'article',
  user: 'profile',
  home: 'website',
  missing: 'article',
}

export function headOf(subject: RankMathSubject, site: Site, page: SeoPage): string {
  const { robots, kind, published, modified } = subject
  const canonical = robots.isIndexed ? subject.canonical : ''
  const picture = shownPicture(subject, site, page)
  const hasTimes = published !== ''
  const isChanged = hasTimes && modified !== published
  return [
    ...(subject.description === ''
      ? []
      : [`<meta name="description" content="${attributeText(subject.description)}"/>`]),
    `<meta name="robots" content="${robots.words.map(attributeText).join(', ')}"/>`,
    ...(canonical === '' ? [] : [`<link rel="canonical" href="${address(canonical)}" />`]),
    ...(subject.next === '' ? [] : [`<link rel="next" href="${address(subject.next)}" />`]),
    ...tags('property', [
      ['og:locale', localeOf(site)],
      ['og:type', types[kind]],
      ['og:title', subject.ogTitle],
      ['og:description', subject.ogDescription],
    ]),
    ...(subject.url === ''
      ? []
      : [`<meta property="og:url" content="${address(decoded(subject.canonical))}" />`]),
    ...tags('property', [
      ['og:site_name', said(site, 'website_name') || site.option('blogname')],
      ...subject.tags.map((tag) => ['article:tag', tag] as const),
      ['article:section', subject.section],
      ['og:updated_time', isChanged ? modified : ''],
      ...picture,
      ['article:published_time', hasTimes ? published : ''],
      ['article:modified_time', isChanged ? modified : ''],
    ]),
    ...tags('name', [
      ['twitter:card', said(site, 'twitter_card_type', 'summary_large_image')],
      ['twitter:title', subject.ogTitle],
      ['twitter:description', subject.ogDescription],
      ...picture.filter(([name]) => name === 'og:image').map(([, url]) => ['twitter:image', url] as const),
      ...subject.labels.flatMap(([label, value], at) => [
        [`twitter:label${at + 1}`, label] as const,
        [`twitter:data${at + 1}`, value] as const,
      ]),
    ]),
    ...(settings.of(site).hasGraph
      ? [
          `<script type="application/ld+json" class="rank-math-schema">${inScript(graphOf(subject, site, page))}</script>`,
        ]
      : []),
    '',
  ].join('\n')
}

type Pair = readonly [name: string, value: string]

function tags(kind: 'property' | 'name', pairs: readonly Pair[]): readonly string[] {
  return pairs
    .filter(([, value]) => value !== '')
    .map(([name, value]) => {
      const content = /:(?:image|secure_url)$/.test(name) ? address(value) : attributeText(value)
      return `<meta ${kind}="${name}" content="${content}" />`
    })
}

/** The subject's own picture, else the site's, in a size that social networks accept. */
function shownPicture({ picture }: RankMathSubject, site: Site, page: SeoPage): readonly Pair[] {
  const file = picture === null ? page.file(said(site, 'open_graph_image_id')) : picture.file
  if (file === null) return [['og:image', picture?.url ?? said(site, 'open_graph_image')]]
  const { url, width, height } = fitting(file)
  return [
    ['og:image', url],
    ['og:image:secure_url', url.startsWith('https:') ? url : ''],
    ...(width > 0
      ? [['og:image:width', String(width)] as const, ['og:image:height', String(height)] as const]
      : []),
    ['og:image:alt', file.alt],
    ['og:image:type', file.type],
  ]
}

const [sideMin, sideMax] = [200, 2000]

function fitting(file: FoundFile) {
  const candidates = [file, ...['large', 'medium_large'].flatMap((name) => file.sizes.get(name) ?? [])]
  const fits = (side: number) => side >= sideMin && side <= sideMax
  return candidates.find(({ width, height }) => fits(width) && fits(height)) ?? file
}

/** JSON as PHP writes it, but with slashes unescaped; no stored text can end the script element. */
function inScript(graph: unknown): string {
  return JSON.stringify(graph)
    .replaceAll('<', '\\u003C')
    .replace(/[\u0080-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
