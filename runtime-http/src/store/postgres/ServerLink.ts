import { isIP } from "node:net"
import { TLSSocket } from "node:tls"
import type pg from "pg"

/** What is between this process and Postgres. */
export interface ServerLink {
  /** Whether a pooler is, which may give each transaction another session: what a session would keep is not kept. */
  readonly isPooled: boolean
  readonly isEncrypted: boolean
  /** Which settings of a session are not in force that no statement should run without. */
  readonly unset: ReadonlyArray<string>
  /** The user of its sessions, which may be another one than a pooler was told. */
  readonly user: string
}

/** Of the embedded database, which listens on the loopback interface alone. */
export const EMBEDDED: ServerLink = { isPooled: false, isEncrypted: false, unset: [], user: "postgres" }

const QUERY = `
  select
    pg_backend_pid() as pid,
    current_user::text as user,
    array(
      select name from pg_settings
      where (name = 'jit' and setting = 'on')
        or (name in ('statement_timeout', 'idle_in_transaction_session_timeout') and setting = '0')
      order by name
    )::text[] as unset`

/** The process of the session that the other side has named when the connection began; a pooler names one of its own. */
export const processIdOf = (client: pg.ClientBase): number | null => Reflect.get(client, "processID") ?? null

const isEncrypted = (client: pg.ClientBase): boolean => {
  const connection = Reflect.get(client, "connection") as { readonly stream?: unknown } | undefined
  return connection?.stream instanceof TLSSocket
}

/** What the first connection of a pool tells. */
export const of = async (client: pg.ClientBase): Promise<ServerLink> => {
  const { rows } = await client.query<{
    readonly pid: number
    readonly user: string
    readonly unset: ReadonlyArray<string>
  }>(QUERY)
  const [{ pid, unset, user } = { pid: null, unset: [], user: "" }] = rows
  return { isPooled: pid !== processIdOf(client), isEncrypted: isEncrypted(client), unset, user }
}

/**
 * Keeps sql-pg from canceling the query of an interrupted caller: it would ask Postgres to cancel what the process with this id runs, which
 * is another one behind a pooler, and needs a second connection, which the embedded database does not have.
 */
export const neverCancel = (client: pg.ClientBase): void => {
  Reflect.set(client, "processID", undefined)
}

const VALUES: Readonly<Record<string, string>> = {
  idle_in_transaction_session_timeout: "'5s'",
  jit: "off",
  statement_timeout: "'60s'"
}

/** What to run so that the settings are in force without start-up parameters. */
export const remedyOf = ({ unset, user }: ServerLink): string =>
  unset.map((name) => `alter role "${user}" set ${name} = ${VALUES[name]};`).join(" ")

/** Whether a host is another machine: neither a socket in the file system, nor a loopback address. */
export const isRemote = (host: string): boolean => {
  if (host === "" || host.startsWith("/") || host === "localhost") return false
  const address = host.replace(/^\[|\]$/g, "")
  return isIP(address) === 0 || !(address.startsWith("127.") || address === "::1")
}
