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

const { lstatSync, mkdirSync } = process.getBuiltinModule('node:fs')
const { tmpdir } = process.getBuiltinModule('node:os')
const { join } = process.getBuiltinModule('node:path')

// What Node compiled is kept for the next start, in a folder where workers find it
const folder = process.env.NODE_COMPILE_CACHE || ownFolder()
if (folder) {
  process.env.NODE_COMPILE_CACHE = folder
  process.getBuiltinModule('node:module').enableCompileCache()
}
void import('#main')

/** A folder below the one for temporary files. V8 runs what it finds there, so a folder that others can write to is not used. */
function ownFolder() {
  const uid = process.geteuid ? process.geteuid() : null
  const own = join(tmpdir(), `lectern-${uid === null ? 'compiled' : uid}`)
  try {
    mkdirSync(own, { mode: 0o700, recursive: true })
    const found = lstatSync(own)
    const isOwn = uid === null || (found.uid === uid && (found.mode & 0o077) === 0)
    return found.isDirectory() && isOwn ? own : null
  } catch {
    return null
  }
}
