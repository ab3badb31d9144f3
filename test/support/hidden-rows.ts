// Rows of every kind that are hidden from somebody, each with a word that stands nowhere else, and who may read the word.
// The rule is said here once more, apart from the code that it tests.
import type { TestDatabase } from './databases.ts'
import { insertPosts, insertRows } from './rows.ts'

export const roles = ['anonymous', 'subscriber', 'contributor', 'author', 'editor', 'administrator'] as const
export type Role = (typeof roles)[number]

export interface Secret {
  readonly word: string
  readonly readers: readonly Role[]
}

const everybody: readonly Role[] = roles
const editors: readonly Role[] = ['editor', 'administrator']
const writers: readonly Role[] = ['contributor', 'author', ...editors]

interface Kind {
  readonly name: string
  readonly status: string
  readonly type?: string
  readonly password?: string
  readonly parent?: number
  /** Who reads the row, its text, the comment on it and the file below it. */
  readonly readers: readonly Role[]
  readonly text?: readonly Role[]
  readonly comment?: readonly Role[]
  /** Who reads the name of who said it; as the comment, unless the newest comments of all name it. */
  readonly speaker?: readonly Role[]
  readonly note?: readonly Role[]
  readonly file?: readonly Role[]
}

/** The user who wrote it all, one who has published nothing, and the subscriber who comments. */
const [writer, ghost, sam] = [8701, 8702, 5]
const byEditors = { comment: editors, file: editors }
/** Nobody knows what comments on content without a definition are: notes of a shop about its orders, for one. */
const undescribed = { comment: ['administrator'], note: ['administrator'], file: editors } as const

function versionOf(name: string, parent: number, readers: readonly Role[]): Kind {
  return { name, status: 'inherit', type: 'revision', parent, readers, ...undescribed }
}

const kinds: readonly Kind[] = [
  { name: 'open', status: 'publish', readers: everybody },
  { name: 'private', status: 'private', readers: editors },
  { name: 'draft', status: 'draft', readers: editors },
  { name: 'pending', status: 'pending', readers: editors },
  { name: 'future', status: 'future', readers: editors },
  { name: 'trashed', status: 'trash', readers: editors },
  { name: 'begun', status: 'auto-draft', readers: editors },
  { name: 'inheriting', status: 'inherit', parent: 8001, readers: editors },
  {
    name: 'locked',
    status: 'publish',
    password: 'secret',
    readers: everybody,
    text: editors,
    ...byEditors,
    speaker: everybody,
    file: everybody,
  },
  { name: 'page', status: 'private', type: 'page', readers: editors },
  { name: 'draftpage', status: 'draft', type: 'page', readers: editors },
  { name: 'sale', status: 'publish', type: 'product', readers: everybody },
  { name: 'hiddensale', status: 'private', type: 'product', readers: editors },
  { name: 'ticket', status: 'publish', type: 'ticket', readers: [], ...undescribed },
  { name: 'hiddenticket', status: 'private', type: 'ticket', readers: [], ...undescribed },
  versionOf('version', 8000, editors),
  { name: 'pattern', status: 'draft', type: 'wp_block', readers: editors },
  // Versions of what is private, of a draft page, and of what has no definition
  versionOf('secretversion', 8001, editors),
  versionOf('pageversion', 8010, editors),
  versionOf('ticketversion', 8013, []),
]

const [posts, comments, notes, files, fileComments] = [8000, 8100, 8200, 8300, 8400]
const wordOf = (kind: string, part: string) => `zq${kind}${part}`
const numbered = kinds.map((kind, nth) => ({ ...kind, nth }))

export const hiddenIds = {
  posts: kinds.map((_, nth) => posts + nth),
  comments: [comments, notes, fileComments].flatMap((first) => kinds.map((_, nth) => first + nth)),
  files: kinds.map((_, nth) => files + nth),
}

/** Comments that are hidden for what they are themselves: on the open post, on nothing, on what was deleted. */
const ownComments = [
  { ID: 8501, word: 'zqheld', approved: '0', readers: editors },
  { ID: 8502, word: 'zqspam', approved: 'spam', readers: editors },
  { ID: 8503, word: 'zqbinned', approved: 'trash', readers: editors },
  { ID: 8504, word: 'zqreply', parent: 8501, readers: everybody },
  { ID: 8505, word: 'zqorphan', post: 0, by: sam, readers: editors },
  { ID: 8506, word: 'zqgone', post: 99_999, readers: writers },
  { ID: 8508, word: 'zqlost', post: 99_999, approved: '0', readers: editors },
  { ID: 8507, word: 'zqsams', post: posts + 1, by: sam, readers: ['subscriber', ...editors] as const },
]

