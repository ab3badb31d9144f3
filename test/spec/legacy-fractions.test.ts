// Legacy tables whose dates have fractions of a second, or no time of day, over HTTP: answers show seconds, and cursors tell the rows
// of a second apart.
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

    it('legacy-fractions/2 are midnight where only days are stored', async () => {
      const database = await kind.create({ seed: 'empty' })
      const day = 'date null'
      await createArticles(database, { written: day, changed: day, changed_utc: day })
      await database.execute(
        `create table remarks (nr integer not null primary key, article_nr integer not null, made date not null,
           body varchar(20) not null, state varchar(20) not null)`,
      )
      await database.execute(
        'create table people (nr integer not null primary key, name varchar(20) not null, since date not null)',
      )
      const own = { headline: 'A', state: 'publish', kind: 'post', name: 'a' }
      const days = { written: '2024-07-05', changed: '2024-07-06', changed_utc: null }
      await insertRows(database, 'articles', [{ nr: 1, ...own, ...days }])
      await insertRows(database, 'remarks', [
        { nr: 1, article_nr: 1, made: '2024-07-05', body: 'x', state: '1' },
      ])
      await insertRows(database, 'people', [{ nr: 1, name: 'Ada', since: '2024-07-05' }])
      const comments = {
        table: 'remarks',
        columns: { id: 'nr', post_id: 'article_nr', created_at: 'made', content: 'body', status: 'state' },
      }
      const users = { table: 'people', columns: { id: 'nr', registered_at: 'since' } }
      const gateway = await startTestGateway(database, {
        layout: {
          extends: 'plain',
          tables: { ...layout.tables, comments, users },
          options: { timezone_string: 'Europe/Berlin' },
        },
      })
      const dates = await gateway.get(`${v2}/posts/1?_fields=date,date_gmt,modified,modified_gmt`)
      assert.deepEqual(dates.json, {
        date: '2024-07-05T00:00:00',
        date_gmt: '2024-07-04T22:00:00',
        modified: '2024-07-06T00:00:00',
        modified_gmt: '2024-07-05T22:00:00',
      })
      const comment = await gateway.get(`${v2}/comments/1?_fields=date,date_gmt`)
      assert.deepEqual(comment.json, { date: '2024-07-05T00:00:00', date_gmt: '2024-07-04T22:00:00' })
      const { json } = await gateway.graphql(
        '{ post(id: 1) { createdAt modifiedAt comments { edges { node { createdAt } } } } }',
      )
      assert.deepEqual(at(json, 'data', 'post'), {
        createdAt: '2024-07-04T22:00:00Z',
        modifiedAt: '2024-07-05T22:00:00Z',
        comments: { edges: [{ node: { createdAt: '2024-07-04T22:00:00Z' } }] },
      })
      await gateway.stop()
      await database.drop()
    })
  })
}
