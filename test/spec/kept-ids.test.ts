// Ids that a server takes for the same: rows, those that name them, and clients may spell them otherwise, or have none.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { startTestGateway } from '../support/gateway.ts'
import { magazineSite } from '../support/legacy-magazine.ts'
import { feedOf, requestsOf } from '../support/racing.ts'

const base = '/cms-json/cms/v2'
const servers = testDatabases().filter(({ flavour }) => flavour !== 'sqlite')

for (const kind of servers) {
  describe(`ids on ${kind.name}`, () => {
    it('kept-ids/1 are the same in capital letters for what is kept', async () => {
      const database = await kind.create({ seed: 'empty' })
      for (const statement of magazineSite.statements) await database.execute(statement)
      const { layout, alpha, comment } = magazineSite
      const [id, reply] = ['cc000000-0000-4000-8000-00000000000c', 'fc000000-0000-4000-8000-0000000000f2']
      // A story that came later would drop whoever wrote it, and comments
      await database.execute(
        `insert into stories values ('${id}', 'Zeta', '', 'zeta', 'live', '2024-02-04 10:00:00', '${id}', null)`,
      )
      const gateway = await startTestGateway({ url: database.adminUrl }, { feed: 'binlog', layout })
      await eventually(async () => assert.equal(feedOf(gateway), 'binlog'))
      const capitals = (text: string | number) => String(text).toUpperCase()
      const paths = [
        `${base}/users?include=${capitals(id)}`,
        `${base}/comments?parent=${capitals(comment)}`,
        `${base}/comments?post=${capitals(alpha)}`,
      ]
      for (const path of paths)
        await eventually(async () => {
          assert.doesNotMatch((await gateway.get(path)).text, new RegExp(`${id}|${reply}`), path)
          assert.equal(requestsOf(gateway).at(-1), 'hit', path)
        })
      await database.execute(`insert into writers values ('${id}', 'Cy', 'cy')`)
      await database.execute(
        `insert into replies values ('${reply}', '${alpha}', '2024-02-04 10:00:00', 'Indeed.', null, '${comment}')`,
      )
      for (const path of paths)
        await eventually(async () =>
          assert.match((await gateway.get(path)).text, new RegExp(`"id":"(?:${id}|${reply})"`), path),
        )
      await gateway.stop()
      await database.drop()
    })

    it('kept-ids/2 that are NULL are counted with those that are 0', async () => {
      const database = await kind.create()
      await database.execute('alter table wp_comments modify comment_post_ID bigint unsigned null')
      const gateway = await startTestGateway({ url: database.adminUrl }, { feed: 'binlog' })
      await eventually(async () => assert.equal(feedOf(gateway), 'binlog'))
      const total = async () => {
        const { status, headers } = await gateway.get(
          `${base}/comments?post=0&per_page=1&_fields=id`,
          asUser('admin'),
        )
        assert.equal(status, 200)
        return Number(headers.get('x-cms-total'))
      }
      await database.execute(
        'update wp_comments set comment_post_ID = 0, comment_approved = 1 where comment_ID in (1, 2)',
      )
      await eventually(async () => assert.equal(await total(), 2))
      const before = await total()
      await database.execute(
        'update wp_comments set comment_post_ID = null, comment_approved = 1 where comment_ID in (3, 4)',
      )
      await eventually(async () => assert.equal(await total(), before + 2))
      await database.execute('update wp_comments set comment_post_ID = 201 where comment_ID = 3')
      await eventually(async () => assert.equal(await total(), before + 1))
      await gateway.stop()
      await database.drop()
    })
  })
}
