// Reports of a comparison: lines for a terminal, and a page, in which text of the site is only text.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { stripVTControlCharacters } from 'node:util'
import type { Compared } from '../../../src/compare/comparison.ts'
import type { Difference } from '../../../src/compare/differences.ts'
import { printReport, reportOf, reportPage } from '../../../src/compare/report.ts'

const compared = (address: string, ms: number, differences: readonly Difference[] = []): Compared => ({
  route: address.startsWith('posts') ? 'wp/v2/posts' : 'wp/v2/pages/<id>',
  address,
  differences,
  siteMs: 100 * ms,
  firstMs: ms,
  nextMs: ms / 10,
})
const title = { path: 'title', site: '<b>\u001b[31mred</b>', lectern: null }
const link = { path: 'link', site: 'a', lectern: 'b' }
const report = reportOf(
  'https://site.test',
  {
    compared: [
      compared('posts?page=1', 3, [title, { ...title, site: 'other' }]),
      compared('pages/1', 1, [link, title]),
      compared('pages/2', 2),
    ],
    notCompared: [],
    left: 4,
  },
  ['The site has no <object> cache.'],
)

it('counts each answer once for each path, the most frequent first', () => {
  assert.deepEqual([report.identical, report.asked], [1, 3])
  assert.deepEqual(
    report.causes.map(({ path, side, answers, routes, address }) => [path, side, answers, routes, address]),
    [
      ['title', 'site', 2, ['wp/v2/posts', 'wp/v2/pages/<id>'], 'posts?page=1'],
      ['link', 'both', 1, ['wp/v2/pages/<id>'], 'pages/1'],
    ],
  )
  assert.deepEqual(report.times, { siteMs: 200, firstMs: 2, nextMs: 0.2 })
  assert.deepEqual(report.doubts, ['The site has no <object> cache.'])
  assert.deepEqual(report.notes, ['4 more addresses were left out (--requests).'])
})

it('counts an item as one place, whether it was alone or in a list, and apart by who has a value', () => {
  const at = (path: string, site: string | null, lectern: string | null): Difference => ({
    path,
    site,
    lectern,
  })
  const found = (route: string, differences: readonly Difference[]): Compared => ({
    ...compared('posts', 1, differences),
    route,
  })
  const { causes } = reportOf(
    'https://site.test',
    {
      compared: [
        found('posts', [
          at('[].meta.a', 'x', 'y'),
          at('[].meta.a', 'x', null),
          at('[] (which, in which order)', '1', '2'),
        ]),
        found('posts/ID', [at('.meta.a', 'x', 'y')]),
        found('wp/v2/types', [at('.post.name', null, 'a'), at('.page.name', null, 'b')]),
      ],
      notCompared: [],
      left: 0,
    },
    [],
  )
  assert.deepEqual(
    causes.map(({ path, side, answers }) => [path, side, answers]),
    [
      ['meta.a', 'both', 2],
      ['meta.a', 'site', 1],
      ['[] (which, in which order)', 'both', 1],
      ['*.name', 'lectern', 1],
    ],
  )
})

it('is printed without what a terminal would obey', () => {
  const lines = stripVTControlCharacters(printReport(report)).split('\n')
  for (const line of [
    'https://site.test',
    '1 of 3 answers are identical (33.3 %).',
    'Median time to the whole answer: the site 200 ms (with its network), Lectern 2.0 ms at first (100 × as fast) and 0.2 ms from its cache (1000 × as fast).',
    'route             asked  identical',
    'wp/v2/posts           1          0',
    'wp/v2/pages/<id>      2          1',
    'Only the site has it',
    'Other values',
    '   2 × title  wp/v2/posts, wp/v2/pages/<id>',
    '       site     <b> [31mred</b>',
    '       Lectern  b',
  ])
    assert(lines.includes(line), `${line} in\n${lines.join('\n')}`)
})

it('is a page in which nothing of the site is markup', () => {
  const html = reportPage(report)
  assert(html.includes('<b>33.3 %</b> 1 of 3 answers are identical'), html)
  assert(
    html.includes(
      '<tr class="differs"><td>wp/v2/pages/&#60;id&#62;</td><td class="number">2</td><td class="number">1</td></tr>',
    ),
    html,
  )
  assert(html.includes('&#60;b&#62;') && html.includes('<dt>Lectern</dt><dd><code>b</code>'), html)
  assert(!html.includes('<object>') && !html.includes('red</b>'), html)
})

it('says so where nothing was compared, and where nothing differs', () => {
  const nothing = reportOf('https://site.test', { compared: [], notCompared: [], left: 0 }, [])
  assert.match(printReport(nothing), /0 of 0 answers are identical \(–\)\.\nNothing was compared\./)
  assert(!printReport(nothing).includes('Other values'))
  assert(reportPage(nothing).includes('<p>Nothing does.</p>'))
})
