// The example of Next.js, which has dependencies of its own: `npm ci --prefix examples/next` installs them.
import { existsSync } from 'node:fs'

export const exampleFolder = new URL('../../examples/next/', import.meta.url)

export const hasExample = existsSync(new URL('node_modules/next/package.json', exampleFolder))
