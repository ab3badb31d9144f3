// Text: the databases agree on what it matches and how it is ordered; UTF-8 in columns that say latin1; dates that were
// never set; values that cannot be read.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { testDatabases } from '../support/databases.ts'
import { at, list, startTestGateway } from '../support/gateway.ts'

const titles = [
  'apple',
  'Äpfel',
  'Apple pie',
  'APPLE',
  'zebra',
  'Zürich',
  'étude',
  'Etude',
  '10 things',
  '9 lives',
  '_hidden',
  '-dash',
  '"quoted"',
  "'single'",
  '(round)',
  '[square]',
  '{curly}',
  '#hash',
  '@at',
  '$dollar',
  '%percent',
  '~tilde',
  '^caret',
  '+plus',
  '=equals',
  '<less>',
  '|bar|',
  '*star*',
  '/slash',
  '\\backslash',
  '&and',
  '!bang',
  '?what',
  '; semicolon',
  ': colon',
  ', comma',
  '. dot',
  'naïve',
  'naive',
  'Straße',
  'œuvre',
  'ﬁne',
  'Ångström',
  '100%',
  'a_b',
  'axb',
  '`tick`',
  'øre',
  'Ore',
  'Łódź',
  'lodz',
  'strasse',
  'oeuvre',
  'trailing ',
  'trailing',
]

describe('text', () => {
  it('is ordered and matched alike by every database', async () => {
    const answers = new Map<string, unknown>()
    for (const kind of testDatabases()) {
      const database = await kind.create({ seed: 'empty' })
      const quoted = (text: string) =>
        `'${text.replaceAll("'", "''").replaceAll('\\', kind.flavour === 'sqlite' ? '\\' : '\\\\')}'`
      const rows = titles.map(
        (title, nth) =>
          `(${nth + 1}, ${quoted(title)}, 'publish', 'post', '2024-01-01 00:00:00', '', '', '', '', '')`,
      )
      await database.execute(
        `insert into wp_posts (ID, post_title, post_status, post_type, post_date, post_content, post_excerpt, to_ping, pinged, post_content_filtered) values ${rows.join(', ')}`,
      )
      const gateway = await startTestGateway(database)
      const titlesOf = async (query: string) => {
        const { json } = await gateway.get(`/cms-json/cms/v2/posts?per_page=100&_fields=title&${query}`)
        return list(json).map((item) => at(item, 'title', 'rendered'))
      }
      const searches = [
        'apple',
        'APFEL',
        'etude',
        'naive',
        'NAÏVE',
        '%',
        '_',
        'a_b',
        'zurich',
        '100%',
        '\\',
        'angstrom',
      ]
      // One after the other: more scans at once than may wait are refused
      const found: unknown[] = []
      for (const search of searches)
        found.push(await titlesOf(`orderby=id&search=${encodeURIComponent(search)}`))
      answers.set(kind.name, {
        ordered: await titlesOf('orderby=title&order=asc'),
        found: Object.fromEntries(searches.map((search, nth) => [search, found[nth]])),
      })
      await gateway.stop()
      await database.drop()
    }
    const [expected] = [...answers.values()].slice(-1)
    for (const [name, answer] of answers) assert.deepEqual(answer, expected, name)
  })

  for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite')) {
    it(`is read rightly from columns of ${kind.name} that say latin1`, async () => {
      const database = await kind.create({ charset: 'latin1' })
      const title = async (settings: Parameters<typeof startTestGateway>[1]) => {
        const gateway = await startTestGateway(database, settings)
        const one = at(
          (await gateway.get('/cms-json/cms/v2/posts/237?_fields=title')).json,
          'title',
          'rendered',
        )
        const found = list(
          (await gateway.get(`/cms-json/cms/v2/posts?_fields=id&search=${encodeURIComponent('ünïcode')}`))
            .json,
        )
        await gateway.stop()
        return [one, found.length]
      }
      assert.deepEqual(await title({ databaseCharset: 'latin1' }), ['Slug with ünïcode', 1])
      assert.notDeepEqual(await title({}), ['Slug with ünïcode', 1])
      await database.drop()
    })
  }
})

for (const kind of testDatabases()) {
  describe(`broken rows on ${kind.name}`, () => {
    it('cost their field, not the answer', async () => {
      const database = await kind.create()
      await database.execute(
        `update wp_posts set post_date_gmt = '0000-00-00 00:00:00', post_modified = '0000-00-00 00:00:00', post_modified_gmt = '0000-00-00 00:00:00' where ID = 201`,
      )
      await database.execute(
        `update wp_options set option_value = 'a:1:{i:0;O:8:"stdClass":0:{}}' where option_name = 'sticky_posts'`,
      )
      await database.execute(
        `update wp_options set option_value = 'Mars/Olympus' where option_name = 'timezone_string'`,
      )
      const gateway = await startTestGateway(database)
      const { status, json } = await gateway.get('/cms-json/cms/v2/posts/201')
      assert.equal(status, 200, JSON.stringify(gateway.observed))
      assert.deepEqual(
        [at(json, 'date'), at(json, 'date_gmt')],
        ['2024-01-10T07:15:00', '2024-01-10T07:15:00'],
      )
      // What never was is printed as the original prints it
      assert.deepEqual([at(json, 'modified'), at(json, 'sticky')], ['-0001-11-30T00:00:00', false])
      const graphql = await gateway.graphql(
        '{ posts(first: 100) { edges { node { id createdAt modifiedAt } } } }',
      )
      assert.equal(at(graphql.json, 'errors'), undefined)
      await gateway.stop()
      await database.drop()
    })

    it('have ids beyond what a double holds, exact from path to JSON and cursor', async () => {
      const database = await kind.create()
      const id = kind.flavour === 'sqlite' ? '9223372036854775807' : '18446744073709551614'
      await database.execute(
        `update wp_posts set ID = ${id}, post_date = '2030-01-01 00:00:00', post_date_gmt = '2030-01-01 00:00:00' where ID = 201`,
      )
      const gateway = await startTestGateway(database)
      const item = await gateway.get(`/cms-json/cms/v2/posts/${id}?_fields=id`)
      assert.equal(item.text, `{"id":${id}}`)
      assert.match(
        (await gateway.get(`/cms-json/cms/v2/posts?include=${id}&orderby=include`)).text,
        new RegExp(`^\\[{"id":${id},`),
      )
      const query =
        'query ($after: String) { posts(first: 1, after: $after) { edges { node { id } } pageInfo { endCursor } } }'
      const first = await gateway.graphql(query)
      assert.equal(at(first.json, 'data', 'posts', 'edges', 0, 'node', 'id'), id)
      const second = await gateway.graphql(query, {
        after: at(first.json, 'data', 'posts', 'pageInfo', 'endCursor'),
      })
      assert.equal(at(second.json, 'data', 'posts', 'edges', 0, 'node', 'id'), '238')
      await gateway.stop()
      await database.drop()
    })
  })
}
