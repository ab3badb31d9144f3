#!/usr/bin/env node
// The command `lectern`. It is CommonJS without imports, so that Node versions that cannot read the rest of the program run
// this file far enough to name the version that is needed. `#main` is dist/ in the package; in a clone it is made
// first by the scripts of package.json, or is src/.
'use strict'

const version = process.versions.node
const [major, minor] = version.split('.').map(Number)

if (major < 24 || (major === 24 && minor < 12)) {
  console.error(`Lectern needs Node 24.12 or later; this is ${version}.`)
  process.exit(1)
}

// What Node compiled is kept for the next start, in a folder of the user's below the one for temporary files, where workers find it
const temporary = process.getBuiltinModule('node:os').tmpdir()
if (!process.env.NODE_COMPILE_CACHE)
  process.env.NODE_COMPILE_CACHE = process.getBuiltinModule('node:path').join(temporary, 'node-compile-cache')
process.getBuiltinModule('node:module').enableCompileCache()
void import('#main')
