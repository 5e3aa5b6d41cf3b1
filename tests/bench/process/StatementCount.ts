import pg from "pg"

let statements = 0

/** Counts each statement that this process sends to Postgres from now on, whichever pool sends it. */
export const start = (): void => {
  const { prototype } = pg.Connection
  for (const message of ["query", "execute"] as const) {
    // Nothing but a message of the protocol with this name has a statement executed, so no statement is counted twice.
    const send: unknown = Reflect.get(prototype, message)
    if (typeof send !== "function")
      throw new Error(`pg has no Connection.${message}: count its statements another way.`)
    Reflect.set(prototype, message, function (this: pg.Connection, ...args: ReadonlyArray<unknown>) {
      statements += 1
      return Reflect.apply(send, this, args)
    })
  }
}

/** How many statements this process has sent. */
export const read = (): number => statements
