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
    report.causes.map(({ path, answers, routes, address }) => [path, answers, routes, address]),
    [
      ['title', 2, ['wp/v2/posts', 'wp/v2/pages/<id>'], 'posts?page=1'],
      ['link', 1, ['wp/v2/pages/<id>'], 'pages/1'],
    ],
  )
  assert.deepEqual(report.times, { siteMs: 200, firstMs: 2, nextMs: 0.2 })
  assert.deepEqual(report.notes, [
    'The site has no <object> cache.',
    '4 more addresses were left out (--requests).',
  ])
})

it('is printed without what a terminal would obey', () => {
  const lines = stripVTControlCharacters(printReport(report)).split('\n')
  for (const line of [
    'https://site.test',
    '1 of 3 answers are identical (33.3 %).',
    'Median time to the whole answer: the site 200 ms (with its network), Lectern 2.0 ms at first and 0.2 ms from its cache.',
    'route             asked  identical',
    'wp/v2/posts           1          0',
    'wp/v2/pages/<id>      2          1',
    'What differs',
    '   2 × title  wp/v2/posts, wp/v2/pages/<id>',
    '       site     <b> [31mred</b>',
    '       Lectern  (nothing)',
  ])
    assert(lines.includes(line), `${line} in\n${lines.join('\n')}`)
})

it('is a page in which nothing of the site is markup', () => {
  const html = reportPage(report)
  assert(html.includes('<b>33.3 %</b> 1 of 3 answers are identical'), html)
  assert(
    html.includes('<tr class="differs"><td>wp/v2/pages/&#60;id&#62;</td><td>2</td><td>1</td></tr>'),
    html,
  )
  assert(html.includes('&#60;b&#62;') && html.includes('<td class="none">nothing</td>'), html)
  assert(!html.includes('<object>') && !html.includes('red</b>'), html)
})

it('says so where nothing was compared, and where nothing differs', () => {
  const nothing = reportOf('https://site.test', { compared: [], notCompared: [], left: 0 }, [])
  assert.match(printReport(nothing), /0 of 0 answers are identical \(–\)\.\nNothing was compared\./)
  assert(!printReport(nothing).includes('What differs'))
  assert(reportPage(nothing).includes('<p>Nothing does.</p>'))
})
