import * as Runtime from "@tributary/runtime-http/cli"
import { Effect } from "effect"
import { describe, expect, it } from "vitest"
import * as Operator from "../../src/operator/OperatorCommands.js"
import { run } from "../TestProgram.js"

const nowhere = { DATABASE_URL: "postgres://app:s3cret@127.0.0.1:1/none" }

describe("The operator's commands", () => {
  it("are those of the runtime, and the help lists each of them", async () => {
    expect(Operator.names.toSorted()).toEqual(Runtime.names.toSorted())
    const help = await run(["--help"])
    expect([help.code, help.err]).toEqual([0, ""])
    for (const name of Operator.names) expect(help.out).toContain(name)
  })

  it("run in the runtime, which also prints the help of each command", async () => {
    const help = await run(["keys", "create", "--help"])
    expect([help.code, help.err]).toEqual([0, ""])
    expect(help.out).toContain("What the key is for")
  })

  it("exit with 1 if the command fails, and with 2 if no such command exists", async () => {
    const away = await run(["keys", "list", "x"], nowhere)
    expect(away).toEqual({
      code: 1,
      out: "",
      err: 'The database "none" at 127.0.0.1:1, with the user "app", cannot be used: nothing listens there (ECONNREFUSED). Check the host and port in DATABASE_URL, and that Postgres is running.\n'
    })
    expect((await run(["keys", "make"])).code).toBe(2)
    expect((await run(["no-such-command"])).code).toBe(2)
    // An option in other letters would be accepted without its value.
    expect((await run(["try", "--EXPORT", "idp", "./no-such-module.js"])).err).toContain("unknown argument")
    expect((await run(["keys", "create", "x", "--SCOPE", "read"], nowhere)).code).toBe(2)
  })

  it("name the package to install if the runtime is not installed", async () => {
    const missing = new Error("Cannot find package '@tributary/runtime-http' imported from /app/cli.js")
    const load = () => Promise.reject(missing)
    const failure = await Effect.runPromise(Effect.flip(Operator.run(["node", "tributary", "keys"], load)))
    expect(failure).toMatchObject({
      reason: "FAILED",
      message:
        'The command "tributary keys" is part of @tributary/runtime-http, which is not installed here. Install it: npm install @tributary/runtime-http'
    })
  })

  it("do not blame a missing runtime for another missing package", async () => {
    const broken = new Error("Cannot find package 'pg' imported from /app/node_modules/@tributary/runtime-http/x.js")
    const load = () => Promise.reject(broken)
    await expect(Effect.runPromise(Operator.run(["node", "tributary", "keys"], load))).rejects.toThrow("'pg'")
  })
})
