// The statements that make a large site out of a table of numbers: one function a table, each an INSERT … SELECT.
// Everything is arithmetic on the row's number `n`, so every server and every run makes the same rows. Deliberately
// absent: RAND(), CTEs, window functions and sequences, so that MySQL 5.7 and MariaDB 10.3 can run them as well.

/** What the tables of one site are called, and how many rows `posts` gets. */
export interface Site {
  readonly prefix: string
  readonly posts: number
}

/** Terms that the measurements ask for by name; the other 495 share the rest unevenly. */
const terms = { default: 1, half: 2, medium: 3, few: 4, oldest: 5 } as const
const users = 200
const termCount = 500
const categories = 100
/** Row ids of term_taxonomy differ from term ids, as on any site that has lived, so that mixing them up shows. */
const taxonomyOffset = 1000
const home = 'http://127.0.0.1:8081'

/** The numbers, and what several tables must agree on: each row's type, status and date, and its hash `h`. */
export function seedTable({ prefix, posts }: Site): readonly string[] {
  const digits = Array.from(String(posts - 1), (_, power) => ({ table: `d${power}`, value: 10 ** power }))
  const number = digits.map(({ table, value }) => `${table}.d * ${value}`).join(' + ')
  const ten = Array.from({ length: 10 }, (_, d) => `select ${d} as d`).join(' union all ')
  return [
    `create table ${prefix}bench_seed (n int unsigned not null primary key, h bigint unsigned not null,
      type varchar(20) not null, status varchar(20) not null, at datetime not null) engine=InnoDB`,
    `insert into ${prefix}bench_seed
      select n, h, ${typeOf}, ${statusOf}, date_add('2010-01-01', interval ${secondsOf(posts)} second)
      from (select n, ${hashOf('(n + 1)')} as h, n * 37 % 100 as kind
        from (select ${number} as n from ${digits.map(({ table }) => `(${ten}) ${table}`).join(' cross join ')}) numbers
        where n < ${posts}) hashed
      order by n`,
  ]
}

// `kind` is a permutation of every hundred rows: 91 published posts, a page, 3 attachments, 3 revisions, a draft and
// a post in another state. Multiples of ten are published posts, and so is the row before each attachment or revision.
const typeOf = `case when kind = 91 then 'page' when kind between 92 and 94 then 'attachment'
  when kind between 95 and 97 then 'revision' else 'post' end`
const statusOf = `case when kind < 92 then 'publish' when kind < 98 then 'inherit' when kind = 98 then 'draft'
  else elt(${draw('status', 4)} + 1, 'private', 'pending', 'trash', 'future') end`
const attachmentsOfHundred = '17, 63, 90'

/** Fifteen years, in the order of ids but for six hours; a tenth in groups of 20 equal dates; one tie of 5 000. */
function secondsOf(posts: number): string {
  const tie = tieOf(posts)
  const at = (n: string) => `floor(${n} * ${(15 * 365 * 86_400) / posts})`
  return `case when kind = 99 and ${draw('status', 4)} = 3 then ${26 * 365 * 86_400} + ${draw('hour', 6 * 3600)}
    when n between ${tie.from} and ${tie.to} then ${at(String(tie.from))}
    when n div 20 % 10 = 0 then ${at('(n - n % 20)')}
    else ${at('n')} + ${draw('hour', 6 * 3600)} end`
}

/** The rows of the large tie: 5 495 of them hold 5 000 published posts. */
export function tieOf(posts: number): { readonly from: number; readonly to: number } {
  const from = Math.floor((posts * 0.6) / 100) * 100
  return { from, to: Math.min(from + 5494, posts - 1) }
}

