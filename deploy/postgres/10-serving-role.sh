#!/bin/sh
# Makes the user of the processes that serve, which may not create tables. The image of Postgres runs this once, with a new database.
set -eu

psql --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/app_password)" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role tributary_app login password :'password';
grant connect on database tributary to tributary_app;
grant usage on schema public to tributary_app;
grant select, insert, update, delete on all tables in schema public to tributary_app;
grant usage on all sequences in schema public to tributary_app;
alter default privileges in schema public grant select, insert, update, delete on tables to tributary_app;
alter default privileges in schema public grant usage on sequences to tributary_app;
SQL
