// The sample extension: a shop's products with their genres, featured posts, a mailing list. docs/extensions.md says how
// it is built.
import {
  checkedArg,
  defineExtension,
  defineQuery,
  defineRoute,
  defineTable,
  everybody,
  loggedIn,
  Type,
} from 'lectern'
import { featured, featuredIds } from './featured.ts'
import { noticeBlock, noticeShortcode } from './notices.ts'
import { genre, product } from './products.ts'

const namespace = 'myplugin/v1'

const subscribers = defineTable({
  name: 'myplugin_subscribers',
  ddl: {
    mysql: 'sql/extensions/subscribers.mysql.sql',
    sqlite: 'sql/extensions/subscribers.sqlite.sql',
  },
  row: { email: 'text', subscribed_at: 'text' },
})

const hello = defineRoute({
  namespace,
  path: '/hello',
  methods: ['GET'],
  permission: everybody,
  handle: async () => ({ msg: 'hello' }),
})

const featuredPosts = defineRoute({
  namespace,
  path: '/featured-posts',
  methods: ['GET'],
  args: {
    count: Type.Integer({ description: 'How many posts at most.', default: 5, minimum: 1, maximum: 20 }),
  },
  permission: everybody,
  handle: ({ read, args }) => featured(read, args.count),
})

const featuredNodes = defineQuery({
  name: 'featuredPosts',
  type: { nodes: 'post' },
  description: 'The newest posts that are marked as featured.',
  args: { first: Type.Integer({ description: 'How many at most.', default: 5, minimum: 1, maximum: 20 }) },
  resolve: ({ read, args }) => featuredIds(read, args.first),
})

const email = checkedArg(Type.Unsafe<unknown>({ required: true }), {
  validate: (given) => typeof given === 'string' && /^[^@\s]{1,64}@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(given),
  sanitize: (accepted) => String(accepted).trim().toLowerCase(),
})

const subscribe = defineRoute({
  namespace,
  path: '/subscribe',
  methods: ['POST'],
  args: { email },
  permission: loggedIn,
  handle: async ({ args, write, status }) => {
    const now = new Date().toISOString().slice(0, 19).replace('T', ' ')
    await write.insert(subscribers, { email: args.email, subscribed_at: now })
    return status(201, { ok: true })
  },
})

export default defineExtension({
  name: 'myplugin',
  routes: [hello, featuredPosts, subscribe],
  queries: [featuredNodes],
  tables: [subscribers],
  contentTypes: [product],
  taxonomies: [genre],
  shortcodes: { notice: noticeShortcode },
  blocks: { 'myplugin/notice': noticeBlock },
})
