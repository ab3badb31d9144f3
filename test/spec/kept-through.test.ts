// WordPress writes all day what no visitor sees: drafts, autosaves, uploads, locks, sessions, spam. A table says which
// kept answers each of these may drop; all others are found again, and all are what is made anew.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { besidePlain } from '../support/beside-plain.ts'
import { testDatabases } from '../support/databases.ts'
import { eventually } from '../support/eventually.ts'
import { extensionFile } from '../support/extensions.ts'
import { requestsOf } from '../support/racing.ts'
import { insertPosts } from '../support/rows.ts'

const base = '/cms-json/cms/v2'
const graphql = (view: string, query: string) => `/graphql?${view}query=${encodeURIComponent(query)}`
const wp = 'view=wpgraphql&'
const pages = {
  posts: `${base}/posts?_embed`,
  'the post': `${base}/posts/201?_embed`,
  'its title': `${base}/posts/201?_fields=id,title`,
  'another post': `${base}/posts/202?_embed`,
  'posts of a category': `${base}/posts?categories=1&per_page=5&_fields=id,title`,
  comments: `${base}/comments?_embed`,
  'a comment': `${base}/comments/2`,
  'its terms': `${base}/tags?post=201`,
  'a computed price': `${base}/products/402?_fields=id,price_with_tax`,
  'a computed code': `${base}/gadgets/6900?_fields=id,code`,
  'a computed count': `${base}/gadgets/6900?_fields=id,talk`,
  'what has a code': `${base}/gadgets?meta.Code=B&_fields=id`,
  files: `${base}/media?_embed`,
  'a file': `${base}/media/101?_embed`,
  users: `${base}/users`,
  'found files': `${base}/media?search=a`,
  'a feed of comments': '/cms-json/lectern/v1/feeds/comments.rss',
  'GraphQL comments': graphql('', '{ comments(first: 5) { edges { node { id post { title } } } } }'),
  'GraphQL files': graphql('', '{ media(first: 5) { totalCount edges { node { title } } } }'),
  'GraphQL users': graphql('', '{ users { edges { node { name } } } }'),
  'WPGraphQL posts': graphql(
    wp,
    '{ posts { nodes { title comments { nodes { content } } featuredImage { node { sourceUrl } } } } }',
  ),
  'WPGraphQL files': graphql(wp, '{ mediaItems { nodes { title parent { node { id } } } } }'),
} as const

type Page = keyof typeof pages

const isPage = (name: string): name is Page => Object.hasOwn(pages, name)
const names = Object.keys(pages).filter(isPage)
const ofFiles = ['files', 'found files', 'GraphQL files', 'WPGraphQL files'] as const
const ofUsers = ['users', 'GraphQL users'] as const
const ofComments = ['comments', 'a feed of comments', 'GraphQL comments'] as const
const autosave = {
  post_type: 'revision',
  post_status: 'inherit',
  post_parent: 201,
  post_name: '201-autosave-v1',
}

const comment = (id: number, status: string, post = 201) =>
  `insert into wp_comments (comment_ID, comment_post_ID, comment_author, comment_author_email, comment_author_url,
     comment_author_IP, comment_date, comment_date_gmt, comment_content, comment_karma, comment_approved, comment_agent,
     comment_type, comment_parent, user_id)
   values (${id}, ${post}, 'A', '', '', '', '2024-05-01 10:00:00', '2024-05-01 10:00:00', 'Cheap', 0, '${status}', '', 'comment', 0, 0)`

interface Write {
  /** The answers that may be dropped. */
  readonly drops: readonly Page[]
  readonly posts?: Parameters<typeof insertPosts>[1]
  readonly statements?: readonly string[]
}

