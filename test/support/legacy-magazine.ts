// A magazine whose keys are UUIDs.
import { options, type LegacySite } from './legacy-site.ts'

// Read as numbers several of these are equal, and some are 0
const uuids = {
  alpha: '3e000000-0000-4000-8000-00000000000a',
  beta: '30000000-0000-4000-8000-00000000000b',
  gamma: '3f000000-0000-4000-8000-00000000000c',
  draft: 'd0000000-0000-4000-8000-00000000000d',
  gone: 'e0000000-0000-4000-8000-00000000000e',
  ada: '3a000000-0000-4000-8000-0000000000a1',
  ben: 'b0000000-0000-4000-8000-0000000000b1',
  news: 'a7000000-0000-4000-8000-0000000000c1',
  letters: '3c000000-0000-4000-8000-0000000000c2',
  comment: 'f0000000-0000-4000-8000-0000000000f1',
}

/** Keys are UUIDs, sections a foreign key, states words of its own, and every column that can be is NULL somewhere. */
export const magazineSite: LegacySite = {
  name: 'a magazine with UUIDs',
  index: 'stories (state, published)',
  ...uuids,
  layout: {
    extends: 'plain',
    tables: {
      posts: {
        table: 'stories',
        columns: {
          id: 'uuid',
          title: 'headline',
          content: 'body',
          slug: 'name',
          status: { column: 'state', values: { live: 'publish', draft: 'draft' } },
          type: { constant: 'post' },
          password: { constant: '' },
          created_at: 'published',
          author_id: 'writer',
        },
      },
      users: { table: 'writers', columns: { id: 'uuid', name: 'full_name', slug: 'handle' } },
      terms: { table: 'sections', columns: { id: 'uuid', name: 'title', slug: 'short' } },
      term_taxonomy: {
        table: 'sections',
        columns: {
          id: 'uuid',
          term_id: 'uuid',
          taxonomy: { constant: 'category' },
          parent_id: 'above',
          count: {
            sql: `select count(*) from stories s where s.section = term_taxonomy.uuid and s.state = 'live'`,
          },
        },
        reads: ['stories'],
      },
      term_relationships: { table: 'stories', columns: { post_id: 'uuid', term_taxonomy_id: 'section' } },
      comments: {
        table: 'replies',
        columns: {
          id: 'uuid',
          post_id: 'story',
          created_at: 'made',
          content: 'said',
          status: { constant: '1' },
          author_id: 'writer',
          parent_id: 'above',
        },
      },
      postmeta: { table: 'facts', columns: { post_id: 'story', key: 'fact', value: 'said' } },
    },
    options,
  },
  statements: [
    `create table stories (uuid char(36) not null primary key, headline varchar(200) not null, body varchar(2000) null,
       name varchar(100) not null, state varchar(20) null, published datetime null, writer char(36) null, section char(36) null)`,
    'create table writers (uuid char(36) not null primary key, full_name varchar(100) not null, handle varchar(100) not null)',
    `create table sections (uuid char(36) not null primary key, title varchar(100) not null, short varchar(100) not null,
       above char(36) null)`,
    `create table replies (uuid char(36) not null primary key, story char(36) not null, made datetime null, said varchar(2000) null,
       writer char(36) null, above char(36) null)`,
    'create table facts (story char(36) not null, fact varchar(100) not null, said varchar(100) null)',
    `insert into stories values
       ('${uuids.alpha}', 'Alpha', 'A ferry sails.', 'alpha', 'live', '2024-02-01 10:00:00', '${uuids.ada}', '${uuids.news}'),
       ('${uuids.beta}', 'Beta', 'A letter.', 'beta', 'live', '2024-02-02 10:00:00', '${uuids.ben}', '${uuids.letters}'),
       ('${uuids.gamma}', 'Gamma', 'A harbour.', 'gamma', 'live', '2024-02-02 10:00:00', '${uuids.ada}', '${uuids.news}'),
       ('${uuids.draft}', 'Delta', 'Not yet.', 'delta', 'draft', '2024-02-03 10:00:00', '${uuids.ada}', '${uuids.news}'),
       ('${uuids.gone}', 'Epsilon', 'Gone.', 'epsilon', null, null, null, null)`,
    `insert into writers values ('${uuids.ada}', 'Ada', 'ada'), ('${uuids.ben}', 'Ben', 'ben')`,
    `insert into sections values ('${uuids.news}', 'News', 'news', null), ('${uuids.letters}', 'Letters', 'letters', null)`,
    `insert into replies values
       ('${uuids.comment}', '${uuids.alpha}', '2024-02-01 11:00:00', 'Well said.', '${uuids.ben}', null),
       ('${uuids.ben}', '${uuids.draft}', '2024-02-03 11:00:00', 'Soon?', '${uuids.ben}', null)`,
    `insert into facts values ('${uuids.alpha}', 'price', '12')`,
  ],
  retitle: (title) => `update stories set headline = '${title}' where uuid = '${uuids.alpha}'`,
  publish: `update stories set state = 'live' where uuid = '${uuids.draft}'`,
  recomment: `update replies set said = 'Better said.' where uuid = '${uuids.comment}'`,
}
