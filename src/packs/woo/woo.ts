// Products of WooCommerce, for reading: routes of the Store API that rows can answer; without an origin others are refused.
import {
  defineGather,
  definePack,
  defineRoute,
  everybody,
  Type,
  type ResourceDefinition,
} from '../../index.ts'
import { kindsOf } from './kinds.ts'
import { readProducts, type Resources } from './page.ts'
import { namespace, productRoutes } from './products.ts'
import { productNodeFields } from './graph.ts'
import { shopOf } from './settings.ts'
import { termRoutes } from './terms.ts'

/** Carts, orders and the like depend on the customer, and on code. */
const computed = [
  '/cart',
  '/cart/:of',
  '/cart/:of/:name',
  '/checkout',
  '/checkout/:of',
  '/order/:of',
  '/batch',
  '/products/collection-data',
  '/products/reviews',
].map((path) => {
  const names = [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  return defineRoute({
    namespace,
    path,
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    args: Object.fromEntries(
      names.map((name) => [name, Type.String({ description: 'The rest of the path.' })]),
    ),
    permission: everybody,
    isForOrigin: true,
    handle: async ({ fail }) =>
      fail(
        'x_woo_computed',
        501,
        'Carts, checkout, orders and reviews are computed by WordPress, and not served here.',
      ),
  })
})

export const woo = definePack({
  name: 'woo',
  about: 'products of WooCommerce, for reading',
  reads: { options: ['woocommerce_permalinks'] },
  // The owner has to name this pack in the setting
  isUsed: () => false,
  define: ({ option }) => {
    const resources = new Map<string, ResourceDefinition>()
    const known: Resources = resources
    const gather = defineGather((rows, reads) => readProducts(rows, known, reads))
    return {
      ...kindsOf(option('woocommerce_permalinks')),
      siteValues: [shopOf],
      routes: [...productRoutes(known, gather), ...termRoutes(known), ...computed],
      addsTo: (resource) => {
        resources.set(resource.name, resource)
        return resource.name === 'product' ? { nodeFields: productNodeFields(gather) } : null
      },
    }
  },
})
