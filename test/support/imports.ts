// Finds the files of the project that a file uses: those that it imports, and those that it names as a path in quotes (programs
// that a test starts, tables that it loads), and what these use in turn.
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
const quoted = /['"`]([\w./-]+\.(?:ts|tsx|mjs|json|sql|graphql|vcl|conf))['"`]/g
const known = new Map<string, readonly string[]>()
const wholly = new Map<string, ReadonlySet<string>>()

/** With the file itself; paths are relative to the project. */
export function usedBy(file: string): ReadonlySet<string> {
  const before = wholly.get(file)
  if (before !== undefined) return before
  const found = new Set([file])
  for (const each of found) for (const used of namedIn(each)) found.add(used)
  wholly.set(file, found)
  return found
}

function namedIn(file: string): readonly string[] {
  const before = known.get(file)
  if (before !== undefined) return before
  const text = file.endsWith('.ts') ? readFileSync(join(root, file), 'utf8') : ''
  const named = [...text.matchAll(quoted)].flatMap(([, path = '']) =>
    [join(dirname(file), path), path]
      .map((each) => relative(root, join(root, each)))
      .filter((each) => !each.startsWith('..') && existsSync(join(root, each)))
      .slice(0, 1),
  )
  known.set(file, named)
  return named
}
