// Accessibility of a page in a browser, by axe-core: what it finds that is serious or worse, and what does not fit the width.
import type { Page } from 'playwright-core'
import { at, list } from './gateway.ts'

/** From a phone to a desktop: what fits depends on the width alone, and what is readable on the colours alone. */
export const looks = [
  { width: 375, colorScheme: 'light' },
  { width: 768, colorScheme: 'dark' },
  { width: 1280, colorScheme: 'light' },
] as const

const grave = new Set(['serious', 'critical'])

/** A line for each rule and kind of place in a part of the page, which a selector names; none where all is well. */
export async function findingsOf(page: Page, part = 'html'): Promise<readonly string[]> {
  // Evaluated by the browser's debugger, which no policy of the page stops
  if (!(await page.evaluate('"axe" in globalThis')))
    await page.evaluate((await import('axe-core')).default.source)
  // Colours that are on their way to others are not those that are seen
  await page.evaluate('for (const each of document.getAnimations()) each.finish()')
  const found: unknown = await page.evaluate(
    `axe.run(${JSON.stringify(part)}, { resultTypes: ["violations"] })`,
  )
  const lines = list(at(found, 'violations'))
    .filter((each) => grave.has(String(at(each, 'impact'))))
    .flatMap((each) =>
      [...Map.groupBy(list(at(each, 'nodes')), (node) => String(at(node, 'failureSummary')))].map(
        ([summary, nodes]) =>
          `${String(at(each, 'id'))}: ${nodes.length} as ${String(at(nodes[0], 'html')).slice(0, 200)}: ${summary.replaceAll(/\s+/g, ' ')}`,
      ),
    )
  return [...lines, ...(await tooWideOf(page))]
}

/** Whether it scrolls sideways. */
export async function tooWideOf(page: Page): Promise<readonly string[]> {
  const px = Number(await page.evaluate('document.documentElement.scrollWidth - innerWidth'))
  return px > 0 ? [`${page.url()} is ${px} px too wide at ${page.viewportSize()?.width} px`] : []
}