export function postRows({ prefix }: Site, from: number, to: number): string {
  const title = `concat(${pick('adjective', adjectives)}, ' ', ${pick('noun', nouns)}, ' ', ${pick('place', places)}, ' ', n + 1)`
  const changed = `if(${draw('changed', 10)} < 3, date_add(at, interval ${draw('later', 30 * 86_400)} second), at)`
  return `insert into ${prefix}posts
    (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, comment_status,
     ping_status, post_password, post_name, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered,
     post_parent, guid, menu_order, post_type, post_mime_type, comment_count)
    select n + 1, ${authorOf}, at, if(status in ('draft', 'pending'), '0000-00-00 00:00:00', at),
      if(type = 'attachment', '', ${content()}), title,
      if(type = 'post' and ${draw('excerpt', 10)} < 3, ${pick('excerpt text', sentences)}, ''), status, 'open', 'open',
      if(status = 'publish' and ${draw('password', 1000)} = 0, 'secret', ''),
      case type when 'revision' then concat(n, '-revision-v1')
        else if(status = 'draft', '', lower(replace(title, ' ', '-'))) end,
      '', '', changed, changed, '', if(type in ('attachment', 'revision'), n, 0),
      case type when 'attachment' then concat('${home}/wp-content/uploads/', ${fileOf('n + 1')})
        else concat('${home}/?p=', n + 1) end,
      if(type = 'page', ${draw('menu', 20)}, 0), type, if(type = 'attachment', 'image/jpeg', ''), ${commentsOf}
    from (select n, h, type, status, at, ${title} as title, ${changed} as changed
      from ${prefix}bench_seed where n between ${from} and ${to}) seed
    order by n`
}

/** One to two kilobytes: three to six paragraphs of blocks, or, in one post of eight, of plain text. */
function content(): string {
  const [open, close] = [
    `if(h % 8 = 0, '', '<!-- wp:paragraph -->\n<p>')`,
    `if(h % 8 = 0, '\n\n', '</p>\n<!-- /wp:paragraph -->\n\n')`,
  ]
  const paragraph = (i: number) => {
    const said = [1, 2, 3].map((j) => pick(`sentence ${i}.${j}`, sentences)).join(`, ' ', `)
    return `concat(${open}, ${said}, ${close})`
  }
  const always = [1, 2, 3].map(paragraph)
  const sometimes = [4, 5, 6].map((i) => `if(${draw('length', 4)} > ${i - 4}, ${paragraph(i)}, '')`)
  return `concat(${[...always, ...sometimes].join(', ')})`
}

/** About three rows a post. A post's rows lie together, as they do where a site was written post by post. */
export function postmetaRows(site: Site, from: number, to: number): string {
  const thumbnail = `n - n % 100 + elt(${draw('thumbnail', 3)} + 1, ${attachmentsOfHundred})`
  const key = `case type
    when 'post' then case slot
      when 1 then '_edit_last' when 2 then '_edit_lock' when 3 then if(${draw('thumbnails', 10)} < 8, '_thumbnail_id', null)
      when 4 then if(${spread(site, 300)} or ${draw('unfeatured', 20)} = 0, 'featured', null)
      when 5 then if(${draw('viewed', 10)} < 2, 'views', null) end
    when 'page' then elt(slot, '_edit_last', '_wp_page_template')
    when 'attachment' then elt(slot, '_wp_attached_file', '_wp_attachment_metadata', '_wp_attachment_image_alt') end`
  const value = `case meta_key
    when '_edit_last' then ${authorOf}
    when '_edit_lock' then concat(unix_timestamp(at), ':', ${authorOf})
    when '_thumbnail_id' then ${thumbnail}
    when 'featured' then if(${spread(site, 300)}, '1', '0')
    when 'views' then floor(pow(${draw('views', 1000)} / 100, 4))
    when '_wp_page_template' then 'default'
    when '_wp_attached_file' then ${fileOf('n + 1')}
    when '_wp_attachment_metadata' then ${attachmentMetadata}
    when '_wp_attachment_image_alt' then ${pick('adjective', adjectives)} end`
  return `insert into ${site.prefix}postmeta (meta_id, post_id, meta_key, meta_value)
    select n * 5 + slot, n + 1, meta_key, ${value}
    from (select n, h, type, at, slot, ${key} as meta_key
      from ${site.prefix}bench_seed cross join (${slots(5)}) slots where n between ${from} and ${to}) planned
    where meta_key is not null
    order by n, slot`
}

const attachmentMetadata = `concat(
      'a:5:{s:5:"width";i:1600;s:6:"height";i:1067;s:4:"file";s:', length(${fileOf('n + 1')}), ':"', ${fileOf('n + 1')},
      '";s:8:"filesize";i:39200;s:5:"sizes";a:2:{', ${imageSize('medium', 300, 200)}, ${imageSize('large', 1024, 683)}, '}}')`

function imageSize(name: string, width: number, height: number): string {
  const ending = `-${width}x${height}.jpg`
  return `'s:${name.length}:"${name}";a:5:{s:4:"file";s:', length(n + 1) + ${'photo-'.length + ending.length},
      ':"photo-', n + 1, '${ending}";s:5:"width";i:${width};s:6:"height";i:${height};',
      's:9:"mime-type";s:10:"image/jpeg";s:8:"filesize";i:9000;}'`
}

