import type { Observer } from "./Observer.js"
import { isWatched, type Site, STATUSES, sitesOf } from "./Writes.js"

/**
 * Records in the transaction itself what no poll could be sure to see: every record that was marked as gone, and every scan that was
 * closed. And counts the writes of each kind, so that a process can be stopped at any one of them.
 *
 * `chaos.aim` names a kind of write and a moment, and `chaos.countdown` how many of these writes to let pass. A write that is aimed at
 * waits in the middle of its transaction for as long as the run holds the advisory lock 7001. If the aim is the commit, the run is told
 * when the transaction has committed. Sequences do all this, because they are outside of transactions.
 */
const basics: ReadonlyArray<string> = [
  `create schema chaos`,
  `create table chaos.gone (
    connection_id uuid not null, kind text not null, vendor_id text not null, gone_at timestamptz default clock_timestamp())`,
  `create table chaos.scan (
    connection_id uuid not null, extractor text not null, mode text not null, started_at timestamptz not null,
    ended_at timestamptz default clock_timestamp())`,
  `create function chaos.note_gone() returns trigger language plpgsql as $$
  begin
    insert into chaos.gone (connection_id, kind, vendor_id) values (new.connection_id, new.kind, new.vendor_id);
    return null;
  end $$`,
  `create trigger chaos_gone after update on record
    for each row when (new.is_gone and not old.is_gone) execute function chaos.note_gone()`,
  `create function chaos.note_scan() returns trigger language plpgsql as $$
  begin
    insert into chaos.scan (connection_id, extractor, mode, started_at)
    values (old.connection_id, old.extractor, old.mode, old.started_at);
    return null;
  end $$`,
  `create trigger chaos_scan after update on scan
    for each row when (old.mode is not null and new.mode is null and new.last_scan_at is distinct from old.last_scan_at)
    execute function chaos.note_scan()`,
  `create sequence chaos.aim minvalue 0 start 0`,
  `create sequence chaos.countdown increment -1 minvalue -1000000000 maxvalue 1000000 start 0`,
  `create function chaos.note_write() returns trigger language plpgsql as $$
  declare
    site bigint := tg_argv[0];
    name text := lower(tg_op) || ' ' || tg_table_name;
    aim bigint;
  begin
    if tg_level = 'ROW' and tg_op <> 'DELETE' then
      site := site + array_position(array['${STATUSES.join("','")}'], new.status::text) - 1;
      name := name || ' to ' || new.status;
    end if;
    if tg_when = 'BEFORE' then
      perform nextval('chaos.reached_' || site);
    end if;
    select last_value into aim from chaos.aim;
    if aim / 3 = site and (aim % 3 = 0) = (tg_when = 'BEFORE') and nextval('chaos.countdown') = 0 then
      if aim % 3 = 2 then
        perform pg_notify('chaos', current_setting('application_name') || ' ' || name);
      else
        perform set_config('application_name',
          current_setting('application_name') || ' ' || lower(tg_when) || ' ' || name, true);
        perform pg_advisory_xact_lock_shared(7001);
      end if;
    end if;
    if tg_op = 'DELETE' then
      return old;
    end if;
    return new;
  end $$`
]

/** Puts the triggers into the database; returns the writes that they count. */
export const install = async (observer: Observer): Promise<ReadonlyArray<Site>> => {
  const tables = await observer.insist<{ readonly name: string; readonly hasStatus: boolean }>(
    `select table_name as name, bool_or(column_name = 'status') as "hasStatus"
     from information_schema.tables join information_schema.columns using (table_schema, table_name)
     where table_schema = 'public' and table_type = 'BASE TABLE'
     group by table_name order by table_name`
  )
  const sites = sitesOf(tables.filter(({ name }) => isWatched(name)))
  const sequences = sites.map(({ number }) => `create sequence chaos.reached_${number}`)
  const triggers = sites
    .filter(({ isFirst }) => isFirst)
    .flatMap(({ number, operation, status, table }) =>
      ["before", "after"].map(
        (moment) => `
          create trigger chaos_${moment}_${operation} ${moment} ${operation} on ${table}
          for each ${status === null ? "statement" : "row"} execute function chaos.note_write('${number}')`
      )
    )
  for (const statement of [...basics, ...sequences, ...triggers]) await observer.insist(statement)
  return sites
}
