#!/bin/sh
# Makes the user of the processes that serve, which may not create tables. The image of Postgres runs the files of this folder once, in their order, with a new database.
set -eu

psql --set ON_ERROR_STOP=1 --set password="$(cat /run/secrets/app_password)" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
create role tributary_app login password :'password';
SQL