function fileOf(id: string): string {
  return `concat('2020/01/photo-', ${id}, '.jpg')`
}

export function termRows({ prefix }: Site): readonly string[] {
  const seed = `from ${prefix}bench_seed where n < ${termCount} order by n`
  const special = Object.keys(terms)
    .map((name) => `'${name}'`)
    .join(', ')
  const isSpecial = `n < ${Object.keys(terms).length}`
  return [
    `insert into ${prefix}terms (term_id, name, slug, term_group)
      select n + 1, if(${isSpecial}, elt(n + 1, ${special}), concat(${pick('noun', nouns)}, ' ', n + 1)),
        if(${isSpecial}, elt(n + 1, ${special}), concat(lower(${pick('noun', nouns)}), '-', n + 1)), 0 ${seed}`,
    `insert into ${prefix}term_taxonomy (term_taxonomy_id, term_id, taxonomy, description, parent, count)
      select n + 1 + ${taxonomyOffset}, n + 1, if(n < ${categories}, 'category', 'post_tag'), '',
        if(n between 30 and 49, n - 20, 0), 0 ${seed}`,
  ]
}

/** Every post, whatever its state, is in one category and has two tags, most of them in few of each. */
export function relationRows({ prefix }: Site, from: number, to: number): string {
  const uneven = (name: string, size: number) => `floor(pow(${draw(name, 10_000)} / 10000, 3) * ${size})`
  const last = Object.keys(terms).length
  const category = `if(${draw('half', 100)} < 55, ${terms.half},
    elt(1 + (${uneven('category', categories - last + 1)} > 0), ${terms.default}, ${last} + ${uneven('category', categories - last + 1)}))`
  const tag = (slot: 1 | 2) =>
    `${categories + slot} + 2 * ${uneven(`tag ${slot}`, (termCount - categories) / 2)}`
  return `insert into ${prefix}term_relationships (object_id, term_taxonomy_id, term_order)
    select n + 1, ${taxonomyOffset} + elt(slot, ${category}, ${tag(1)}, ${tag(2)}), 0
    from ${prefix}bench_seed cross join (${slots(3)}) slots
    where type = 'post' and n between ${from} and ${to}
    order by n, slot`
}

/** The terms of a known size: 2 500 and 334 posts over all the years, and 500 that are all among the oldest. */
export function specialRelations(site: Site): readonly string[] {
  const relate = (term: number, which: string) =>
    `insert into ${site.prefix}term_relationships (object_id, term_taxonomy_id, term_order)
      select n + 1, ${taxonomyOffset + term}, 0 from ${site.prefix}bench_seed where ${which} order by n`
  return [
    relate(terms.medium, spread(site, 2500)),
    relate(terms.few, spread(site, 334)),
    relate(terms.oldest, 'n % 10 = 0 and n < 5000'),
  ]
}

/** As wp_update_term_count: what is published counts, drafts have terms but do not. */
export function termCounts({ prefix }: Site): string {
  return `update ${prefix}term_taxonomy taxonomy join (
      select term_taxonomy_id, count(*) as published
      from ${prefix}term_relationships relation join ${prefix}bench_seed seed on seed.n = relation.object_id - 1
      where seed.status = 'publish' group by term_taxonomy_id
    ) counted on counted.term_taxonomy_id = taxonomy.term_taxonomy_id
    set taxonomy.count = counted.published`
}

export function userRows({ prefix }: Site): readonly string[] {
  const seed = `from ${prefix}bench_seed`
  return [
    `insert into ${prefix}users (ID, user_login, user_pass, user_nicename, user_email, user_registered, display_name)
      select n + 1, concat('user', n + 1), '!', concat('user-', n + 1), concat('user', n + 1, '@example.test'),
        '2010-01-01 00:00:00', concat('User ', ${pick('noun', nouns)}, ' ', n + 1)
      ${seed} where n < ${users} order by n`,
    `insert into ${prefix}usermeta (umeta_id, user_id, meta_key, meta_value)
      select n * 4 + slot, n + 1, elt(slot, 'nickname', 'description', '${prefix}capabilities', '${prefix}user_level'),
        elt(slot, concat('user', n + 1), '',
          if(n = 0, 'a:1:{s:13:"administrator";b:1;}', 'a:1:{s:6:"author";b:1;}'), if(n = 0, '10', '2'))
      ${seed} cross join (${slots(4)}) slots where n < ${users} order by n, slot`,
  ]
}

