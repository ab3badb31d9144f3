// Removes from dist/ the declarations that index.d.ts does not lead to: nobody can import them.
import { globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const dist = fileURLToPath(new URL('../../dist', import.meta.url))
const reached = new Set<string>()
const found = [join(dist, 'index.d.ts')]
for (let file = found.pop(); file !== undefined; file = found.pop()) {
  if (reached.has(file)) continue
  reached.add(file)
  for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g))
    found.push(resolve(dirname(file), path.replace(/(?:\.d)?\.[jt]s$/, '.d.ts')))
}
for (const name of globSync('**/*.d.ts', { cwd: dist }))
  if (!reached.has(join(dist, name))) rmSync(join(dist, name))
