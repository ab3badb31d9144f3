// Files below what is no content of a page: a revision, what is thrown away, gone, or below itself. They are for those who may edit
// them, in every interface, and what is kept of them follows what is above them.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { eventually } from '../support/eventually.ts'
import { onFollowedDatabases } from '../support/followed.ts'
import { at, list } from '../support/gateway.ts'
import { insertPosts } from '../support/rows.ts'

const file = { post_type: 'attachment', post_status: 'inherit', post_mime_type: 'image/png' }
const revision = { post_type: 'revision', post_status: 'inherit' }
/** Ids of files by what is above them; the last two are above each other. */
const files = {
  page: 9720,
  revision: 9721,
  revisionOfDraft: 9722,
  trash: 9723,
  gone: 9724,
  itself: 9725,
  one: 9726,
  other: 9727,
}
const parents = [9600, 9601, 9603, 9604, 9699, 9725, 9727, 9726]
const ids = Object.values(files)

onFollowedDatabases('files with odd parents', ({ on }) => {
  before(() =>
    insertPosts(on().database, [
      { ID: 9600 },
      { ID: 9601, post_parent: 9600, ...revision },
      { ID: 9602, post_status: 'draft' },
      { ID: 9603, post_parent: 9602, ...revision },
      { ID: 9604, post_status: 'trash' },
      ...ids.map((ID, nth) => ({ ID, post_parent: parents[nth] ?? 0, ...file })),
    ]),
  )

  /** The ids that are shown, which are the same in every interface. */
  const shown = async (headers: Readonly<Record<string, string>> = {}): Promise<readonly number[]> => {
    const { gateway } = on()
    const v2 = '/cms-json/cms/v2/media'
    const { json } = await gateway.get(`${v2}?include=${ids.join()}&orderby=id&order=asc&_fields=id`, headers)
    const listed = list(json).map((each) => Number(at(each, 'id')))
    const items = await Promise.all(ids.map((id) => gateway.get(`${v2}/${id}?_fields=id`, headers)))
    const alone = ids.filter((_, nth) => items[nth]?.status === 200)
    assert.deepEqual(alone, listed)
    const query = `{ ${ids.map((id) => `f${id}: node(id: "${id}") { id }`).join(' ')} }`
    const graph = await gateway.send('POST', '/graphql', {
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ query }),
    })
    const nodes = ids.filter((id) => at(graph.json, 'data', `f${id}`) !== null)
    assert.deepEqual(nodes, listed)
    return listed
  }
  const becomes = async (statement: string, wanted: readonly number[]) => {
    await on().database.execute(statement)
    await eventually(async () => assert.deepEqual(await shown(), wanted))
  }

  it('odd-parents/1 are for those who may edit them', async () => {
    assert.deepEqual(await shown(), [files.page, files.gone])
    assert.deepEqual(await shown(asUser('edith')), ids)
  })

  it('odd-parents/2 are shown, and no longer, as what is above them changes', async () => {
    const { page, gone, revision: below, trash, one } = files
    await becomes('update wp_posts set post_parent = 0 where ID = 9726', [page, gone, one])
    await becomes(`update wp_posts set post_status = 'publish' where ID = 9604`, [page, trash, gone, one])
    await becomes(`update wp_posts set post_type = 'post', post_status = 'publish' where ID = 9601`, [
      page,
      below,
      trash,
      gone,
      one,
    ])
    await becomes(`update wp_posts set post_type = 'revision' where ID = 9601`, [page, trash, gone, one])
    await becomes('delete from wp_posts where ID = 9601', [page, below, trash, gone, one])
    await insertPosts(on().database, [{ ID: 9699, post_status: 'draft' }])
    await becomes(`update wp_posts set post_status = 'trash' where ID = 9604`, [page, below, one])
  })
})
