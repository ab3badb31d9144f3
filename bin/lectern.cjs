#!/usr/bin/env node
// The command `lectern`. It is CommonJS without imports, so that Node versions that cannot read the rest of the program run
// this file far enough to name the version that is needed. `#main` is src/ in the repository and dist/ in the package.
'use strict'

const version = process.versions.node
const [major, minor] = version.split('.').map(Number)

if (major < 24 || (major === 24 && minor < 12)) {
  console.error(`Lectern needs Node 24.12 or later; this is ${version}.`)
  process.exit(1)
}

void import('#main')
