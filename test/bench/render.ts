// What rendering a page of 100 posts costs, without database and server: ms for titles, contents and excerpts, by the
// kind of text. `node --conditions=lectern-source test/bench/render.ts`
import { renderContent, renderExcerpt, renderTitle } from '../../src/render/content.ts'
import { renderContextOf } from '../support/render-context.ts'

const posts = 100
const rounds = 20

const sentence =
  'The path follows the cliff for an hour, then it drops to a bay where the sand is grey. "It isn\'t far," they said -- <em>two</em> apples & 3x4 stones... '
const classic = Array.from({ length: 8 }, () => sentence.repeat(4)).join('\n\n')
const blocks = Array.from(
  { length: 8 },
  () => `<!-- wp:paragraph -->\n<p>${sentence.repeat(4)}</p>\n<!-- /wp:paragraph -->`,
).join('\n\n')

for (const [what, text] of [
  ['classic text', classic],
  ['blocks', blocks],
] as const) {
  const times = Array.from({ length: rounds }, () => timeOfPage(text)).toSorted((a, b) => a - b)
  const median = times[Math.floor(rounds / 2)] ?? 0
  process.stdout.write(`${posts} posts of ${text.length} characters, ${what}: ${median.toFixed(1)} ms\n`)
}

function timeOfPage(text: string): number {
  const context = renderContextOf()
  const before = performance.now()
  for (let post = 0; post < posts; post += 1) {
    renderTitle(`Post "${post}" -- it's here`, context)
    renderContent(text, context)
    renderExcerpt('', text, context)
  }
  return performance.now() - before
}
