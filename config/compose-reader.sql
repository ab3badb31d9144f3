-- The account that compose.yaml's gateway reads with.
create user 'reader'@'%' identified by 'reader';
grant select on site.* to 'reader'@'%';
