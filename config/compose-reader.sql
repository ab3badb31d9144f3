-- The account that compose.yaml's gateway reads with.
create user 'reader'@'%' identified by 'reader';
grant select on site.* to 'reader'@'%';
-- For changes row by row. Whoever may follow the log sees every change of the whole server: this one holds nothing else.
-- Without this line the gateway looks at the times of tables instead.
grant replication slave, replication client on *.* to 'reader'@'%';
