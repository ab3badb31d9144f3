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

// What Node compiled is kept for the next start, in a folder of the user's below the one for temporary files
process.getBuiltinModule('node:module').enableCompileCache()
void import('#main')
