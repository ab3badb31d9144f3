// The examples that have dependencies of their own: `npm ci --prefix examples/next` and the like install them.
import { existsSync } from 'node:fs'

export const exampleFolder = new URL('../../examples/next/', import.meta.url)
export const astroFolder = new URL('../../examples/astro/', import.meta.url)

export const hasExample = existsSync(new URL('node_modules/next/package.json', exampleFolder))
export const hasAstro = existsSync(new URL('node_modules/astro/package.json', astroFolder))
