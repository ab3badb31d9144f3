// Requests for much text: each text is rendered once, is charged by its length, and leaves time for other requests.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { countedTexts, whileCounting } from '../support/counted-texts.ts'
import { at, list, onOneDatabase, type Answer } from '../support/gateway.ts'
import { insertPosts } from '../support/rows.ts'

const why = 'what takes long begins where the rows have been read'

const posts = 40
const quickPages = 10
const repeat = (times: number, write: (nth: number) => string) =>
  Array.from({ length: times }, (_, nth) => write(nth)).join(' ')

onOneDatabase(
  'long work',
  why,
  (on) => {
    before(async () => {
      const many = Array.from({ length: posts }, (_, nth) => ({
        ID: 5000 + nth,
        post_name: `work-${nth}`,
        post_title: 'Work',
        // Longer than a turn
        post_content: '<p>[counted ms="15"]</p>',
        post_date: `2030-01-01 10:00:${10 + nth}`,
        post_date_gmt: `2030-01-01 10:00:${10 + nth}`,
      }))
      const old = { post_date: '2000-01-01 10:00:00', post_date_gmt: '2000-01-01 10:00:00' }
      const others = [
        { ID: 6000, post_name: 'once', post_content: '<p>[counted]</p>', ...old },
        { ID: 6001, post_name: 'long', post_content: `<p>${'word '.repeat(20_000)}</p>`, ...old },
        {
          ID: 6003,
          post_name: 'locked',
          post_content: `<p>${'word '.repeat(20_000)}</p>`,
          ...old,
          post_password: 'x',
        },
        { ID: 6002, post_name: 'short', post_content: '<p>word</p>', ...old },
      ]
      const quick = Array.from({ length: quickPages }, (_, nth) => ({
        ID: 7000 + nth,
        post_type: 'page',
        post_name: `quick-${nth}`,
        post_content: '<p>[counted]</p>',
        post_date: `2030-01-01 10:00:${10 + nth}`,
        post_date_gmt: `2030-01-01 10:00:${10 + nth}`,
      }))
      await insertPosts(on().database, many)
      await insertPosts(on().database, quick)
      await insertPosts(on().database, others)
    })

    /** The ids of the posts whose text is rendered meanwhile. */
    async function renderedBy(ask: () => Promise<Answer>): Promise<readonly unknown[]> {
      const ids: string[] = []
      const answer = await whileCounting((id) => void ids.push(id), ask)
      assert.equal(answer.status, 200, answer.text)
      assert.equal(at(answer.json, 'errors'), undefined, answer.text)
      return ids
    }

    const once: Readonly<Record<string, () => Promise<Answer>>> = {
      'a field under many names': () =>
        on().gateway.graphql(`{ post(id: "6000") { ${repeat(8, (nth) => `c${nth}: content`)} } }`),
      'a post under many names': () =>
        on().gateway.graphql(`{ ${repeat(8, (nth) => `p${nth}: post(id: "6000") { content }`)} }`),
      'a post by many ways': () =>
        on().gateway.graphql(
          '{ post(id: "6000") { content } node(id: "6000") { ... on Post { content } } postBySlug: post(slug: "once") { content } }',
        ),
      'an item of REST': () => on().gateway.get('/cms-json/cms/v2/posts/6000?_embed'),
    }
    for (const [what, ask] of Object.entries(once))
      it(`long-work/1 renders the text of ${what} once`, async () => {
        assert.deepEqual(await renderedBy(ask), ['6000'])
      })

    it('long-work/2 renders the text of each post once, whatever lists it is in', async () => {
      const lists = repeat(3, (nth) => `l${nth}: posts(first: 2) { edges { node { content } } }`)
      const ids = await renderedBy(() => on().gateway.graphql(`{ ${lists} }`))
      assert.deepEqual(ids, [String(5000 + posts - 1), String(5000 + posts - 2)])
    })

    const long: Readonly<Record<string, () => Promise<Answer>>> = {
      'a list of REST': () => on().gateway.get(`/cms-json/cms/v2/posts?per_page=${posts}`),
      'an embedded list of REST': () =>
        on().gateway.get(`/cms-json/cms/v2/posts?per_page=${posts}&_embed&_fields=content,_links`),
      'a list of GraphQL': () =>
        on().gateway.graphql(`{ posts(first: ${posts}) { edges { node { content } } } }`),
      'fields of GraphQL': () =>
        on().gateway.graphql(
          `{ ${repeat(4, (nth) => `p${nth}: posts(first: ${posts}) { edges { node { id c${nth}: content } } }`)} }`,
        ),
    }
    for (const [what, ask] of Object.entries(long))
      it(`long-work/3 answers other requests while ${what} is made`, async () => {
        let texts = 0
        const other = Promise.withResolvers<number>()
        const note = () => {
          texts += 1
          if (texts > 1) return
          fetch(`${on().gateway.adminUrl}/live`).then(() => other.resolve(texts), other.reject)
        }
        const answer = await whileCounting(note, ask)
        assert.equal(answer.status, 200, answer.text)
        assert.equal(texts, posts)
        const rendering = await other.promise
        assert(rendering < posts, `${rendering} texts were rendered before the other request was answered`)
      })

    it('long-work/6 answers other requests after each text, however many requests have long ones', async () => {
      let round = 0
      let immediate = setImmediate(function next() {
        round += 1
        immediate = setImmediate(next)
      })
      const rounds: number[] = []
      // Each selection has items of its own
      const ask = () =>
        Promise.all(
          ['date', 'slug', 'type', 'link'].map((field) =>
            on().gateway.get(`/cms-json/cms/v2/posts?per_page=10&_fields=content,${field}`),
          ),
        )
      const answers = await whileCounting(() => void rounds.push(round), ask)
      clearImmediate(immediate)
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200],
      )
      assert.equal(rounds.length, 40)
      assert.equal(new Set(rounds).size, 40, `texts by the rounds of the event loop: ${rounds.join(' ')}`)
    })

    it('long-work/7 makes many short texts of a request together, while others have long ones', async () => {
      const ids: string[] = []
      const quick = Promise.withResolvers<Answer>()
      const note = (id: string) => {
        if (ids.push(id) === 1)
          on()
            .gateway.get(`/cms-json/cms/v2/pages?per_page=${quickPages}&_fields=content`)
            .then(quick.resolve, quick.reject)
      }
      const ask = () =>
        Promise.all([
          ...['date', 'slug', 'type', 'link'].map((field) =>
            on().gateway.get(`/cms-json/cms/v2/posts?per_page=20&_fields=content,${field},id`),
          ),
          quick.promise,
        ])
      const answers = await whileCounting(note, ask)
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200, 200, 200],
      )
      const isQuick = ids.map((id) => Number(id) >= 7000)
      assert.equal(isQuick.filter(Boolean).length, quickPages)
      const meanwhile = isQuick.slice(isQuick.indexOf(true), isQuick.lastIndexOf(true))
      const others = meanwhile.filter((each) => !each).length
      assert(others < quickPages, `${others} long texts were rendered between the short ones`)
    })

    it('long-work/4 charges texts by their length', async () => {
      const ask = (slug: string, fields: string) =>
        on().gateway.graphql(`{ post(slug: "${slug}") { ${fields} } }`)
      const cost = ({ json }: Answer) => at(json, 'extensions', 'cost', 'requested')
      const short = await ask('short', 'content')
      const whole = await ask('long', 'content')
      const text = String(at(whole.json, 'data', 'post', 'content'))
      assert.deepEqual([cost(short), cost(whole)], [11, 1 + Math.ceil(text.length / 400)])
      assert.equal(cost(await ask('locked', 'content excerpt')), 21)
      // An excerpt is short, and made of the whole text
      const excerpt = await ask('long', 'excerpt')
      assert(String(at(excerpt.json, 'data', 'post', 'excerpt')).length < 400)
      assert(Number(cost(excerpt)) > 250)
    })

    it('long-work/5 refuses a document whose texts are longer than its cost allows', async () => {
      const document = `{ ${repeat(9, (nth) => `p${nth}: post(slug: "long") { content title }`)} }`
      const send = (accept: string) =>
        on().gateway.send('POST', '/graphql', {
          headers: { 'content-type': 'application/json', accept },
          body: JSON.stringify({ query: document }),
        })
      for (const [accept, status] of [
        ['application/json', 200],
        ['application/graphql-response+json', 400],
      ] as const) {
        const refused = await send(accept)
        assert.equal(refused.status, status, refused.text)
        assert.equal(refused.headers.get('content-type'), `${accept}; charset=utf-8`)
        assert.equal(at(refused.json, 'data'), undefined)
        const errors = list(at(refused.json, 'errors'))
        assert.equal(errors.length, 1)
        assert.equal(at(errors, 0, 'extensions', 'code'), 'COST_TOO_HIGH')
        assert.match(String(at(errors, 0, 'message')), /costs at least \d+, but the limit is 2000\./)
        assert.equal(at(errors, 0, 'extensions', 'cost', 'left'), 0)
      }
    })
  },
  { extensions: [countedTexts()], adminPort: 0, graphqlCostMax: 2000 },
)
