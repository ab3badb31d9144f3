// Noninterference: two databases that differ in what visitors may not see alone give the same answers to the same requests, whatever
// lists are searched, filtered and ordered by. Requests are drawn at random, by both databases' words.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { addHiddenRows } from '../support/hidden-rows.ts'
import { insertPosts } from '../support/plugins.ts'
import { randomFor } from '../support/random.ts'

const root = '/cms-json/cms/v2'
const navigation = 8710

/** All that visitors see of them elsewhere is their times, ids and numbers. */
const hidden = "post_status in ('draft', 'pending', 'future', 'private', 'trash', 'auto-draft')"
const below = `post_parent in (select ID from (select ID from wp_posts where ${hidden}) above)`
const isLocked = "post_password <> ''"
const changes = [
  `update wp_posts set post_title = 'changed', post_content = 'changed', post_excerpt = 'changed',
     post_name = 'changed' where (${hidden} and post_type <> 'page') or post_type = 'revision'`,
  `update wp_posts set post_content = 'changed', post_excerpt = 'changed' where ${isLocked}`,
  // The block of newest comments names who wrote on a locked post
  `update wp_comments set comment_content = 'changed' where comment_approved <> '1'
     or comment_post_ID in (select ID from wp_posts where ${hidden} or ${isLocked})`,
  // Galleries show files that they name, whatever these belong to
  `update wp_posts set post_title = 'changed', post_name = 'changed' where post_type = 'attachment' and ${below} and ID <> 8603`,
  "update wp_users set display_name = 'changed' where ID = 8702",
]

const words = [
  'zqprivate',
  'zqdraft',
  'zqlocked',
  'zqheld',
  'zqtrashed',
  'zqghost',
  'members only',
  'changed',
]
const slugs = ['zqprivatepost', 'zqprivatefile', 'zqdraftpost', 'private-minutes', 'zqghost', 'changed']
const bases = ['posts', 'pages', 'media', 'comments', 'users', 'search', 'categories', 'blocks', 'navigation']

for (const kind of testDatabases()) {
  describe(`what is hidden on ${kind.name}`, () => {
    let sides: readonly { readonly database: TestDatabase; readonly gateway: TestGateway }[] = []
    before(async () => {
      const made = async (statements: readonly string[]) => {
        const database = await kind.create()
        await addHiddenRows(database)
        await insertPosts(database, [
          { ID: navigation, post_type: 'wp_navigation', post_password: 'key', post_content: 'zqlockedlinks' },
        ])
        for (const statement of statements) await database.execute(statement)
        const gateway = await startTestGateway(database, { publicUrl: 'http://public.test', exports: 'on' })
        return { database, gateway }
      }
      sides = [await made([]), await made(changes)]
    })
    after(async () => {
      for (const { database, gateway } of sides) {
        await gateway.stop()
        await database.drop()
      }
    })
    const same = async (path: string) => {
      const [one, other] = await Promise.all(
        sides.map(async ({ gateway }) => {
          const { status, headers, text } = await gateway.get(path)
          return `${status} ${headers.get('x-cms-total')} ${text}`
        }),
      )
      assert(one !== undefined && other !== undefined)
      const nth = Array.from(one).findIndex((_, at) => one[at] !== other[at])
      const around = (text: string) => text.slice(Math.max(0, nth - 60), nth + 60)
      assert(one === other, `${path}: ${around(one)} became ${around(other)}`)
    }

    it('noninterference/1 changes no total of a search', async () => {
      for (const base of ['comments', 'media', 'posts', 'users'])
        for (const word of words) await same(`${root}/${base}?search=${encodeURIComponent(word)}`)
      await same(`${root}/media?slug=${slugs.join()}`)
    })

    it('noninterference/2 is in no stored text of an embed', async () => {
      await same(`${root}/navigation/${navigation}?context=embed`)
    })

    it('noninterference/3 changes no answer', async () => {
      const random = randomFor('noninterference')
      const argument = () =>
        random.picked([
          () => `search=${encodeURIComponent(random.picked(words))}`,
          () => `slug=${random.picked(slugs)}`,
          () => `orderby=${random.picked(['date', 'id', 'title', 'slug', 'relevance', 'name', 'modified'])}`,
          () => `order=${random.picked(['asc', 'desc'])}`,
          () =>
            `include=${random.picked(['209,8001,8301,8601,8101', '206,8002', '212,8008,8308', '1,8702'])}`,
          () => `parent=${random.picked(['209', '8001', '8008', '0'])}`,
          () => `author=${random.picked(['1', '8701', '8702'])}`,
          () => `per_page=${1 + random.below(30)}`,
          () => `offset=${random.below(9)}`,
          () => '_embed=1',
          () => 'cursor=',
          () => `context=${random.picked(['view', 'embed', 'edit'])}`,
          () => `status=${random.picked(['publish', 'private', 'draft', 'any', 'inherit', 'hold'])}`,
          () => '_fields=id,slug,title',
        ])()
      for (let nth = 0; nth < 60; nth += 1) {
        const args = Array.from({ length: 1 + random.below(3) }, argument).join('&')
        await same(`${root}/${random.picked(bases)}?${args}`)
      }
    })
  })
}
