// The example of docs/legacy.md, run from its own text: its tables, its config file, its answers.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ConfigFile } from '../../src/settings/config.ts'
import { testDatabases } from '../support/databases.ts'
import { at, startTestGateway } from '../support/gateway.ts'

const page = readFileSync(fileURLToPath(new URL('../../docs/legacy.md', import.meta.url)), 'utf8')

/** The blocks of a language in the example, in turn. */
function blocks(language: string): readonly string[] {
  const example = page.split('\n## ').find((part) => part.startsWith('An example')) ?? ''
  return [...example.matchAll(new RegExp('```' + language + '\\n(.*?)```', 'gs'))].map(
    ([, text = '']) => text,
  )
}

async function configOf(text: string): Promise<ConfigFile> {
  const module = text.replace(/^import .*$/m, 'const defineConfig = (config) => config')
  const { default: made }: { readonly default: ConfigFile } = await import(
    `data:text/javascript,${encodeURIComponent(module)}`
  )
  return made
}

for (const kind of testDatabases()) {
  describe(`the example of a legacy database on ${kind.name}`, () => {
    it('legacy-example/1 is served as it says', async (test) => {
      const database = await kind.create({ seed: 'empty' })
      test.after(() => database.drop())
      const [tables = ''] = blocks('sql')
      for (const statement of tables.split(/;\n/).filter((each) => each.trim() !== ''))
        await database.execute(statement)
      const [config = ''] = blocks('ts')
      const { layout } = await configOf(config)
      assert(layout !== undefined)
      const gateway = await startTestGateway(database, { layout })
      test.after(gateway.stop)
      const [path = ''] = /\/cms-json\/[^`]+/.exec(page) ?? []
      const [listed = '', data = ''] = blocks('json')
      assert.deepEqual((await gateway.get(path)).json, JSON.parse(listed))
      const [query = ''] = blocks('graphql')
      const answer = await gateway.graphql(query)
      assert.deepEqual(at(answer.json, 'data'), JSON.parse(data), answer.text)
    })
  })
}
