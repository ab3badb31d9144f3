// Variations as products of their own: those that are published, of products that the viewer may see.
import { defineGather, paragraphs, textOf, type GatherReads, type Read, type Row } from '../../index.ts'
import {
  idsOf,
  isHidden,
  openProducts,
  openVariations,
  productColumns,
  readProducts,
  termsOf,
  type Resources,
} from './page.ts'
import { shownProduct, subjectOf } from './product.ts'
import type { Attribute } from './settings.ts'

type Which = { readonly ids: readonly string[] } | { readonly parents: readonly string[] }

interface Page {
  readonly page: number
  readonly perPage: number
}

export function variationsOf(which: Which, resources: Resources, attributes: readonly Attribute[]) {
  const found = defineGather((_, reads) => variationRows(which, resources, reads))
  const shown = defineGather(async (rows, reads) => {
    const page = await readProducts(rows, resources, reads)
    return rows.map((row) => {
      const subject = subjectOf(row, reads.site, page)
      return shownProduct(subject, attributes, {
        name: textOf(row, 'title'),
        description: paragraphs(subject.meta('_variation_description')),
        short_description: '',
      })
    })
  })
  return async (read: Read, { page, perPage }: Page) => {
    const rows = await read.gather(found, [])
    const some = rows.slice((page - 1) * perPage, page * perPage)
    return { shown: some.length === 0 ? [] : await read.gather(shown, some), count: rows.length }
  }
}

async function variationRows(
  which: Which,
  resources: Resources,
  reads: GatherReads,
): Promise<readonly Row[]> {
  const rows = await reads.rows({
    source: 'posts',
    columns: productColumns,
    filters: [
      'ids' in which
        ? { kind: 'in', column: 'id', values: which.ids }
        : { kind: 'in', column: 'parent_id', values: which.parents },
      ...openVariations,
    ],
  })
  const parents = [...new Set(rows.map((row) => textOf(row, 'parent_id')))]
  const open = idsOf(await openProducts(parents, resources, reads))
  const terms = Map.groupBy(await termsOf(open, reads), (term) =>
    textOf(term, 'taxonomy') === 'product_visibility' ? textOf(term, 'post_id') : '',
  )
  const seen = new Set(open.filter((id) => !isHidden(terms.get(id) ?? [])))
  return rows
    .filter((row) => seen.has(textOf(row, 'parent_id')))
    .toSorted((one, other) => Number(textOf(one, 'menu_order')) - Number(textOf(other, 'menu_order')))
}
