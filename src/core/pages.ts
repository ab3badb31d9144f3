// Pages of lists: the neighbours of a page, and headers with totals.
import type { Header, Paging } from './reply.ts'

/** The numbers of the neighbouring pages. */
export function pagesBeside(page: number, pages: number): Paging['pages'] {
  return [
    ...(page > 1 ? ([['prev', Math.min(page - 1, pages)]] as const) : []),
    ...(page < pages ? ([['next', page + 1]] as const) : []),
  ]
}

/** The headers with the numbers of items and pages. */
export function totals(brand: string, total: number, pages: number): readonly Header[] {
  const name = `X-${brand.toUpperCase()}-Total`
  return [
    [name, String(total)],
    [`${name}Pages`, String(pages)],
  ]
}

/** This header states that counting stopped early, so that the total is a lower bound. */
export function boundedTotal(brand: string): readonly Header[] {
  const name = `X-${brand.toUpperCase()}-TotalIs`
  return [
    [name, 'at-least'],
    ['Access-Control-Expose-Headers', name],
  ]
}
