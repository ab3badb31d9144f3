// The documentation as a site, which `npm run site` builds.
import { existsSync } from 'node:fs'

export const siteFolder = new URL('../../dist-site/', import.meta.url)

export const hasSite = existsSync(new URL('index.html', siteFolder))