const writes: Readonly<Record<string, Write>> = {
  'a new draft': { drops: [], posts: [{ ID: 7001, post_status: 'auto-draft' }] },
  'the text of a draft': {
    drops: [],
    statements: [`update wp_posts set post_status = 'draft', post_title = 'A draft' where ID = 7001`],
  },
  'the terms of a draft': {
    drops: [],
    statements: [
      'insert into wp_term_relationships (object_id, term_taxonomy_id, term_order) values (7001, 1, 0), (7001, 2, 0)',
      'delete from wp_term_relationships where object_id = 7001 and term_taxonomy_id = 2',
    ],
  },
  'a draft that goes': { drops: [], statements: ['delete from wp_posts where ID = 7001'] },
  'a draft with the id of one that went': { drops: [], posts: [{ ID: 7001, post_status: 'auto-draft' }] },
  'a post for later, and an order': {
    drops: [],
    posts: [
      { ID: 7002, post_status: 'future' },
      { ID: 7003, post_status: 'wc-pending', post_type: 'shop_order' },
    ],
  },
  'an autosave': {
    drops: ['posts', 'the post', 'comments', 'files', 'a file'],
    posts: [{ ID: 7004, ...autosave }],
  },
  'the text of an autosave': {
    drops: [],
    statements: [`update wp_posts set post_content = 'Not yet', post_modified = now() where ID = 7004`],
  },
  'an upload': {
    drops: ofFiles,
    posts: [{ ID: 7005, post_status: 'inherit', post_type: 'attachment', post_mime_type: 'image/png' }],
  },
  'an upload to a post': {
    drops: [...ofFiles, 'posts', 'another post', 'comments'],
    posts: [{ ID: 7008, post_status: 'inherit', post_type: 'attachment', post_parent: 202 }],
  },
  'a post that is published': {
    drops: ['posts', 'posts of a category', 'WPGraphQL posts', ...ofUsers],
    statements: [`update wp_posts set post_status = 'publish', post_title = 'New' where ID = 7001`],
  },
  'what has no page': { drops: ofUsers, posts: [{ ID: 7006, post_type: 'oembed_cache' }] },
  'a password': { drops: [], statements: [`update wp_users set user_pass = 'another' where ID = 1`] },
  'preferences of an editor': {
    drops: [],
    statements: [
      `insert into wp_usermeta (user_id, meta_key, meta_value) values (1, 'wp_persisted_preferences', 'a:0:{}')`,
    ],
  },
  'locks, sessions and transients': {
    drops: [],
    statements: [
      `insert into wp_postmeta (post_id, meta_key, meta_value) values (201, '_edit_lock', '1:1'), (201, '_edit_last', '1'), (402, 'views', '1')`,
      `update wp_postmeta set meta_value = '2:1' where meta_key in ('_edit_lock', 'views')`,
      `insert into wp_usermeta (user_id, meta_key, meta_value) values (1, 'session_tokens', 'a:0:{}')`,
      `insert into wp_options (option_name, option_value, autoload) values ('_transient_x', '1', 'off')`,
      `update wp_options set option_value = 'a:0:{}' where option_name = 'cron'`,
    ],
  },
  'the price of another product': {
    drops: [],
    statements: [`update wp_postmeta set meta_value = '7' where meta_key = 'price' and post_id = 403`],
  },
  'its price': {
    drops: ['a computed price'],
    statements: [`update wp_postmeta set meta_value = '70' where meta_key = 'price' and post_id = 402`],
  },
  'a code whose key is spelled otherwise': {
    drops: ['a computed code', 'a computed count', 'what has a code'],
    statements: [`update wp_postmeta set meta_value = 'B' where meta_key = 'code' and post_id = 6900`],
  },
  'a count that is computed with': {
    drops: ['a computed code', 'a computed count'],
    statements: ['update wp_posts set comment_count = 3 where ID = 6900'],
  },
  'spam and what is held': {
    drops: [],
    statements: [
      comment(8001, 'spam'),
      comment(8002, '0'),
      `insert into wp_commentmeta (comment_id, meta_key, meta_value) values (8001, 'akismet_result', 'true')`,
      'delete from wp_comments where comment_ID = 8001',
    ],
  },
  'a comment on another post': {
    drops: ['posts', 'another post', ...ofComments],
    statements: [
      comment(8003, '1', 202),
      "update wp_comments set comment_content = 'Good' where comment_ID = 8003",
    ],
  },
  'an order with a note': {
    drops: [...ofComments, 'a comment'],
    posts: [{ ID: 7007, post_status: 'wc-pending', post_type: 'shop_order' }],
    statements: [
      comment(8004, '1', 7007),
      "update wp_posts set post_status = 'wc-processing' where ID = 7007",
      'delete from wp_posts where ID = 7007',
    ],
  },
  'a customer': {
    drops: ofUsers,
    statements: [
      `insert into wp_users (ID, user_login, user_pass, user_nicename, user_email, user_url, user_registered,
         user_activation_key, user_status, display_name)
       values (7200, 'sub', '', 'sub', 's@example.org', '', '2024-05-01 10:00:00', '', 0, 'Sub')`,
      `insert into wp_usermeta (user_id, meta_key, meta_value) values (7200, 'nickname', 'Sub')`,
    ],
  },
}

