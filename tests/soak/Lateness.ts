import pg from "pg"

/** Notes in the transaction that claims a job how long the connection has been due. */
const statements: ReadonlyArray<string> = [
  `create table soak_start (connection_id uuid not null, seconds float8 not null, at timestamptz default clock_timestamp())`,
  `create function soak_note() returns trigger language plpgsql as $$
  begin
    insert into soak_start (connection_id, seconds)
    values (new.connection_id, extract(epoch from clock_timestamp() - old.next_run_at));
    return null;
  end $$`,
  `create trigger soak_note after update on schedule
    for each row when (old.run_by is null and new.run_by is not null) execute function soak_note()`
]

/** How late jobs start. */
export class Lateness {
  readonly #client: pg.Client

  constructor(url: string) {
    this.#client = new pg.Client({ connectionString: url })
  }

  async install(): Promise<void> {
    await this.#client.connect()
    for (const statement of statements) await this.#client.query(statement)
  }

  /** Forgets the jobs so far. */
  async reset(): Promise<void> {
    await this.#client.query("truncate soak_start")
  }

  /** How many seconds after they were due the jobs of these connections began. */
  async seconds(connections: ReadonlyArray<string>): Promise<ReadonlyArray<number>> {
    const found = await this.#client.query<{ seconds: number }>(
      "select seconds from soak_start where connection_id = any($1::uuid[])",
      [connections]
    )
    return found.rows.map(({ seconds }) => seconds)
  }

  /** How many of the connections are due or have a job that has not ended. */
  async busy(connections: ReadonlyArray<string>): Promise<number> {
    const found = await this.#client.query<{ count: string }>(
      `select count(*) from schedule
      where connection_id = any($1::uuid[]) and (run_by is not null or next_run_at <= clock_timestamp())`,
      [connections]
    )
    return Number(found.rows[0]?.count ?? 0)
  }

  close(): Promise<void> {
    return this.#client.end()
  }
}
