// Four databases that are not WordPress's, each with the same five articles, two people, two sections, a comment and an
// attribute, in tables, keys, states and times of its own.
import { options, type LegacySite } from './legacy-site.ts'
import { magazineSite } from './legacy-magazine.ts'

const numbers = {
  alpha: 11,
  beta: 12,
  gamma: 13,
  draft: 14,
  gone: 15,
  ada: 3,
  ben: 4,
  news: 7,
  letters: 8,
  comment: 21,
}

/** Under the names that Lectern itself uses. */
const plainSite: LegacySite = {
  name: 'plain tables',
  index: 'posts (type, status, created_at)',
  ...numbers,
  layout: { extends: 'plain', options },
  statements: [
    `create table posts (id integer not null primary key, created_at datetime not null, title varchar(200) not null,
       content varchar(2000) not null, slug varchar(100) not null, status varchar(20) not null, type varchar(20) not null,
       password varchar(20) not null, author_id integer not null)`,
    'create table users (id integer not null primary key, name varchar(100) not null, slug varchar(100) not null)',
    'create table terms (id integer not null primary key, name varchar(100) not null, slug varchar(100) not null)',
    'create table term_taxonomy (id integer not null primary key, term_id integer not null, taxonomy varchar(32) not null, count integer not null)',
    'create table term_relationships (post_id integer not null, term_taxonomy_id integer not null, primary key (post_id, term_taxonomy_id))',
    `create table comments (id integer not null primary key, post_id integer not null, created_at datetime not null,
       content varchar(2000) not null, status varchar(20) not null, author_id integer not null)`,
    'create table postmeta (post_id integer not null, `key` varchar(100) not null, value varchar(100) not null)',
    `insert into posts values
       (11, '2024-02-01 10:00:00', 'Alpha', 'A ferry sails.', 'alpha', 'publish', 'post', '', 3),
       (12, '2024-02-02 10:00:00', 'Beta', 'A letter.', 'beta', 'publish', 'post', '', 4),
       (13, '2024-02-02 10:00:00', 'Gamma', 'A harbour.', 'gamma', 'publish', 'post', '', 3),
       (14, '2024-02-03 10:00:00', 'Delta', 'Not yet.', 'delta', 'draft', 'post', '', 3),
       (15, '2024-02-04 10:00:00', 'Epsilon', 'Gone.', 'epsilon', 'trash', 'post', '', 3)`,
    `insert into users values (3, 'Ada', 'ada'), (4, 'Ben', 'ben')`,
    `insert into terms values (7, 'News', 'news'), (8, 'Letters', 'letters')`,
    `insert into term_taxonomy values (7, 7, 'category', 2), (8, 8, 'category', 1)`,
    'insert into term_relationships values (11, 7), (12, 8), (13, 7), (14, 7), (15, 7)',
    `insert into comments values (21, 11, '2024-02-01 11:00:00', 'Well said.', '1', 4), (22, 14, '2024-02-03 11:00:00', 'Soon?', '1', 4)`,
    `insert into postmeta values (11, 'price', '12')`,
  ],
  retitle: (title) => `update posts set title = '${title}' where id = 11`,
  publish: `update posts set status = 'publish' where id = 14`,
  recomment: `update comments set content = 'Better said.' where id = 21`,
}

/** Three tables, and states that are small integers; a section by a foreign key. */
const blogSite: LegacySite = {
  name: 'a blog of three tables',
  index: 'artikel (freigabe, datum)',
  ...numbers,
  comment: 0,
  layout: {
    extends: 'plain',
    tables: {
      posts: {
        table: 'artikel',
        columns: {
          id: 'nr',
          title: 'titel',
          content: 'inhalt',
          slug: 'kurzname',
          status: { column: 'freigabe', values: { 1: 'publish', 0: 'draft' } },
          type: { constant: 'post' },
          password: { constant: '' },
          created_at: 'datum',
          author_id: 'autor_nr',
        },
      },
      users: { table: 'autoren', columns: { id: 'nr', name: 'name', slug: 'kuerzel' } },
      terms: { table: 'rubriken', columns: { id: 'nr', name: 'name', slug: 'kurzname' } },
      term_taxonomy: {
        table: 'rubriken',
        columns: {
          id: 'nr',
          term_id: 'nr',
          taxonomy: { constant: 'category' },
          count: {
            sql: 'select count(*) from artikel a where a.rubrik_nr = term_taxonomy.nr and a.freigabe = 1',
          },
        },
        reads: ['artikel'],
      },
      term_relationships: { table: 'artikel', columns: { post_id: 'nr', term_taxonomy_id: 'rubrik_nr' } },
    },
    options,
  },
  statements: [
    `create table artikel (nr integer not null primary key, titel varchar(200) not null, inhalt varchar(2000) null,
       kurzname varchar(100) not null, freigabe smallint null, datum datetime null, autor_nr integer null, rubrik_nr integer null)`,
    'create table autoren (nr integer not null primary key, name varchar(100) not null, kuerzel varchar(100) not null)',
    'create table rubriken (nr integer not null primary key, name varchar(100) not null, kurzname varchar(100) not null)',
    `insert into artikel values
       (11, 'Alpha', 'A ferry sails.', 'alpha', 1, '2024-02-01 10:00:00', 3, 7),
       (12, 'Beta', 'A letter.', 'beta', 1, '2024-02-02 10:00:00', 4, 8),
       (13, 'Gamma', 'A harbour.', 'gamma', 1, '2024-02-02 10:00:00', 3, 7),
       (14, 'Delta', 'Not yet.', 'delta', 0, '2024-02-03 10:00:00', 3, 7),
       (15, 'Epsilon', 'Gone.', 'epsilon', 9, '2024-02-04 10:00:00', 3, 7)`,
    `insert into autoren values (3, 'Ada', 'ada'), (4, 'Ben', 'ben')`,
    `insert into rubriken values (7, 'News', 'news'), (8, 'Letters', 'letters')`,
  ],
  retitle: (title) => `update artikel set titel = '${title}' where nr = 11`,
  publish: 'update artikel set freigabe = 1 where nr = 14',
  recomment: '',
}

