-- What the processes that serve may do: read and write every table, and make none. The owner of the tables runs this, before the first migration.
grant connect on database tributary to tributary_app;
grant usage on schema public to tributary_app;
grant select, insert, update, delete on all tables in schema public to tributary_app;
grant usage, select on all sequences in schema public to tributary_app;
alter default privileges in schema public grant select, insert, update, delete on tables to tributary_app;
alter default privileges in schema public grant usage, select on sequences to tributary_app;
