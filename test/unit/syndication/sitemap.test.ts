// Sitemaps over lists that are closed, and of those that cannot be read.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isFailure } from '../../../src/core/failure.ts'
import { jsonReply, type Reply } from '../../../src/core/reply.ts'
import { fixedOperation } from '../../../src/registry/fixed-operation.ts'
import { sitemapIndex, sitemapPage, type Sitemaps } from '../../../src/syndication/sitemap.ts'

const from = { client: { address: '192.0.2.1', isSecure: false, isLocal: false } }

/** Lists that answer with these statuses, the pages of a list in turn. */
function lists(statuses: Readonly<Record<string, readonly number[]>>): Sitemaps {
  const asked = new Map<string, number>()
  const answer = (path: string): Reply => {
    const nth = asked.get(path) ?? 0
    asked.set(path, nth + 1)
    const status = statuses[path]?.[nth] ?? 400
    const items = Array.from({ length: 100 }, (_, at) => ({
      link: `https://site.test/${nth}/${at}`,
      modified_gmt: '',
    }))
    return jsonReply(status, status === 200 ? items : {}, {
      store: status === 200 ? 'shared' : 'never',
      headers: [['X-CMS-Total', '100']],
      tags: new Set(['list:posts:post']),
    })
  }
  return {
    lists: () => Object.keys(statuses),
    url: 'https://site.test/sitemap',
    totalHeader: 'X-CMS-Total',
    ask: (path) =>
      fixedOperation({
        servedBy: 'gateway',
        path,
        cacheKey: null,
        answer: () => answer(path),
        refuse: () => jsonReply(500, {}),
      }),
  }
}

const request = {
  ...from,
  method: 'GET',
  path: '/',
  query: '',
  args: () => new Map(),
  header: () => undefined,
  body: async () => new Uint8Array(),
}

it('an index leaves out lists that are closed, and is refused where one cannot be read', async () => {
  const open = await sitemapIndex(lists({ '/cms/v2/posts': [200], '/cms/v2/pages': [401] }), request)
  assert.deepEqual([open.status, open.store], [200, 'shared'])
  assert.match(new TextDecoder().decode(open.body), /posts-1\.xml/)
  for (const status of [429, 500, 503]) {
    const away = await sitemapIndex(lists({ '/cms/v2/posts': [200], '/cms/v2/pages': [status] }), request)
    assert.deepEqual([away.status, away.store], [status, 'never'])
  }
  const none = await sitemapIndex(lists({ '/cms/v2/posts': [403] }), request)
  assert.deepEqual([none.status, none.store], [200, 'never'])
})

it('a page ends with its list, and is refused where a part of it cannot be read', async () => {
  const page = async (statuses: readonly number[]) => {
    const reply = await sitemapPage(lists({ '/cms/v2/posts': statuses }), { base: 'posts', page: 1 }, request)
    assert(!isFailure(reply))
    return [reply.status, reply.store]
  }
  assert.deepEqual(await page([200, 200, 400]), [200, 'shared'])
  assert.deepEqual(await page([200, 503]), [503, 'never'])
  assert.deepEqual(await page([503]), [503, 'never'])
})
