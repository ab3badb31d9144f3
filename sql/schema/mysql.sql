-- The stock layout of a WordPress database, prefix wp_, for MySQL (5.7 and later) and MariaDB (10.3 and later): what
-- Lectern reads, for demos and tests. It creates and never drops; the mode lets the stock zero dates in.
/*! SET sql_mode='NO_BACKSLASH_ESCAPES' */;

create table wp_posts (
  ID bigint unsigned not null auto_increment,
  post_author bigint unsigned not null default 0,
  post_date datetime not null default '0000-00-00 00:00:00',
  post_date_gmt datetime not null default '0000-00-00 00:00:00',
  post_content longtext not null,
  post_title text not null,
  post_excerpt text not null,
  post_status varchar(20) not null default 'publish',
  comment_status varchar(20) not null default 'open',
  ping_status varchar(20) not null default 'open',
  post_password varchar(255) not null default '',
  post_name varchar(200) not null default '',
  to_ping text not null,
  pinged text not null,
  post_modified datetime not null default '0000-00-00 00:00:00',
  post_modified_gmt datetime not null default '0000-00-00 00:00:00',
  post_content_filtered longtext not null,
  post_parent bigint unsigned not null default 0,
  guid varchar(255) not null default '',
  menu_order int not null default 0,
  post_type varchar(20) not null default 'post',
  post_mime_type varchar(100) not null default '',
  comment_count bigint not null default 0,
  primary key (ID),
  key post_name (post_name(191)),
  key type_status_date (post_type, post_status, post_date, ID),
  key post_parent (post_parent),
  key post_author (post_author),
  key type_status_author (post_type, post_status, post_author)
) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci;

create table wp_postmeta (
  meta_id bigint unsigned not null auto_increment,
  post_id bigint unsigned not null default 0,
  meta_key varchar(255),
  meta_value longtext,
  primary key (meta_id),
  key post_id (post_id),
  key meta_key (meta_key(191))
) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci;

create table wp_terms (
  term_id bigint unsigned not null auto_increment,
  name varchar(200) not null default '',
  slug varchar(200) not null default '',
  term_group bigint not null default 0,
  primary key (term_id),
  key slug (slug(191)),
  key name (name(191))
) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci;

create table wp_term_taxonomy (
  term_taxonomy_id bigint unsigned not null auto_increment,
  term_id bigint unsigned not null default 0,
  taxonomy varchar(32) not null default '',
  description longtext not null,
  parent bigint unsigned not null default 0,
  count bigint not null default 0,
  primary key (term_taxonomy_id),
  unique key term_id_taxonomy (term_id, taxonomy),
  key taxonomy (taxonomy)
) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci;

create table wp_term_relationships (
  object_id bigint unsigned not null default 0,
  term_taxonomy_id bigint unsigned not null default 0,
  term_order int not null default 0,
  primary key (object_id, term_taxonomy_id),
  key term_taxonomy_id (term_taxonomy_id)
) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci;

create table wp_termmeta (
  meta_id bigint unsigned not null auto_increment,
  term_id bigint unsigned not null default 0,
  meta_key varchar(255),
  meta_value longtext,
  primary key (meta_id),
  key term_id (term_id),
  key meta_key (meta_key(191))
) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci;

create table wp_users (
  ID bigint unsigned not null auto_increment,
  user_login varchar(60) not null default '',
  user_pass varchar(255) not null default '',
  user_nicename varchar(50) not null default '',
  user_email varchar(100) not null default '',
  user_url varchar(100) not null default '',
  user_registered datetime not null default '0000-00-00 00:00:00',
  user_activation_key varchar(255) not null default '',
  user_status int not null default 0,
  display_name varchar(250) not null default '',
  primary key (ID),
  key user_login_key (user_login),
  key user_nicename (user_nicename),
  key user_email (user_email)
) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci;

create table wp_usermeta (
  umeta_id bigint unsigned not null auto_increment,
  user_id bigint unsigned not null default 0,
  meta_key varchar(255),
  meta_value longtext,
  primary key (umeta_id),
  key user_id (user_id),
  key meta_key (meta_key(191))
) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci;

create table wp_comments (
  comment_ID bigint unsigned not null auto_increment,
  comment_post_ID bigint unsigned not null default 0,
  comment_author tinytext not null,
  comment_author_email varchar(100) not null default '',
  comment_author_url varchar(200) not null default '',
  comment_author_IP varchar(100) not null default '',
  comment_date datetime not null default '0000-00-00 00:00:00',
  comment_date_gmt datetime not null default '0000-00-00 00:00:00',
  comment_content text not null,
  comment_karma int not null default 0,
  comment_approved varchar(20) not null default '1',
  comment_agent varchar(255) not null default '',
  comment_type varchar(20) not null default 'comment',
  comment_parent bigint unsigned not null default 0,
  user_id bigint unsigned not null default 0,
  primary key (comment_ID),
  key comment_post_ID (comment_post_ID),
  key comment_approved_date_gmt (comment_approved, comment_date_gmt),
  key comment_date_gmt (comment_date_gmt),
  key comment_parent (comment_parent),
  key comment_author_email (comment_author_email(10))
) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci;

create table wp_commentmeta (
  meta_id bigint unsigned not null auto_increment,
  comment_id bigint unsigned not null default 0,
  meta_key varchar(255),
  meta_value longtext,
  primary key (meta_id),
  key comment_id (comment_id),
  key meta_key (meta_key(191))
) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci;

create table wp_options (
  option_id bigint unsigned not null auto_increment,
  option_name varchar(191) not null default '',
  option_value longtext not null,
  autoload varchar(20) not null default 'yes',
  primary key (option_id),
  unique key option_name (option_name),
  key autoload (autoload)
) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci;

create table wp_links (
  link_id bigint unsigned not null auto_increment,
  link_url varchar(255) not null default '',
  link_name varchar(255) not null default '',
  link_image varchar(255) not null default '',
  link_target varchar(25) not null default '',
  link_description varchar(255) not null default '',
  link_visible varchar(20) not null default 'Y',
  link_owner bigint unsigned not null default 1,
  link_rating int not null default 0,
  link_updated datetime not null default '0000-00-00 00:00:00',
  link_rel varchar(255) not null default '',
  link_notes mediumtext not null,
  link_rss varchar(255) not null default '',
  primary key (link_id),
  key link_visible (link_visible)
) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci;
