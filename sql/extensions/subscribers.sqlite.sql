-- The mailing list of the sample extension.
create table if not exists myplugin_subscribers (
  email text primary key,
  subscribed_at text not null
) without rowid
