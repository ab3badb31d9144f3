// Legacy tables whose dates have fractions of a second over HTTP: no answer shows them, and cursors tell the rows of a second apart.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { at, list, startTestGateway } from '../support/gateway.ts'
import { articlesWith, createArticles } from '../support/legacy.ts'
import { insertRows } from '../support/rows.ts'

const v2 = '/cms-json/cms/v2'

const layout = {
  tables: { posts: articlesWith({ modified_at: 'changed', modified_at_utc: 'changed_utc' }) },
}

for (const kind of testDatabases()) {
  describe(`dates with fractions of a second on ${kind.name}`, () => {
    it('legacy-fractions/1 are shown to the second, and in their order', async () => {
      const database = await kind.create({ seed: 'empty' })
      const exact = 'datetime(6) not null'
      await createArticles(database, { written: exact, changed: exact, changed_utc: exact })
      const times = ['2024-02-05 10:00:00.750000', '2024-02-05 10:00:00.250000', '2024-02-05 10:00:00.500000']
      await insertRows(
        database,
        'articles',
        times.map((time, index) => ({
          nr: index + 1,
          headline: 'A',
          state: 'publish',
          kind: 'post',
          name: 'a',
          written: time,
          changed: time,
          changed_utc: time,
        })),
      )
      const gateway = await startTestGateway(database, { layout, cacheBytesMax: 0 })
      const dates = await gateway.get(`${v2}/posts/1?_fields=date,date_gmt,modified,modified_gmt`)
      const shown = '2024-02-05T10:00:00'
      assert.deepEqual(dates.json, { date: shown, date_gmt: shown, modified: shown, modified_gmt: shown })
      const asked = await gateway.graphql('{ posts(first: 1) { edges { node { createdAt modifiedAt } } } }')
      assert.deepEqual(at(list(at(asked.json, 'data', 'posts', 'edges'))[0], 'node'), {
        createdAt: `${shown}Z`,
        modifiedAt: `${shown}Z`,
      })
      const met: unknown[] = []
      let path: string | undefined = `${v2}/posts?cursor=&per_page=1&order=asc`
      while (path !== undefined && met.length < 5) {
        const page = await gateway.get(path)
        met.push(...list(page.json).map((each) => at(each, 'id')))
        path = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1]?.slice(gateway.url.length)
      }
      assert.deepEqual(met, [2, 3, 1])
      await gateway.stop()
      await database.drop()
    })
  })
}
