import * as SqlClient from "@effect/sql/SqlClient"
import type { SqlError } from "@effect/sql/SqlError"
import { Effect } from "effect"

/** The statements that create every object, in the spelling of the database: sequences, tables with their indexes, references, functions, triggers. */
const statements = `
  with
    relation as (
      select oid, relname, relkind from pg_class where relnamespace = 'public'::regnamespace
    ),
    line as (
      select attrelid as relid, attnum::int as place, format(
        '%s %s%s%s',
        quote_ident(attname),
        format_type(atttypid, atttypmod),
        case
          when attgenerated = 's'
            then format(' generated always as (%s) stored', regexp_replace(pg_get_expr(adbin, adrelid), '\\s+', ' ', 'g'))
          else ' default ' || pg_get_expr(adbin, adrelid)
        end,
        case when attnotnull then ' not null' end
      ) as text
      from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped
      union all
      select conrelid, 10000 + row_number() over (order by contype <> 'p', conname)::int, format(
        'constraint %s %s', quote_ident(conname), pg_get_constraintdef(oid)
      )
      from pg_constraint
      where contype in ('p', 'u', 'c')
    )
  select 1 as part, '' as relname, relname as name, format('create sequence %I;', relname) as text
  from relation
  where relkind = 'S'
  union all
  select 2, relname, '', format(
    E'create table %I (\\n  %s\\n);', relname, (select string_agg(text, E',\\n  ' order by place) from line where relid = oid)
  )
  from relation
  where relkind = 'r'
  union all
  select 2, tablename, indexname, indexdef || ';'
  from pg_indexes
  where schemaname = 'public' and indexname not in (select conname from pg_constraint)
  union all
  select 3, conrelid::regclass::text, conname, format(
    'alter table %s add constraint %I %s;', conrelid::regclass, conname, pg_get_constraintdef(oid)
  )
  from pg_constraint
  where contype = 'f' and connamespace = 'public'::regnamespace
  union all
  select 4, '', proname, regexp_replace(pg_get_functiondef(oid), '\\s*$', ';')
  from pg_proc
  where pronamespace = 'public'::regnamespace
  union all
  select 5, tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) || ';'
  from pg_trigger
  where not tgisinternal
  order by 1, 2, 3`

/** Kinds of objects that `statements` does not support; to use one of them in a migration, add it to `statements`. */
const others = `
  select 'relation ' || relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind not in ('r', 'i', 'S')
  union all
  select 'type ' || typname from pg_type where typnamespace = 'public'::regnamespace and typtype in ('e', 'd', 'r')`

const head = `-- Generated: the schema after every migration, for reading and for reviews. Migrations make it, not this file.
`

/** The schema of the connected database as SQL. */
export const dump: Effect.Effect<string, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  // Postgres spells instants in defaults in the time zone of the session.
  const spelled = Effect.zipRight(sql`set local timezone to 'UTC'`, sql.unsafe<{ readonly text: string }>(statements))
  const rows = yield* sql.withTransaction(spelled)
  return `${head}\n${rows.map(({ text }) => text).join("\n\n")}\n`
})

/** The names of objects that `dump` leaves out. */
export const leftOut: Effect.Effect<ReadonlyArray<string>, SqlError, SqlClient.SqlClient> = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql.unsafe<{ readonly name: string }>(others)
  return rows.map(({ name }) => name)
})
