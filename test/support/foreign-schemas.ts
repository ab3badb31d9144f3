// Tables as other systems define them, by their documentation, with a few rows; each statement runs on every database.

/** Drupal's nodes, users and terms: a row for each language, times in seconds, terms by a table of relations. */
export const drupal: readonly string[] = [
  `create table users_field_data (uid int not null, langcode varchar(12) not null, name varchar(60) not null,
     mail varchar(254), status smallint, created int not null, default_langcode smallint not null, primary key (uid, langcode))`,
  `create table node_field_data (nid int not null, vid int not null, type varchar(32) not null, langcode varchar(12) not null,
     status smallint not null, uid int not null, title varchar(255) not null, created int not null, changed int not null,
     promote smallint not null, sticky smallint not null, default_langcode smallint not null,
     primary key (nid, langcode))`,
  `create table taxonomy_term_field_data (tid int not null, vid varchar(32) not null, langcode varchar(12) not null,
     status smallint not null, name varchar(255) not null, weight int not null, default_langcode smallint not null,
     primary key (tid, langcode))`,
  `create table taxonomy_index (nid int not null, tid int not null, status int not null, sticky smallint, created int not null,
     primary key (nid, tid))`,
  `create table node__body (bundle varchar(128) not null, deleted smallint not null, entity_id int not null,
     revision_id int not null, langcode varchar(32) not null, delta int not null, body_value varchar(2000) not null,
     body_summary varchar(2000), body_format varchar(255), primary key (entity_id, deleted, delta, langcode))`,
  `insert into node__body values ('article', 0, 1, 1, 'en', 0, 'A first text.', null, null),
     ('article', 0, 1, 1, 'de', 0, 'Ein erster Text.', null, null)`,
  `insert into users_field_data values (1, 'en', 'admin', 'admin@example.org', 1, 1700000000, 1)`,
  `insert into node_field_data values
     (1, 1, 'article', 'en', 1, 1, 'First', 1700000000, 1700000100, 1, 0, 1),
     (1, 1, 'article', 'de', 1, 1, 'Erster', 1700000000, 1700000100, 1, 0, 0),
     (2, 2, 'article', 'en', 0, 1, 'Unpublished', 1700000200, 1700000200, 1, 0, 1),
     (3, 3, 'page', 'en', 1, 1, 'About', 1700000300, 1700000300, 0, 0, 1),
     (4, 4, 'article', 'en', 1, 1, 'Second', 1700000400, 1700000400, 1, 0, 1)`,
  `insert into taxonomy_term_field_data values (7, 'tags', 'en', 1, 'Ferries', 0, 1)`,
  `insert into taxonomy_index values (1, 7, 1, 0, 1700000000), (4, 7, 1, 0, 1700000400)`,
]

/** phpBB's topics, forums and users: times in seconds, visibility as a number, a forum by a key. */
export const phpbb: readonly string[] = [
  `create table phpbb_forums (forum_id int not null primary key, parent_id int not null, forum_name varchar(255) not null,
     forum_desc varchar(2000) not null)`,
  `create table phpbb_users (user_id int not null primary key, username varchar(255) not null,
     username_clean varchar(255) not null, user_email varchar(100) not null, user_password varchar(255) not null,
     user_regdate int not null)`,
  `create table phpbb_topics (topic_id int not null primary key, forum_id int not null, topic_title varchar(255) not null,
     topic_poster int not null, topic_time int not null, topic_views int not null, topic_status smallint not null,
     topic_type smallint not null, topic_visibility smallint not null, topic_first_post_id int not null)`,
  `create table phpbb_posts (post_id int not null primary key, topic_id int not null, forum_id int not null,
     poster_id int not null, post_time int not null, post_subject varchar(255) not null, post_text varchar(2000) not null,
     post_visibility smallint not null)`,
  `insert into phpbb_forums values (2, 0, 'Sailing', 'Boats'), (3, 0, 'Other', '')`,
  `insert into phpbb_users values (53, 'Ada', 'ada', 'ada@example.org', 'x', 1600000000)`,
  `insert into phpbb_topics values
     (10, 2, 'Which rope?', 53, 1700000000, 5, 0, 0, 1, 100),
     (11, 2, 'Spam', 53, 1700000100, 5, 0, 0, 0, 101),
     (12, 3, 'Deleted', 53, 1700000200, 5, 0, 0, 2, 102),
     (13, 3, 'Hello', 53, 1700000300, 5, 0, 0, 1, 103)`,
  `insert into phpbb_posts values (100, 10, 2, 53, 1700000000, 'Which rope?', 'Thick or thin?', 1),
     (104, 10, 2, 53, 1700000000, 'Re: Which rope?', 'Thick.', 1)`,
]

/** A German blog: words of its own for states, dates, comments and attributes. */
export const blog: readonly string[] = [
  `create table autoren (id int not null primary key, name varchar(100) not null)`,
  `create table rubriken (id int not null primary key, name varchar(100) not null, kurzname varchar(100) not null)`,
  `create table artikel (id int not null primary key, titel varchar(200) not null, inhalt varchar(2000) not null,
     status varchar(20) not null, datum datetime not null, autor_id int not null, rubrik_id int null)`,
  `create table kommentare (id int not null primary key, artikel_id int not null, name varchar(100) not null,
     text varchar(2000) not null, datum datetime not null)`,
  `create table artikel_meta (id int not null primary key, artikel_id int not null, name varchar(100) not null,
     wert varchar(100) not null)`,
  `insert into autoren values (1, 'Änne')`,
  `insert into rubriken values (1, 'Neues', 'neues')`,
  `insert into artikel values (1, 'Eine Fähre', 'Sie fährt.', 'veroeffentlicht', '2024-02-01 10:00:00', 1, 1),
     (2, 'Ein Entwurf', 'Noch nicht.', 'entwurf', '2024-02-02 10:00:00', 1, null),
     (3, 'Etwas', 'Anderes.', 'gesperrt', '2024-02-03 10:00:00', 1, 1)`,
  `insert into kommentare values (1, 1, 'Ben', 'Schön.', '2024-02-01 11:00:00'), (2, 2, 'Ben', 'Bald?', '2024-02-01 11:00:00')`,
  `insert into artikel_meta values (1, 1, 'preis', '3')`,
]
