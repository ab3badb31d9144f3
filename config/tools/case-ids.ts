// Gives every case of the contract (test/spec) that has none an id of its own, which it keeps: the name of its file and the next
// number there. test/tidy.test.ts holds that each has one.
//   node config/tools/case-ids.ts
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

for (const file of globSync('test/spec/*.test.ts', { cwd: root })) {
  const text = readFileSync(root + file, 'utf8')
  const stem = basename(file, '.test.ts')
  const ids = [...text.matchAll(new RegExp(`\\bit\\(\\s*['"\`]${stem}/(\\d+) `, 'g'))].map(([, id]) =>
    Number(id),
  )
  let last = Math.max(0, ...ids)
  const named = text.replace(
    new RegExp(`(\\bit\\(\\s*['"\`])(?!${stem}/\\d+ )`, 'g'),
    (_, start: string) => `${start}${stem}/${(last += 1)} `,
  )
  if (named !== text) writeFileSync(root + file, named)
}
