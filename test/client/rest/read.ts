// `node read.ts ADDRESS`: a client whose types are generated (generate.ts) reads from a running gateway, and prints what it
// was told. That it compiles is half of what it shows.
import createClient from 'openapi-fetch'
import type { paths } from './generated/interface.ts'

const client = createClient<paths>({
  baseUrl: process.argv[2] ?? '',
  // Lists are written with commas
  querySerializer: { array: { style: 'form', explode: false } },
})

const newest = await client.GET('/cms/v2/posts', {
  params: { query: { per_page: 2, orderby: 'date', include: [201, 203], _fields: ['id', 'title'] } },
})
const titles: readonly (string | undefined)[] = newest.data?.map(({ title }) => title?.rendered) ?? []

const one = await client.GET('/cms/v2/posts/{id}', {
  params: { path: { id: 201 }, query: { _embed: ['author'] } },
})
const author: string | undefined = one.data?.['_links']?.['author']?.[0]?.href

const refused = await client.GET('/cms/v2/posts', {
  params: {
    query: {
      // @ts-expect-error there is no such order
      orderby: 'colour',
    },
  },
})
const code: string | undefined = refused.error?.code

const product = await client.GET('/cms/v2/products', { params: { query: { per_page: 1 } } })
const price: number | undefined = product.data?.[0]?.price_with_tax

const types = await client.GET('/cms/v2/types/{type}', { params: { path: { type: 'page' } } })

console.log(
  JSON.stringify({
    titles,
    total: newest.response.headers.get('X-CMS-Total'),
    author,
    code,
    hasPrice: typeof price === 'number',
    type: types.response.status,
  }),
)
