import type { Observer } from "./Observer.js"

/** Tables that change all the time for reasons other than a job, so that no kill waits for them. */
const unwatched = [
  "account",
  "api_key",
  "cluster_locks",
  "cluster_runners",
  "migration",
  "organization",
  "runner",
  "setting"
]

/**
 * Records in the transaction itself what no poll could be sure to see: every record that was marked as gone, and every scan that was
 * closed. And counts the writes, so that a process can be stopped at any one of them.
 *
 * A write waits at its step if `chaos.halt_<group>` names it, for as long as the run holds the advisory lock 7001. If `chaos.tell_<group>`
 * names it, the run learns of it when it has committed. Sequences do all this, because they are outside of transactions.
 */
const statements = (tables: ReadonlyArray<string>): ReadonlyArray<string> => [
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
  ...["job", "outbound"].flatMap((group) =>
    ["step", "halt", "tell"].map((name) => `create sequence chaos.${name}_${group} minvalue 0 start 0`)
  ),
  `create function chaos.count_step() returns trigger language plpgsql as $$
  declare
    step bigint := nextval('chaos.step_' || tg_argv[0]);
    halt bigint;
    tell bigint;
  begin
    if tg_argv[0] = 'job' then
      select last_value into halt from chaos.halt_job;
      select last_value into tell from chaos.tell_job;
    else
      select last_value into halt from chaos.halt_outbound;
      select last_value into tell from chaos.tell_outbound;
    end if;
    if step = tell then
      perform pg_notify('chaos', current_setting('application_name') || ' ' || lower(tg_op) || ' ' || tg_table_name);
    end if;
    if step = halt then
      perform set_config('application_name',
        current_setting('application_name') || ' ' || lower(tg_when) || ' ' || lower(tg_op) || ' ' || tg_table_name, true);
      perform pg_advisory_xact_lock_shared(7001);
    end if;
    return null;
  end $$`,
  ...tables.flatMap((table) => {
    const group = table === "outbound_job" ? "outbound" : "job"
    return ["before", "after"].map(
      (moment) => `
        create trigger chaos_step_${moment} ${moment} insert or update or delete on ${table}
        for each statement execute function chaos.count_step('${group}')`
    )
  })
]

/** Puts the triggers into the database. */
export const install = async (observer: Observer): Promise<void> => {
  const tables = await observer.insist<{ readonly name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'"
  )
  const watched = tables.map(({ name }) => name).filter((name) => !unwatched.includes(name))
  for (const statement of statements(watched)) await observer.insist(statement)
}