/** Files that are hidden themselves, and one below the private post; a gallery names them all. */
const [lockedAway, thrownAway, named] = [8601, 8602, 8603]
/** A private post that a menu leads to, and what shows lists and files of all kinds. */
const [aim, menuItem, showing, ghostly, blankPattern, blanked] = [8604, 8605, 8606, 8607, 8608, 8609]
/** The category of the open post and of the locked one. */
const looped = 8804

export const otherIds = {
  comments: ownComments.map(({ ID }) => ID),
  files: [lockedAway, thrownAway, named],
  posts: [aim, showing, ghostly, blankPattern, blanked],
  menuItems: [menuItem],
  users: [writer, ghost],
  terms: [8801, 8802],
}

export const secrets: readonly Secret[] = [
  ...kinds.flatMap(
    ({
      name,
      readers,
      text = readers,
      comment = readers,
      speaker = comment,
      note = editors,
      file = readers,
    }) => [
      { word: wordOf(name, 'post'), readers },
      { word: wordOf(name, 'text'), readers: text },
      { word: wordOf(name, 'comment'), readers: comment },
      { word: wordOf(name, 'speaker'), readers: speaker },
      { word: wordOf(name, 'note'), readers: note },
      { word: wordOf(name, 'file'), readers: file },
      { word: wordOf(name, 'onfile'), readers: file },
    ],
  ),
  ...ownComments,
  { word: 'zqprivatefile8601', readers: editors },
  { word: 'zqtrashedfile8602', readers: editors },
  // What a published text shows of a file, and its slug, which is below the private post's
  { word: 'zqnamedcaption', readers: everybody },
  { word: 'zqnamedslug', readers: editors },
  // Editors of menus read what the items lead to by its title
  { word: 'zqaimtitle', readers: writers },
  { word: 'zqaimslug', readers: editors },
  { word: 'zqlockednotes', readers: editors },
  { word: 'zqghost', readers: ['administrator'] },
  { word: 'zqfirst', readers: ['administrator'] },
  // Terms are public whatever carries them, if their taxonomy is
  { word: 'zqterm', readers: everybody },
  { word: 'zqlostterm', readers: [] },
  // What the text that shows all of it has itself, and shows nobody
  { word: 'zqlinklabel', readers: editors },
  { word: 'zqhiddenblock', readers: editors },
  // A password of blanks is one, though servers take it for none; patterns are read as they are stored by those who write
  { word: 'zqblanktext', readers: writers },
  { word: 'zqblankedtext', readers: editors },
]

/** A loop over the open post and then the locked one, with these parts of each. */
const loop = (parts: string) =>
  `<!-- wp:query {"queryId":1,"query":{"perPage":9,"order":"asc","taxQuery":{"include":{"category":[${looped}]}}}} --><!-- wp:post-template -->${parts}<!-- /wp:post-template --><!-- /wp:query -->`
const ofPosts = [
  ...'post-title post-date post-excerpt post-content footnotes post-author post-author-biography'.split(' '),
  ...'post-comments-count post-comments-link comments-title post-time-to-read read-more'.split(' '),
  'post-featured-image {"useFirstImageFromPost":true}',
  'post-terms {"term":"category"}',
  'post-terms {"term":"shelf"}',
  'post-navigation-link',
]
  .map((block) => `<!-- wp:${block} /-->`)
  .concat(
    '<!-- wp:comments --><!-- wp:comment-template --><!-- wp:comment-content /--><!-- /wp:comment-template --><!-- /wp:comments -->',
  )
  .join('')

