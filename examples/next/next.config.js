import { fileURLToPath } from 'node:url'

export default {
  cacheComponents: true,
  // The receiver is imported from this repository; a copy of it needs no root
  turbopack: { root: fileURLToPath(new URL('../..', import.meta.url)) },
}
