-- The stock layout of a WordPress database, prefix wp_, for SQLite. Text compares without regard to case, as in the
-- original's collations (nocase: ASCII only); dates are text. Index names carry their table's, being global here.

create table wp_posts (
  ID integer primary key,
  post_author integer not null default 0,
  post_date text not null default '0000-00-00 00:00:00',
  post_date_gmt text not null default '0000-00-00 00:00:00',
  post_content text collate nocase not null default '',
  post_title text collate nocase not null default '',
  post_excerpt text collate nocase not null default '',
  post_status text collate nocase not null default 'publish',
  comment_status text collate nocase not null default 'open',
  ping_status text collate nocase not null default 'open',
  post_password text collate nocase not null default '',
  post_name text collate nocase not null default '',
  to_ping text collate nocase not null default '',
  pinged text collate nocase not null default '',
  post_modified text not null default '0000-00-00 00:00:00',
  post_modified_gmt text not null default '0000-00-00 00:00:00',
  post_content_filtered text collate nocase not null default '',
  post_parent integer not null default 0,
  guid text collate nocase not null default '',
  menu_order integer not null default 0,
  post_type text collate nocase not null default 'post',
  post_mime_type text collate nocase not null default '',
  comment_count integer not null default 0
);
create index wp_posts_post_name on wp_posts (post_name);
create index wp_posts_type_status_date on wp_posts (post_type, post_status, post_date, ID);
create index wp_posts_post_parent on wp_posts (post_parent);
create index wp_posts_post_author on wp_posts (post_author);
create index wp_posts_type_status_author on wp_posts (post_type, post_status, post_author);

create table wp_postmeta (
  meta_id integer primary key,
  post_id integer not null default 0,
  meta_key text collate nocase,
  meta_value text collate nocase
);
create index wp_postmeta_post_id on wp_postmeta (post_id);
create index wp_postmeta_meta_key on wp_postmeta (meta_key);

create table wp_terms (
  term_id integer primary key,
  name text collate nocase not null default '',
  slug text collate nocase not null default '',
  term_group integer not null default 0
);
create index wp_terms_slug on wp_terms (slug);
create index wp_terms_name on wp_terms (name);

create table wp_term_taxonomy (
  term_taxonomy_id integer primary key,
  term_id integer not null default 0,
  taxonomy text collate nocase not null default '',
  description text collate nocase not null default '',
  parent integer not null default 0,
  count integer not null default 0
);
create unique index wp_term_taxonomy_term_id_taxonomy on wp_term_taxonomy (term_id, taxonomy);
create index wp_term_taxonomy_taxonomy on wp_term_taxonomy (taxonomy);

create table wp_term_relationships (
  object_id integer not null default 0,
  term_taxonomy_id integer not null default 0,
  term_order integer not null default 0,
  primary key (object_id, term_taxonomy_id)
) without rowid;
create index wp_term_relationships_term_taxonomy_id on wp_term_relationships (term_taxonomy_id);

create table wp_termmeta (
  meta_id integer primary key,
  term_id integer not null default 0,
  meta_key text collate nocase,
  meta_value text collate nocase
);
create index wp_termmeta_term_id on wp_termmeta (term_id);
create index wp_termmeta_meta_key on wp_termmeta (meta_key);

create table wp_users (
  ID integer primary key,
  user_login text collate nocase not null default '',
  user_pass text collate nocase not null default '',
  user_nicename text collate nocase not null default '',
  user_email text collate nocase not null default '',
  user_url text collate nocase not null default '',
  user_registered text not null default '0000-00-00 00:00:00',
  user_activation_key text collate nocase not null default '',
  user_status integer not null default 0,
  display_name text collate nocase not null default ''
);
create index wp_users_user_login_key on wp_users (user_login);
create index wp_users_user_nicename on wp_users (user_nicename);
create index wp_users_user_email on wp_users (user_email);

create table wp_usermeta (
  umeta_id integer primary key,
  user_id integer not null default 0,
  meta_key text collate nocase,
  meta_value text collate nocase
);
create index wp_usermeta_user_id on wp_usermeta (user_id);
create index wp_usermeta_meta_key on wp_usermeta (meta_key);

create table wp_comments (
  comment_ID integer primary key,
  comment_post_ID integer not null default 0,
  comment_author text collate nocase not null default '',
  comment_author_email text collate nocase not null default '',
  comment_author_url text collate nocase not null default '',
  comment_author_IP text collate nocase not null default '',
  comment_date text not null default '0000-00-00 00:00:00',
  comment_date_gmt text not null default '0000-00-00 00:00:00',
  comment_content text collate nocase not null default '',
  comment_karma integer not null default 0,
  comment_approved text collate nocase not null default '1',
  comment_agent text collate nocase not null default '',
  comment_type text collate nocase not null default 'comment',
  comment_parent integer not null default 0,
  user_id integer not null default 0
);
create index wp_comments_comment_post_ID on wp_comments (comment_post_ID);
create index wp_comments_comment_approved_date_gmt on wp_comments (comment_approved, comment_date_gmt);
create index wp_comments_comment_date_gmt on wp_comments (comment_date_gmt);
create index wp_comments_comment_parent on wp_comments (comment_parent);
create index wp_comments_comment_author_email on wp_comments (comment_author_email);

create table wp_commentmeta (
  meta_id integer primary key,
  comment_id integer not null default 0,
  meta_key text collate nocase,
  meta_value text collate nocase
);
create index wp_commentmeta_comment_id on wp_commentmeta (comment_id);
create index wp_commentmeta_meta_key on wp_commentmeta (meta_key);

create table wp_options (
  option_id integer primary key,
  option_name text collate nocase not null default '',
  option_value text collate nocase not null default '',
  autoload text collate nocase not null default 'yes'
);
create unique index wp_options_option_name on wp_options (option_name);
create index wp_options_autoload on wp_options (autoload);

create table wp_links (
  link_id integer primary key,
  link_url text collate nocase not null default '',
  link_name text collate nocase not null default '',
  link_image text collate nocase not null default '',
  link_target text collate nocase not null default '',
  link_description text collate nocase not null default '',
  link_visible text collate nocase not null default 'Y',
  link_owner integer not null default 1,
  link_rating integer not null default 0,
  link_updated text not null default '0000-00-00 00:00:00',
  link_rel text collate nocase not null default '',
  link_notes text collate nocase not null default '',
  link_rss text collate nocase not null default ''
);
create index wp_links_link_visible on wp_links (link_visible);
