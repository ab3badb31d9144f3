// Rows that page after page asks for, users and terms, are read once and kept until they change.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { at, onEveryDatabase, startTestGateway } from '../support/gateway.ts'

const v2 = '/cms-json/cms/v2'

onEveryDatabase('rows that lists share', (on) => {
  const ranFor = async (path: string) => {
    const { gateway } = on()
    const before = gateway.observed.length
    const { status } = await gateway.get(v2 + path)
    assert.equal(status, 200, path)
    return gateway.observed.slice(before).flatMap((each) => (each.kind === 'query' ? [each.plan] : []))
  }

  it('shared-rows/1 are read by the first page that shows them, and by no other', async () => {
    // A first look at the database may forget what was kept before it
    let times = 0
    await eventually(async () => {
      times += 1
      await ranFor(`/comments?include=2,10&_=${times}`)
      assert(!(await ranFor(`/comments?include=2&_=${times}`)).includes('users.list'))
    })
    assert(!(await ranFor('/comments?include=10')).includes('users.list'))
  })

  it('shared-rows/2 are read anew when they change', async (test) => {
    const { database } = on()
    const gateway = await startTestGateway(database, { feed: 'auto' })
    test.after(gateway.stop)
    const avatar = async () =>
      at((await gateway.get(`${v2}/comments/2?_fields=author_avatar_urls`)).json, 'author_avatar_urls', '24')
    const before = await avatar()
    assert.match(String(before), /^https:/)
    await database.execute(`update wp_users set user_email = 'another@example.test' where ID = 3`)
    await eventually(async () => assert.notEqual(await avatar(), before))
  })

  it('shared-rows/3 make statements that do not grow with the page', async () => {
    const many = await ranFor('/posts?per_page=100&_embed')
    assert(many.length <= 24, `${many.length} statements: ${many.join(' ')}`)
  })
})
