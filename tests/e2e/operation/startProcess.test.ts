import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { afterAll, afterEach, beforeAll, describe, it } from "vitest"
import * as Child from "../../../runtime-http/test/Child.js"
import * as CommandLine from "../../support/CommandLine.js"
import { until } from "../../support/Wait.js"

/** Longer than the limit of a test: a server that ends within the test did not wait for it. */
const LONG_DRAIN = "600"

const okta = fileURLToPath(new URL("../../../connectors/okta/src/index.ts", import.meta.url))

let command: CommandLine.CommandLine
let folder: string

beforeAll(async () => {
  command = await CommandLine.build()
  folder = await mkdtemp(join(tmpdir(), "tributary-start-"))
  const bin = join(folder, "node_modules/.bin")
  await mkdir(bin, { recursive: true })
  await writeFile(
    join(bin, "tributary"),
    `#!/bin/sh\necho $$ > "$SERVER_PID"\nexec "${process.execPath}" "${command.file}" "$@"\n`
  )
  await chmod(join(bin, "tributary"), 0o755)
  const scripts = { start: "true && tributary start" }
  await writeFile(join(folder, "package.json"), JSON.stringify({ name: "started", private: true, scripts }))
  await writeFile(
    join(folder, "tributary.config.ts"),
    `import { okta } from ${JSON.stringify(okta)}\nexport default { connectors: [okta] }\n`
  )
})
afterAll(async () => {
  await command?.remove()
  await rm(folder, { recursive: true, force: true })
})

/** Ends what a test has started, also if it failed. */
const running: Array<() => Promise<void>> = []
afterEach(async () => {
  for (const end of running.splice(0)) await end()
})

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

let starts = 0

/** A server that a command of a shell has started, once it is ready. */
const start = async ([program, ...args]: readonly [string, ...ReadonlyArray<string>], drainSecs: string) => {
  starts += 1
  const port = String(await Child.freePort())
  const saved = join(folder, `pid-${starts}`)
  const shell = Child.spawn(args[0] ?? "", {
    program,
    args: args.slice(1),
    cwd: folder,
    hasOwnSession: true,
    env: {
      PORT: port,
      SERVER_PID: saved,
      TRIBUTARY_DATA_DIR: join(folder, `data-${starts}`),
      TRIBUTARY_DRAIN_SECS: drainSecs
    }
  })
  const pid = await until(async () => {
    if (shell.hasEnded()) throw new Error(shell.output())
    return Number(await readFile(saved, "utf8").catch(() => "")) || null
  })
  running.push(async () => {
    if (isAlive(pid)) process.kill(pid, "SIGKILL")
    await shell.ended
  })
  const readiness = () =>
    fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: "close" } }).then(
      ({ status }) => status,
      () => null
    )
  /** Waits until the server answers so. */
  const answers = (status: number) =>
    until(async () => {
      if (!isAlive(pid)) throw new Error(shell.output())
      return (await readiness()) === status ? true : null
    })
  await answers(200)
  return { answers, hasEnded: () => until(async () => (isAlive(pid) ? null : true)), pid, shell }
}

describe.each([
  ["npx tributary start", ["npx", "--no-install", "tributary", "start"]],
  ["npm start", ["npm", "start"]]
] as const)("A signal for %s", (_, line) => {
  it("reaches the server, which drains and ends", async () => {
    const { answers, hasEnded, shell } = await start(line, "2")
    shell.signal("SIGTERM")
    await answers(503)
    await hasEnded()
  })

  it("is the first: the next one ends the server at once", async () => {
    const { answers, hasEnded, pid, shell } = await start(line, LONG_DRAIN)
    shell.signal("SIGTERM")
    await answers(503)
    process.kill(pid, "SIGTERM")
    await hasEnded()
  })
})
