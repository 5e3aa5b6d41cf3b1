import * as Child from "../../runtime-http/test/Child.js"

/** What the program of the well-behaved customer is told. */
export type Order = "start" | "stop"

/** What the customer saw between two orders. */
export interface Read {
  /** The milliseconds of each request for a page. */
  readonly millis: Array<number>
  /** The milliseconds of each check of credentials. */
  readonly checkMillis: Array<number>
  /** Answers that the customer should not have got. */
  readonly refused: Array<string>
}

/** The well-behaved customer, who reads lists now and then, in a process of its own. */
export interface PoliteCustomer {
  readonly start: () => void
  /** Resolves with what was read since the start. */
  readonly stop: () => Promise<Read>
  readonly release: () => Promise<void>
}

/** Starts the program of the customer. `args` are the server, the key, the organization and its connections. */
export const start = (file: string, args: ReadonlyArray<string>): PoliteCustomer => {
  const child = Child.spawn(file, { args, stdio: ["ignore", "inherit", "inherit", "ipc"], hasOwnSession: true })
  const order = (text: Order) => child.process.send(text)
  return {
    start: () => void order("start"),
    stop: () => {
      const read = new Promise<Read>((resolve) => child.process.once("message", (message) => resolve(message as Read)))
      order("stop")
      return read
    },
    release: child.release
  }
}
