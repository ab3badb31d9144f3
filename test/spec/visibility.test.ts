// Visibility: rows of every kind that are hidden from some role, by every way that leads to rows, as every role. A word of a
// hidden row in any part of an answer is a leak; a word that a role may read and finds nowhere was hidden too well.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { asUser } from '../support/demo-credentials.ts'
import { at, list, onEveryDatabase, type Answer } from '../support/gateway.ts'
import { nodesIn } from '../support/graphql.ts'
import { addHiddenRows, hiddenIds, otherIds, roles, secrets, type Role } from '../support/hidden-rows.ts'

const credentials: Readonly<Record<Role, Readonly<Record<string, string>>>> = {
  anonymous: {},
  subscriber: asUser('sam'),
  contributor: asUser('connie'),
  author: asUser('arthur'),
  editor: asUser('edith'),
  administrator: asUser('admin'),
}

const root = '/cms-json/cms/v2'
const ids = {
  posts: [...hiddenIds.posts, ...otherIds.posts],
  files: [...hiddenIds.files, ...otherIds.files],
  comments: [...hiddenIds.comments, ...otherIds.comments],
}
const everyId = [...ids.posts, ...ids.files]
const bases = ['posts', 'pages', 'media', 'products', 'blocks', 'navigation', 'menu-items']
const statuses = ['publish', 'future', 'draft', 'pending', 'private', 'trash', 'auto-draft', 'inherit', 'any']
const words = secrets.map(({ word }) => word)
/** What a word stands in: all of them begin alike, and are letters and digits. */
const around = /zq\w*/g
assert(words.every((word) => /^zq\w+$/.test(word)))

const lists = [
  ...bases.flatMap((base) =>
    [
      '_embed=1',
      'context=edit',
      'context=embed',
      ...statuses.map((status) => `status=${status}`),
      `include=${everyId.join()}`,
      `slug=${words.join()}`,
      'search=zq&_embed=1',
      ...(base === 'pages' || base === 'media' ? [`parent=${ids.posts.join()}&_embed=1`] : []),
    ].map((query) => `/${base}?per_page=100&${query}`),
  ),
  ...[
    '_embed=1',
    'context=edit',
    'type=note&_embed=1',
    'type=all',
    ...['hold', 'spam', 'trash', 'all'].map((status) => `status=${status}&type=all`),
    `include=${ids.comments.join()}&_embed=1`,
    `parent=${ids.comments.join()}`,
    'search=zq',
  ].map((query) => `/comments?per_page=100&${query}`),
  ...['search=zq', 'search=zq&type=term', 'search=zq&subtype=any&_embed=1'].map(
    (query) => `/search?per_page=100&${query}`,
  ),
  ...['users', 'categories', 'tags', 'menus'].flatMap((base) => [
    `/${base}?per_page=100`,
    `/${base}?per_page=100&search=zq`,
    `/${base}?per_page=100&slug=${words.join()}`,
  ]),
  '/users?per_page=100&context=edit',
]

const slugs = words.filter((word) => /(post|file|slug|8601|8602)$/.test(word))
const contentBases = ['posts', 'pages', 'products', 'blocks'] as const

/** What shows an item as it is. */
const items = [
  ...ids.posts.map((id) => `/posts/${id}?_embed=1`),
  ...ids.files.map((id) => `/media/${id}?_embed=1`),
  ...ids.comments.map((id) => `/comments/${id}?_embed=1`),
  ...otherIds.menuItems.map((id) => `/menu-items/${id}?_embed=1`),
  ...otherIds.users.map((id) => `/users/${id}`),
  ...otherIds.posts.map((id) => `/posts/${id}?_fields=blocks,images`),
  ...ids.posts.flatMap((id) => ['posts', 'pages'].map((base) => `/${base}/${id}/revisions`)),
]

/** Other ways to what these and the lists show, and what refuses most items, by their types or rights. */
const ways = [
  ...everyId.map((id) => `/comments?per_page=100&post=${id}`),
  ...slugs.map((word) => `/${/file|named|860/.test(word) ? 'media' : 'posts'}/by-slug/${word}?_embed=1`),
  ...ids.posts.map((id) => `/posts/${id}/autosaves`),
  ...ids.files.map((id) => `/posts/${id}?_embed=1`),
  ...everyId.map((id) => `/pages/${id}?_embed=1`),
  ...ids.posts.map((id) => `/media/${id}?_embed=1`),
  ...contentBases.flatMap((base) => ids.posts.map((id) => `/${base}/${id}?context=edit`)),
  ...ids.files.map((id) => `/media/${id}?context=edit`),
  ...ids.comments.map((id) => `/comments/${id}?context=edit`),
  ...otherIds.terms.flatMap((id) => [`/categories/${id}`, `/tags/${id}`]),
]