const blocks = [
  `<!-- wp:latest-posts {"displayPostContent":true,"displayPostContentRadio":"full_post","displayAuthor":true,"displayFeaturedImage":true,"postsToShow":100} /-->`,
  `<!-- wp:latest-comments {"commentsToShow":100} /-->`,
  '<!-- wp:page-list /--><!-- wp:archives {"showPostCounts":true} /-->',
  '<!-- wp:categories {"showPostCounts":true,"showEmpty":true} /--><!-- wp:tag-cloud /-->',
  ...kinds.map((_, nth) => `<!-- wp:block {"ref":${posts + nth}} /-->[gallery id="${posts + nth}"]`),
  `[gallery ids="${lockedAway},${thrownAway},${named}"][playlist ids="${lockedAway}"]`,
  // Behind a loop, blocks show the content of its last post
  loop(ofPosts) + '<!-- wp:post-content /--><!-- wp:post-time-to-read /-->',
  loop(loop('<!-- wp:post-title /-->') + '<!-- wp:post-content /-->'),
  ...['tag-cloud', 'categories'].map((name) => `<!-- wp:${name} {"taxonomy":"shelf"} /-->`),
  '<!-- wp:terms-query {"termQuery":{"taxonomy":"shelf"}} --><!-- wp:term-template --><!-- wp:term-name /--><!-- /wp:term-template --><!-- /wp:terms-query -->',
  `<!-- wp:navigation --><!-- wp:navigation-link {"label":"zqlinklabel","type":"page","id":"${aim}","url":"/","kind":"post-type"} /--><!-- /wp:navigation -->`,
  '<!-- wp:group {"metadata":{"blockVisibility":false}} --><div><!-- wp:paragraph --><p>zqhiddenblock</p><!-- /wp:paragraph --></div><!-- /wp:group -->',
  `<!-- wp:block {"ref":${blankPattern}} /-->`,
].join('\n')

export async function addHiddenRows(database: Pick<TestDatabase, 'execute'>): Promise<void> {
  await insertPosts(database, [...numbered.map(contentOf), ...numbered.map(fileOf), ...otherPosts])
  await insertRows(database, 'wp_comments', [
    ...numbered.flatMap(({ name, nth }) => [
      commentOf(comments + nth, wordOf(name, 'comment'), {
        post: posts + nth,
        speaker: wordOf(name, 'speaker'),
      }),
      commentOf(notes + nth, wordOf(name, 'note'), { post: posts + nth, type: 'note' }),
      commentOf(fileComments + nth, wordOf(name, 'onfile'), { post: files + nth }),
    ]),
    ...ownComments.map(({ ID, word, ...more }) => commentOf(ID, word, more)),
  ])
  const meta = (post_id: number, meta_key: string, meta_value: string) => ({ post_id, meta_key, meta_value })
  const paths = [
    ...numbered.map(({ name, nth }) =>
      meta(files + nth, '_wp_attached_file', `2024/03/${wordOf(name, 'file')}.png`),
    ),
    meta(lockedAway, '_wp_attached_file', 'zqprivatefile8601.png'),
    meta(thrownAway, '_wp_attached_file', 'zqtrashedfile8602.png'),
  ]
  const locked = kinds.findIndex(({ name }) => name === 'locked')
  await insertRows(database, 'wp_postmeta', [
    ...paths,
    ...hiddenIds.posts.map((id, nth) => meta(id, '_thumbnail_id', String(files + nth))),
    meta(posts + locked, 'footnotes', '[{"id":"x","content":"zqlockednotes"}]'),
    meta(menuItem, '_menu_item_type', 'post_type'),
    meta(menuItem, '_menu_item_object', 'post'),
    meta(menuItem, '_menu_item_object_id', String(aim)),
  ])
  await insertRows(database, 'wp_users', [userOf(writer, 'writer'), userOf(ghost, 'zqghost')])
  const userMeta = (user_id: number, meta_key: string, meta_value: string) => ({
    user_id,
    meta_key,
    meta_value,
  })
  await insertRows(database, 'wp_usermeta', [
    ...[writer, ghost].map((id) => userMeta(id, 'wp_capabilities', 'a:1:{s:6:"author";b:1;}')),
    userMeta(ghost, 'first_name', 'zqfirst'),
  ])
  const term = (term_id: number, name: string) => ({ term_id, name, slug: name, term_group: 0 })
  await insertRows(database, 'wp_terms', [
    term(8801, 'zqterm'),
    term(8802, 'zqlostterm'),
    term(8803, 'menu'),
    term(looped, 'looped'),
  ])
  const taxonomy = (id: number, name: string) => ({
    term_taxonomy_id: id,
    term_id: id,
    taxonomy: name,
    description: '',
    parent: 0,
    count: 1,
  })
  await insertRows(database, 'wp_term_taxonomy', [
    taxonomy(8801, 'category'),
    taxonomy(8802, 'shelf'),
    taxonomy(8803, 'nav_menu'),
    taxonomy(looped, 'category'),
  ])
  const carries = (object_id: number, term_taxonomy_id: number) => ({
    object_id,
    term_taxonomy_id,
    term_order: 0,
  })
  await insertRows(database, 'wp_term_relationships', [
    ...hiddenIds.posts.slice(1, 7).map((id) => carries(id, 8801)),
    carries(posts, 8802),
    carries(posts, looped),
    carries(posts + locked, looped),
    carries(menuItem, 8803),
  ])
}