/** Times are seconds and milliseconds since 1970, what is deleted stays, and the text of a topic is its first reply's. */
const forumSite: LegacySite = {
  name: 'a forum with seconds and soft deletion',
  index: 'topics (deleted_at, visible, begun)',
  ...numbers,
  layout: {
    extends: 'plain',
    tables: {
      posts: {
        table: 'topics',
        columns: {
          id: 'topic_id',
          title: 'subject',
          content: {
            sql: '(select r.said from replies r where r.topic_id = posts.topic_id and r.is_first = 1)',
          },
          slug: { sql: 'lower(posts.subject)' },
          status: { column: 'visible', values: { 1: 'publish', 0: 'draft' } },
          type: { constant: 'post' },
          password: { constant: '' },
          created_at: { column: 'begun', as: 'unix-seconds' },
          author_id: 'member_id',
        },
        where: { deleted_at: null },
        reads: ['replies'],
      },
      users: {
        table: 'members',
        columns: { id: 'member_id', name: 'nick', slug: { sql: 'lower(users.nick)' } },
      },
      terms: {
        table: 'forums',
        columns: { id: 'forum_id', name: 'title', slug: { sql: 'lower(terms.title)' } },
      },
      term_taxonomy: {
        table: 'forums',
        columns: {
          id: 'forum_id',
          term_id: 'forum_id',
          taxonomy: { constant: 'category' },
          count: {
            sql: 'select count(*) from topics t where t.forum_id = term_taxonomy.forum_id and t.visible = 1 and t.deleted_at is null',
          },
        },
        reads: ['topics'],
      },
      term_relationships: { table: 'topics', columns: { post_id: 'topic_id', term_taxonomy_id: 'forum_id' } },
      comments: {
        table: 'replies',
        columns: {
          id: 'reply_id',
          post_id: 'topic_id',
          created_at: { column: 'said_at', as: 'unix-milliseconds' },
          content: 'said',
          status: { constant: '1' },
          author_id: 'member_id',
        },
        where: { is_first: 0, deleted_at: null },
      },
    },
    options,
  },
  statements: [
    `create table topics (topic_id integer not null primary key, forum_id integer not null, subject varchar(200) not null,
       member_id integer not null, begun bigint not null, visible smallint not null, deleted_at bigint null)`,
    'create table members (member_id integer not null primary key, nick varchar(100) not null)',
    'create table forums (forum_id integer not null primary key, title varchar(100) not null)',
    `create table replies (reply_id integer not null primary key, topic_id integer not null, member_id integer not null,
       said varchar(2000) not null, said_at bigint not null, is_first smallint not null, deleted_at bigint null)`,
    `insert into topics values
       (11, 7, 'Alpha', 3, 1706781600, 1, null), (12, 8, 'Beta', 4, 1706868000, 1, null), (13, 7, 'Gamma', 3, 1706868000, 1, null),
       (14, 7, 'Delta', 3, 1706954400, 0, null), (15, 7, 'Epsilon', 3, 1707040800, 1, 1707040900)`,
    `insert into members values (3, 'Ada'), (4, 'Ben')`,
    `insert into forums values (7, 'News'), (8, 'Letters')`,
    `insert into replies values
       (31, 11, 3, 'A ferry sails.', 1706781600000, 1, null), (32, 12, 4, 'A letter.', 1706868000000, 1, null),
       (33, 13, 3, 'A harbour.', 1706868000000, 1, null), (34, 14, 3, 'Not yet.', 1706954400000, 1, null),
       (35, 15, 3, 'Gone.', 1707040800000, 1, null), (21, 11, 4, 'Well said.', 1706785200000, 0, null),
       (22, 14, 4, 'Soon?', 1706785200000, 0, null), (23, 11, 4, 'Deleted.', 1706785300000, 0, 1706785400)`,
  ],
  retitle: (title) => `update topics set subject = '${title}' where topic_id = 11`,
  publish: 'update topics set visible = 1 where topic_id = 14',
  recomment: `update replies set said = 'Better said.' where reply_id = 21`,
}

export const legacySites = [plainSite, blogSite, magazineSite, forumSite] as const