/** Servers find values under keys in other letters, too. */
const gadgets = extensionFile(
  'gadgets.ts',
  `import { defineContentType, defineExtension, Type } from 'lectern'
   const gadget = defineContentType({
     name: 'gadget', base: 'gadgets', labels: { plural: 'Gadgets', singular: 'Gadget' },
     supports: ['title'],
     computed: [{ name: 'code', contexts: ['view'], schema: Type.String(),
       expression: ({ meta }) => meta('Code'), read: String, node: { name: 'code', type: 'String' } },
       { name: 'talk', contexts: ['view'], schema: Type.Integer(),
       expression: ({ column }) => column('posts.comment_count'), read: Number }],
   })
   export default defineExtension({ name: 'gadgets', contentTypes: [gadget], filters: [
     { types: ['gadget'], meta: 'Code', type: 'text', operators: ['eq'] },
   ] })`,
)

/** It takes a log to know of rows. */
const servers = testDatabases().filter(({ flavour }) => flavour !== 'sqlite')

for (const kind of servers) {
  describe(`answers that stay on ${kind.name}`, () => {
    const opened = besidePlain(kind, 'binlog', {
      extensions: ['config/extensions/myplugin.ts', gadgets],
      changes: [
        `insert into wp_posts (ID, post_type, post_title, post_content, post_excerpt, to_ping, pinged, post_content_filtered)
         values (6900, 'gadget', 'A gadget', '', '', '', '', '')`,
        `insert into wp_postmeta (post_id, meta_key, meta_value) values (6900, 'code', 'A')`,
      ],
    })
    let position = ''
    /** As of all that was committed before. */
    const kept = async (name: Page) => {
      const { keeping } = opened()
      const { status, text } = await keeping.get(pages[name], { 'x-cms-at': position })
      assert.equal(status, 200, text)
      return { text, isKept: requestsOf(keeping).at(-1) === 'hit' }
    }
    const allKept = async () => {
      for (const name of names) await eventually(async () => assert((await kept(name)).isKept, name))
    }
    before(async () => {
      const { database, keeping } = opened()
      for (const name of names) assert.equal((await keeping.get(pages[name])).status, 200, name)
      await eventually(async () => {
        position = (await keeping.get(pages.users)).headers.get('x-cms-at') ?? ''
        assert.notEqual(position, '')
      })
      // Until it is read what rows name
      let id = 6000
      await eventually(async () => {
        await eventually(async () => assert((await kept('comments')).isKept))
        await insertPosts(database, [{ ID: (id += 1), post_status: 'auto-draft' }])
        assert((await kept('comments')).isKept)
      })
    })

    for (const [what, { drops, posts = [], statements = [] }] of Object.entries(writes))
      it(`kept-through/1 are those that do not depend on ${what}`, async () => {
        const { database, plain } = opened()
        await allKept()
        await insertPosts(database, posts)
        for (const statement of statements) await database.execute(statement)
        for (const name of names) {
          const { text, isKept } = await kept(name)
          assert(isKept || drops.includes(name), name)
          assert.equal(text, (await plain.get(pages[name])).text, name)
        }
      })
  })
}
