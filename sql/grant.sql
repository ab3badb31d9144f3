-- The account that Lectern reads with: paste this as an administrator of your MySQL or MariaDB server, with a
-- password of your own and the name of your database. SELECT is all that it needs, and all that it should have:
-- then nothing that is sent to the gateway can write to your tables, whatever the gateway does.
--
-- '%' lets it come from any host: better, name the host that the gateway runs on, 'localhost' where it is the
-- server's own. In the database name, _ and % are wildcards to GRANT: write my\_blog for the database my_blog.

create user 'lectern'@'%' identified by 'a password of your own';
grant select on `wordpress`.* to 'lectern'@'%';

-- Only if changes are to be told row by row, by the server's binary log (docs/caching.md): whoever may follow it sees every
-- change of every database on this server. Without it changes are told by the times of tables.
-- grant replication slave, replication client on *.* to 'lectern'@'%';

-- To take it back: drop user 'lectern'@'%';