type Numbered = (typeof numbered)[number]

function contentOf({ name, nth, status, type = 'post', password = '', parent = 0 }: Numbered) {
  const text = wordOf(name, 'text')
  return postRow(posts + nth, {
    post_title: wordOf(name, 'post'),
    post_name: wordOf(name, 'post'),
    post_content: `${text}<img src="/${text}.png"><!-- wp:footnotes /-->`,
    post_excerpt: text,
    post_status: status,
    post_type: type,
    post_password: password,
    post_parent: parent,
    post_date: status === 'future' ? '2099-03-01 10:00:00' : '2024-03-01 10:00:00',
  })
}

function fileOf({ name, nth }: Numbered) {
  const word = wordOf(name, 'file')
  return attachment(files + nth, { word, slug: word, parent: posts + nth, status: 'inherit' })
}

interface File {
  readonly word: string
  readonly slug: string
  readonly parent?: number
  readonly status: string
}

function attachment(ID: number, { word, slug, parent = 0, status }: File) {
  return postRow(ID, {
    post_title: word,
    post_name: slug,
    post_content: word,
    post_excerpt: word,
    post_status: status,
    post_type: 'attachment',
    post_mime_type: 'image/png',
    post_parent: parent,
  })
}

/** A post's row, whose columns all rows of one statement have. */
function postRow(ID: number, row: Readonly<Record<string, string | number>>) {
  return {
    ID,
    post_author: writer,
    post_title: '',
    post_name: `row-${ID}`,
    post_content: '',
    post_excerpt: '',
    post_status: 'publish',
    post_type: 'post',
    post_mime_type: '',
    post_password: '',
    post_parent: 0,
    post_date: '2024-03-01 10:00:00',
    guid: `http://files.test/${ID}.png`,
    ...row,
  }
}

const otherPosts = [
  attachment(lockedAway, { word: 'zqprivatefile8601', slug: 'zqprivatefile8601', status: 'private' }),
  attachment(thrownAway, { word: 'zqtrashedfile8602', slug: 'zqtrashedfile8602', status: 'trash' }),
  attachment(named, { word: 'zqnamedcaption', slug: 'zqnamedslug', parent: posts + 1, status: 'inherit' }),
  postRow(aim, { post_title: 'zqaimtitle', post_name: 'zqaimslug', post_status: 'private' }),
  postRow(menuItem, { post_type: 'nav_menu_item' }),
  postRow(showing, { post_title: 'Showing', post_content: blocks }),
  postRow(blankPattern, { post_type: 'wp_block', post_password: '  ', post_content: 'zqblanktext' }),
  postRow(blanked, { post_title: 'Blanked', post_password: '  ', post_content: 'zqblankedtext' }),
  postRow(ghostly, { post_author: ghost, post_title: 'By somebody', post_status: 'draft' }),
]

interface Said {
  readonly post?: number
  readonly type?: string
  readonly approved?: string
  readonly parent?: number
  readonly by?: number
  readonly speaker?: string
}

function commentOf(
  comment_ID: number,
  word: string,
  { post = posts, type = 'comment', approved = '1', parent = 0, by = 0, speaker = word }: Said,
) {
  return {
    comment_ID,
    comment_post_ID: post,
    comment_author: speaker,
    comment_author_email: 'guest@example.org',
    comment_author_url: '',
    comment_author_IP: '',
    comment_date: '2024-03-02 10:00:00',
    comment_date_gmt: '2024-03-02 10:00:00',
    comment_content: word,
    comment_karma: 0,
    comment_approved: approved,
    comment_agent: '',
    comment_type: type,
    comment_parent: parent,
    user_id: by,
  }
}

function userOf(ID: number, name: string) {
  return {
    ID,
    user_login: name,
    user_pass: '',
    user_nicename: name,
    user_email: `${name}@example.org`,
    user_url: '',
    user_registered: '2024-01-01 00:00:00',
    user_activation_key: '',
    user_status: 0,
    display_name: name,
  }
}
