-- Turns the table "record" into 16 hash partitions, each with the records of some of the connections.
--
-- Stop all processes first. Then run this file as the owner of the table, with twice the space of the table free:
--   psql "$DATABASE_URL" --set ON_ERROR_STOP=1 --file partition-record.sql
--
-- It is one transaction. Partitions get the columns, defaults, primary key, indexes and storage parameters of the table, whichever release
-- made it, and later migrations change the partitioned table as they would change the whole one. Users keep their rights on the table.

begin;
set local statement_timeout = 0;
set local lock_timeout = 0;
lock table record in access exclusive mode;

do $$
declare
  partitions constant int := 16;
  definitions text[];
  definition text;
  storage text;
  owner text;
  rights text[];
begin
  if (select relkind from pg_class where oid = 'record'::regclass) = 'p' then
    raise exception 'The table "record" is already partitioned.';
  end if;

  -- The primary key is an index, too, but is made as a constraint, so that "on conflict" and later migrations find it.
  select array_agg(text order by is_key desc, name)
  into definitions
  from (
    select indexrelid::regclass::text as name, conname is not null as is_key,
      case
        when conname is null then pg_get_indexdef(indexrelid)
        else format('alter table record add constraint %I %s', conname, pg_get_constraintdef(pg_constraint.oid))
      end as text
    from pg_index left join pg_constraint on conindid = indexrelid and contype in ('p', 'u')
    where indrelid = 'record'::regclass
  ) as existing;
  select coalesce('with (' || array_to_string(reloptions, ', ') || ')', ''), quote_ident(pg_get_userbyid(relowner))
  into storage, owner
  from pg_class where oid = 'record'::regclass;

  select array_agg(
    format('grant %s on record to %s', privilege_type, case grantee when 0 then 'public' else quote_ident(pg_get_userbyid(grantee)) end)
    || case when is_grantable then ' with grant option' else '' end
  )
  into rights
  from pg_class, aclexplode(relacl)
  where pg_class.oid = 'record'::regclass;

  alter table record rename to record_whole;
  create table record (like record_whole including defaults including constraints including storage including comments)
    partition by hash (connection_id);
  for number in 0 .. partitions - 1 loop
    execute format(
      'create table record_%s partition of record for values with (modulus %s, remainder %s) %s',
      number, partitions, number, storage
    );
    execute format('alter table record_%s owner to %s', number, owner);
  end loop;
  execute format('alter table record owner to %s', owner);

  -- Indexes are made after the rows are copied, which is faster, and under the names that the dropped table has made free.
  insert into record select * from record_whole;
  drop table record_whole;
  foreach definition in array definitions || rights loop
    execute definition;
  end loop;
end
$$;

commit;

-- Autovacuum analyzes the partitions, but never the partitioned table itself.
analyze record;