export function commentRows({ prefix }: Site, from: number, to: number): string {
  return `insert into ${prefix}comments
    (comment_ID, comment_post_ID, comment_author, comment_author_email, comment_date, comment_date_gmt, comment_content)
    select n * 4 + slot, n + 1, concat('Reader ', ${draw('reader', 5000)}), 'reader@example.test',
      date_add(at, interval slot hour), date_add(at, interval slot hour), ${pick('comment text', sentences)}
    from ${prefix}bench_seed cross join (${slots(4)}) slots
    where n between ${from} and ${to} and slot <= ${commentsOf}
    order by n, slot`
}

const commentsOf = `if(type = 'post' and status = 'publish' and ${draw('commented', 100)} < 4, 1 + ${draw('comments', 4)}, 0)`
const authorOf = `1 + floor(pow(${draw('author', 10_000)} / 10000, 2) * ${users})`

/** True for exactly `count` published posts, evenly over all rows (fewer where there are not ten times as many). */
function spread({ posts }: Site, count: number): string {
  const step = 10 * Math.max(1, Math.floor(posts / 10 / count))
  return `(n % ${step} = 0 and n < ${step * count})`
}

function slots(count: number): string {
  return Array.from({ length: count }, (_, slot) => `select ${slot + 1} as slot`).join(' union all ')
}

function pick(name: string, among: readonly string[]): string {
  return `elt(1 + ${draw(name, among.length)}, ${among.map((text) => `'${text.replaceAll(`'`, `''`)}'`).join(', ')})`
}

/** A number below `below` out of the row's hash; each name draws independently of the others. */
function draw(name: string, below: number): string {
  let salt = 0x811c9dc5
  for (const char of name) salt = Math.imul(salt ^ char.charCodeAt(0), 0x01000193)
  return `(h * ${(salt | 0x80000001) >>> 0} >> 24) % ${below}`
}

/** 32 well mixed bits of a number: a multiplication, then two rounds of xor-shift and multiply. */
function hashOf(n: string): string {
  return mixed(mixed(`(${n} * 2654435761 & 4294967295)`))
}

function mixed(h: string): string {
  return `((${h} ^ (${h} >> 15)) * 2246822519 & 4294967295)`
}

const adjectives = 'Quiet Late Salted Northern Borrowed Patient Narrow Bright Unfinished Slow'.split(' ')
const nouns =
  'Harbour Ferry Bakery Library Orchard Lighthouse Market Workshop Garden Bridge Letter Winter'.split(' ')
const places = [
  'by the sea',
  'on the hill',
  'after the rain',
  'without a map',
  'at the old mill',
  'in the valley',
  'before breakfast',
  'across the river',
]
const sentences = [
  'The ferry left a little before seven, and nobody on the quay seemed to mind.',
  'We had been told to bring warm coats; we had brought a cake instead.',
  'A narrow path runs behind the bakery, past the <em>second</em> gate and down to the water.',
  'It is not a long walk, but it has three hills in it.',
  'The library opens at nine -- or, as the sign puts it, "when the kettle has boiled".',
  'Most of the boats here are older than the people who sail them.',
  'By the time the fog lifted, the market had already been packed away and the square swept clean.',
  'Somebody had painted the lighthouse door a very bright blue.',
  'Prices have hardly moved since spring: four for a loaf, two for a roll, nothing for advice.',
  `There are <a href="${home}/about/">two museums</a> in town, and one of them is somebody's kitchen.`,
  'The orchard was planted by a schoolteacher who disliked apples.',
  'If you only have an hour, spend it on the bench beside the old mill.',
  'Rain was promised for the afternoon and delivered, in full, at noon.',
  'The workshop repairs clocks, bicycles, and on Thursdays small radios.',
  'A letter arrived last week with no stamp, no sender & no explanation.',
  'Every bridge in the valley has a name, and every name has at least two stories.',
  'The older maps show a road where there is now only grass and a surprising number of hares.',
  'She counted the steps on the way up and again on the way down, and got different numbers.',
  'Winter comes early on this side of the river, stays late, and leaves without saying goodbye.',
  'What the garden lacks in order it makes up for in tomatoes.',
]
