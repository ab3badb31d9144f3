// The contract of content codings: which one is chosen, what its headers say, conditions and HEAD for each.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { onOneDatabase } from '../support/gateway.ts'
import { decoded, rawRequest } from '../support/raw.ts'

const posts = '/cms-json/cms/v2/posts'
const codings = ['br', 'zstd', 'gzip', 'identity'] as const

/** Why one database is enough. */
const same = 'finished answers are compressed, whatever they were read from'

onOneDatabase('content codings', same, (on) => {
  const ask = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET') =>
    rawRequest(on().gateway.url + path, headers, method)
  const asked = (coding: string, path = `${posts}?per_page=5`) => ask(path, { 'accept-encoding': coding })

  it('encodings/1 sends the same text in every coding, under a strong tag of its own', async () => {
    const answers = await Promise.all(codings.map((coding) => asked(coding)))
    const [plain] = answers.slice(-1)
    assert(plain)
    for (const [at, answer] of answers.entries()) {
      assert.equal(answer.status, 200)
      assert.equal(decoded(answer), plain.body.toString())
      assert.equal(answer.header('content-length'), String(answer.body.byteLength))
      assert.equal(answer.header('content-encoding') ?? 'identity', codings[at])
      assert.equal(answer.header('vary'), plain.header('vary'))
      assert.match(answer.header('vary') ?? '', /(?:^|, )Accept-Encoding(?:,|$)/)
      assert.match(answer.header('etag') ?? '', /^"[\w-]+"$/)
      assert.equal((await asked(codings[at] ?? '')).header('etag'), answer.header('etag'))
    }
    assert.equal(new Set(answers.map(({ header }) => header('etag'))).size, codings.length)
    assert.ok((answers[0]?.body.byteLength ?? 0) < plain.body.byteLength / 2)
  })

  it('encodings/2 compresses once for any number of equal requests at once, and reads once for all codings', async () => {
    const queries = () => on().gateway.observed.filter(({ kind }) => kind === 'query').length
    let offset = 0
    // What a table's time says of the second in which the rows were made drops what was kept meanwhile
    await eventually(async () => {
      offset += 2
      const first = queries()
      await asked('identity', `${posts}?offset=${offset}`)
      const before = queries()
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, at) =>
          asked(codings[at % codings.length] ?? '', `${posts}?offset=${offset + 1}`),
        ),
      )
      assert.equal(new Set(answers.map(decoded)).size, 1)
      assert.equal(queries() - before, before - first)
    })
  })

  it('encodings/3 chooses by the weights of Accept-Encoding', async () => {
    const chosen: Readonly<Record<string, string>> = {
      'gzip, deflate, br, zstd': 'br',
      'gzip, deflate': 'gzip',
      'br;q=0.5, gzip': 'gzip',
      'GZIP;Q=1': 'gzip',
      'x-gzip': 'gzip',
      '*': 'br',
      'br;q=0, *;q=0.1': 'zstd',
      'identity;q=0.5, gzip;q=0.4': 'identity',
      'gzip;q=0': 'identity',
      'gzip;q=1.5': 'identity',
      'identity;q=0': 'identity',
      '*;q=0': 'identity',
      'identity;q=0, gzip;q=0.1': 'gzip',
      'gzip;q=0.1, *;q=0': 'gzip',
      'gzip, identity;q=0.5, *;q=0': 'gzip',
      deflate: 'identity',
      '': 'identity',
    }
    for (const [header, coding] of Object.entries(chosen))
      assert.equal((await asked(header)).header('content-encoding') ?? 'identity', coding, header)
    assert.equal((await ask(`${posts}?per_page=5`)).header('content-encoding'), undefined)
  })

  it('encodings/4 answers 304 to every form of If-None-Match, to the tag of the coding that is asked for', async () => {
    const tags = new Map<string, string>()
    for (const coding of codings) tags.set(coding, (await asked(coding)).header('etag') ?? '')
    for (const coding of codings) {
      const tag = tags.get(coding) ?? ''
      const conditions = [tag, `W/${tag}`, `"other", ${tag}`, [...tags.values()].join(','), '*']
      for (const condition of conditions) {
        const answer = await ask(`${posts}?per_page=5`, {
          'accept-encoding': coding,
          'if-none-match': condition,
        })
        assert.deepEqual(
          [
            answer.status,
            answer.header('etag'),
            answer.header('content-encoding'),
            answer.header('content-length'),
            answer.body.byteLength,
          ],
          [304, tag, undefined, undefined, 0],
          `${coding} ${condition}`,
        )
        assert.match(answer.header('vary') ?? '', /Accept-Encoding/)
      }
      const other = [...tags.values()].filter((each) => each !== tag).join(', ')
      const whole = await ask(`${posts}?per_page=5`, { 'accept-encoding': coding, 'if-none-match': other })
      assert.equal(whole.status, 200, coding)
    }
  })

  it('encodings/5 answers HEAD as GET without its body', async () => {
    for (const coding of codings) {
      const path = `${posts}?per_page=6`
      const head = await ask(path, { 'accept-encoding': coding }, 'HEAD')
      const get = await asked(coding, path)
      for (const name of ['etag', 'content-length', 'content-encoding', 'content-type', 'vary'])
        assert.equal(head.header(name), get.header(name), name)
      assert.deepEqual([head.status, head.body.byteLength], [200, 0])
    }
  })

  it('encodings/6 compresses what GraphQL answers, too', async () => {
    const path = `/graphql?query=${encodeURIComponent('{ posts(first: 9) { edges { node { id title content } } } }')}`
    assert.equal((await asked('br', path)).header('content-encoding'), 'br')
  })

  it('encodings/7 compresses nothing small, nothing that failed and nothing that is one viewer’s', async () => {
    for (const path of [`${posts}?_fields=id&per_page=2`, `${posts}/999999`])
      assert.equal((await asked('br', path)).header('content-encoding'), undefined, path)
  })
})
