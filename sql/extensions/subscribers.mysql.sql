-- The mailing list of the sample extension.
create table if not exists myplugin_subscribers (
  email varchar(190) character set ascii collate ascii_bin not null primary key,
  subscribed_at datetime not null
)