/** What other sites are shown, which is the same for every role. */
const embeddable = [
  ...everyId.flatMap((id) => [`?p=${id}`, `?attachment_id=${id}`]),
  ...slugs.flatMap((word) => [`${word}/`, `2024/03/01/${word}/`]),
].map((path) => `/cms-json/oembed/1.0/embed?url=${encodeURIComponent(`http://127.0.0.1:8081/${path}`)}`)

const said = '{ totalCount edges { node { content authorName url post { id } } } }'
const comments = `comments(first: 50) ${said}`
const shownFields = `... on Content { id title slug url author { name } }
  ... on Post { content excerpt footnotes featuredImage { title sourceUrl } ${comments} }
  ... on Page { content excerpt ${comments} } ... on Product { content excerpt ${comments} }
  ... on Media { description caption sourceUrl filename ${comments} }
  ... on Comment { content authorName url post { id ... on Content { title } } parent { content } replies(first: 50) ${said} }
  ... on MenuItem { title url leads: content { id ... on Content { title } } }
  ... on User { name } ... on Term { name }`
const shown = '...Shown'
const ofShown = `fragment Shown on Node { ${shownFields} }`
const connections = [
  'posts',
  'pages',
  'products',
  'media',
  'comments',
  'users',
  'categories',
  'tags',
  'menus',
]
const nodeIds = [
  ...[...everyId, ...otherIds.menuItems].map(String),
  ...ids.comments.map((id) => `comment:${id}`),
  ...otherIds.users.map((id) => `user:${id}`),
  ...otherIds.terms.map((id) => `term:${id}`),
]

const documents = [
  ...inParts(nodeIds, 8).map(
    (some) => `{ ${some.map((id, nth) => `n${nth}: node(id: "${id}") { id ${shown} }`).join(' ')} }`,
  ),
  ...connections.map((name) => `{ ${name}(first: 100) { totalCount edges { node { id ${shown} } } } }`),
]

/** Other ways to what these show. */
const otherDocuments = [
  // Ten fields of Query are the most that a document asks for
  ...inParts(slugs, 5).map(
    (some) =>
      `{ ${some.map((word, nth) => `n${nth}: contentByUri(uri: "/2024/03/01/${word}/") { ${shown} } m${nth}: contentByUri(uri: "/${word}/") { ${shown} }`).join(' ')} }`,
  ),
  ...['posts', 'pages', 'products'].flatMap((name) =>
    ['DRAFT', 'PRIVATE', 'FUTURE', 'PENDING', 'TRASH'].map(
      (status) => `{ ${name}(first: 100, status: ${status}) { totalCount edges { node { ${shown} } } } }`,
    ),
  ),
  ...inParts(ids.posts, 8).map(
    (some) => `{ ${some.map((id) => `c${id}: comments(first: 100, post: "${id}") ${said}`).join(' ')} }`,
  ),
  ...otherIds.posts.map(
    (id) =>
      `{ node(id: "${id}") { ... on Post { editorBlocks { attributes renderedHtml } images { url } } } }`,
  ),
  `{ search(text: "zq", first: 50) { totalCount edges { node { ${shown} } } } }`,
]

/** The same by WPGraphQL's schema, which shows a part of it. */
const remarks = '{ nodes { content author { node { name } } } }'
const bareFields = `__typename id ... on NodeWithTitle { title } ... on NodeWithContentEditor { content }
  ... on NodeWithExcerpt { excerpt } ... on NodeWithFeaturedImage { featuredImage { node { title sourceUrl } } }
  ... on NodeWithComments { commentCount } ... on NodeWithAuthor { author { node { name } } }
  ... on MediaItem { caption description sourceUrl title } ... on ContentNode { slug uri link }`
const bare = '...Bare'
const node = '...Whole'
const versions = 'revisions(first: 50) { nodes { title content } } preview { node { title content } }'
const wholeFields = `${bare} ... on ContentNode { lastEditedBy { node { name } } }
  ... on Post { comments(first: 50) ${remarks} categories { nodes { name } } ${versions} }
  ... on Page { ${versions} comments(first: 50) ${remarks} parent { node { ${bare} } } children(first: 50) { nodes { ${bare} } } }
  ... on MediaItem { parent { node { ${bare} } } }`
const ofBare = `fragment Bare on Node { ${bareFields} }`
const ofWhole = `${ofBare} fragment Whole on Node { ${wholeFields} }`
const withFragments = (document: string) =>
  document +
  (document.includes(shown) ? ofShown : '') +
  (document.includes(node) ? ofWhole : document.includes(bare) ? ofBare : '')
const globalId = (type: string, id: number) => Buffer.from(`${type}:${id}`).toString('base64')
const listsOfWordPress = ['posts', 'pages', 'mediaItems', 'contentNodes']
const previews = inParts(everyId, 4).map(
  (some) =>
    `{ ${some.map((id) => `n${id}: contentNode(id: "${id}", idType: DATABASE_ID, asPreview: true) { ${node} }`).join(' ')} }`,
)
const ofWordPress = [
  ...previews,
  ...inParts(everyId, 4).map(
    (some) =>
      `{ ${some.map((id) => `n${id}: contentNode(id: "${id}", idType: DATABASE_ID) { ${node} } i${id}: node(id: "${globalId('post', id)}") { ${node} }`).join(' ')} }`,
  ),
  ...inParts(slugs, 2).map(
    (some) =>
      `{ ${some.map((word, nth) => `n${nth}: nodeByUri(uri: "/2024/03/01/${word}/") { ${node} } m${nth}: nodeByUri(uri: "/${word}/") { ${node} } p${nth}: post(id: "${word}", idType: SLUG) { ${bare} } f${nth}: mediaItem(id: "${word}", idType: SLUG) { ${bare} }`).join(' ')} }`,
  ),
  ...listsOfWordPress.flatMap((name) =>
    ['first: 100', 'last: 100', 'first: 100, where: { search: "zq" }'].map(
      (args) => `{ ${name}(${args}) { nodes { ${node} } } }`,
    ),
  ),
  // What stands below these nodes is shown above, where each is asked for by its id
  ...listsOfWordPress.flatMap((name) =>
    ['DRAFT', 'PRIVATE', 'FUTURE', 'PENDING', 'TRASH', 'AUTO_DRAFT', 'INHERIT'].map(
      (status) => `{ ${name}(first: 100, where: { status: ${status} }) { nodes { ${bare} } } }`,
    ),
  ),
  ...inParts(ids.comments, 8).map(
    (some) =>
      `{ ${some.map((id) => `c${id}: comment(id: "${id}", idType: DATABASE_ID) { content author { node { name } } commentedOn { node { ${bare} } } replies(first: 50) ${remarks} }`).join(' ')} }`,
  ),
  `{ comments(first: 100) ${remarks} hold: comments(first: 100, where: { statusIn: [HOLD, SPAM, TRASH] }) ${remarks} }`,
  '{ users(first: 100) { nodes { name firstName lastName slug description posts { nodes { title } } } } }',
  '{ categories(first: 100) { nodes { name slug posts { nodes { title } } } } tags(first: 100) { nodes { name slug } } }',
  '{ menus(first: 100) { nodes { name menuItems(first: 100) { nodes { label } } } } }',
  `{ menuItems(first: 100) { nodes { label url connectedNode { node { __typename ... on NodeWithTitle { title } } } } } }`,
]

/**
 * Rights are part of rules, and not of the ways to rows, which share the rules: other ways, and that schema, are taken by who has
 * no rights, and by who may edit, though none of these rows. Next to nothing is hidden from editors, who have previews.
 */
const takesEveryWay: ReadonlySet<Role> = new Set(['anonymous', 'contributor'])

onEveryDatabase(
  'hidden rows',
  (on, { some }) => {
    before(() => addHiddenRows(on().database))

    // What a role may see is decided by the plan; databases run it
    for (const role of some(roles)) {
      const get = (path: string) => on().gateway.get(path, credentials[role])
      const ask = (query: string, address = '/graphql') =>
        on().gateway.send('POST', address, {
          headers: { 'content-type': 'application/json', ...credentials[role] },
          body: JSON.stringify({ query }),
        })

      it(`visibility/1 are shown to the ${role} as far as the role may see them, whatever way is taken`, async () => {
        const leaks: string[] = []
        const seen = new Set<string>()
        const look = (way: string, { text }: Answer) => {
          const found = [...new Set(text.match(around))]
          for (const { word, readers } of secrets) {
            if (!found.some((each) => each.includes(word))) continue
            seen.add(word)
            if (!readers.includes(role)) leaks.push(`${word} by ${way}`)
          }
        }
        const isThorough = takesEveryWay.has(role)
        const paths = [...lists, ...items, ...(isThorough ? ways : [])].map((path) => root + path)
        for (const part of inParts([...paths, ...(role === 'anonymous' ? embeddable : [])], 8))
          await Promise.all(part.map(async (path) => look(path, await get(path))))
        const views: readonly (readonly [string, readonly string[]])[] = [
          ['/graphql', isThorough ? [...documents, ...otherDocuments] : documents],
          ['/graphql?view=wpgraphql', isThorough ? ofWordPress : role === 'editor' ? previews : []],
        ]
        for (const [address, each] of views)
          for (const document of each) {
            const answer = await ask(withFragments(document), address)
            // A document that is refused before it is executed shows nothing of what it asks for
            assert.notEqual(at(answer.json, 'data'), undefined, answer.text.slice(0, 600))
            look(document.slice(0, 200), answer)
          }
        assert.deepEqual(leaks, [])
        const unseen = secrets.filter(({ word, readers }) => readers.includes(role) && !seen.has(word))
        assert.deepEqual(
          unseen.map(({ word }) => word),
          [],
        )
      })

      it(`visibility/2 are not counted where they are left out for the ${role}`, async () => {
        // Files, comments, and patterns for those who write nothing are counted with what the page then withholds, as in the original
        for (const base of contentBases) {
          if (base === 'blocks' && (role === 'anonymous' || role === 'subscriber')) continue
          const { status, headers, json } = await get(`${root}/${base}?per_page=100&search=zq`)
          if (status === 200) assert.equal(Number(headers.get('x-cms-total')), list(json).length, base)
        }
        for (const name of connections) {
          const { json } = await ask(`{ list: ${name}(first: 100) { totalCount edges { node { id } } } }`)
          const found = at(json, 'data', 'list')
          assert.equal(at(found, 'totalCount'), nodesIn(found).length, name)
        }
      })

      if (role === 'anonymous')
        it('visibility/5 are not found by words that a password keeps', async () => {
          for (const word of ['zqlockedtext', 'zqblankedtext']) {
            for (const base of ['posts', 'search']) {
              const { headers, json } = await get(`${root}/${base}?search=${word}`)
              assert.deepEqual([headers.get('x-cms-total'), json], ['0', []], `${base} ${word}`)
            }
            const { json } = await ask(
              `{ posts(first: 9, search: "${word}") { totalCount } search(text: "${word}", first: 9) { totalCount } }`,
            )
            assert.deepEqual(at(json, 'data'), { posts: { totalCount: 0 }, search: { totalCount: 0 } }, word)
          }
        })

      it(`visibility/3 are no way for the ${role} to learn which terms they carry`, async () => {
        const { json } = await get(`${root}/categories?post=${hiddenIds.posts[1]}`)
        const found = Array.isArray(json) ? json.map((term) => at(term, 'name')) : []
        assert.deepEqual(found, role === 'editor' || role === 'administrator' ? ['zqterm'] : [])
      })

      const fieldsShownBy = async (path: string): Promise<readonly string[]> => {
        const { json } = await on().gateway.send('OPTIONS', `${root}/${path}`)
        return Object.keys(Object(at(json, 'schema', 'properties')))
      }

      // Items are kept for anonymous viewers alone
      if (role === 'anonymous' || role === 'contributor')
        it(`visibility/4 are refused the ${role} alone whatever fields are asked for, as what is not there`, async () => {
          const refused = [
            ...bases.map((base) => `${base}/999999`),
            ...['comments', 'users', 'categories', 'tags', 'menus'].map((base) => `${base}/999999`),
            ...hiddenIds.posts.slice(1, 3).map((id) => `posts/${id}`),
            ...hiddenIds.files.slice(1, 3).map((id) => `media/${id}`),
            // Held, and on what is gone: why a comment is refused is no matter of its fields
            ...[0, 5].map((nth) => `comments/${otherIds.comments[nth]}`),
            ...otherIds.users.map((id) => `users/${id}`),
            ...otherIds.menuItems.map((id) => `menu-items/${id}`),
            'menus/8802',
          ]
          const fieldsOf = new Map<string, readonly string[]>()
          for (const path of refused) {
            const whole = (await get(`${root}/${path}`)).status
            const base = path.slice(0, path.indexOf('/'))
            const fields = fieldsOf.get(base) ?? (await fieldsShownBy(path))
            fieldsOf.set(base, fields)
            assert(fields.includes('id'), path)
            const answered = await Promise.all(
              fields.map(async (field) => (await get(`${root}/${path}?_fields=${field}`)).status),
            )
            assert.deepEqual(new Set(answered), new Set([whole]), path)
          }
        })
    }
  },
  {
    extensions: ['config/extensions/myplugin.ts'],
    graphqlCostMax: 1_000_000,
    graphqlAliasesMax: 1000,
    // WPGraphQL's schema as it is where the owner chooses it
    graphqlMenuReaders: 'everybody',
    graphqlUserNames: 'everybody',
  },
)

function inParts<T>(all: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, nth) =>
    all.slice(nth * size, (nth + 1) * size),
  )
}
