import { execFile } from "node:child_process"
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { delimiter, join } from "node:path"
import { text } from "node:stream/consumers"
import * as Child from "../../../runtime-http/test/Child.js"
import * as DeployFolder from "../DeployFolder.js"
import { until } from "../Wait.js"

/** What a command printed, in base64, because a dump is no text, and its exit code. */
interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Stands for docker and its compose plugin on a machine without containers: each service is a process with the settings of the compose file. */
export interface ComposeStandIn {
  /** Runs commands of a shell in the deploy folder, with the stand-ins in the place of docker and curl; returns what they printed, and throws if they fail. */
  readonly shell: (commands: string) => Promise<string>
  /** Where a service answers on this machine. */
  readonly originOf: (service: string) => string
  /** The services that run. */
  readonly running: () => ReadonlyArray<string>
  /** Ends what still runs. */
  readonly release: () => Promise<void>
}

/** What the stand-in runs. */
export interface Options {
  /** The folder with the installed application, as the image has it. */
  readonly app: string
  /** A copy of the deploy folder. */
  readonly folder: string
  /** The database in the place of the service `postgres`. */
  readonly databaseUrl: string
  /** Added to the settings of each service. */
  readonly env: Readonly<Record<string, string>>
  /** The address of the site in the README. */
  readonly site: string
}

/** Sends its arguments to the test, and prints and ends as the answer says. */
const SHIM = `#!/usr/bin/env node
fetch(process.env.STAND_IN, { method: "POST", body: JSON.stringify([process.argv[1].split("/").at(-1), ...process.argv.slice(2)]) })
  .then((answer) => answer.json())
  .then(({ code, err, out }) => {
    process.stdout.write(Buffer.from(out, "base64"))
    process.stderr.write(Buffer.from(err, "base64"))
    process.exitCode = code
  })
`

const ended = (code: number, out: string | Buffer, err = ""): Ended => ({
  code,
  out: Buffer.from(out as string).toString("base64"),
  err: Buffer.from(err).toString("base64")
})

const done = ended(0, "")

const isOption = (word: string): boolean => word.startsWith("--")

/** Starts the stand-ins. */
export const start = async ({ app, databaseUrl, env, folder, site }: Options): Promise<ComposeStandIn> => {
  const { command, entrypoint, healthCheck } = DeployFolder.image()
  const { services } = DeployFolder.yaml("compose.yaml")
  const secrets = join(folder, "secrets")
  const children = new Map<string, Child.Child>()
  const ports = new Map<string, string>()
  let builds = 0
  /** After how many builds each service was created. */
  const builtWith = new Map<string, number>()

  const settingsOf = async (service: string): Promise<Readonly<Record<string, string>>> => {
    const given = Object.entries<string>(services[service].environment)
    // The secrets of the README lead to the service "postgres".
    for (const [name, value] of given) {
      if (!name.startsWith("DATABASE_URL")) continue
      const file = value.replace("/run/secrets", secrets)
      await chmod(file, 0o600)
      await writeFile(file, `${databaseUrl}\n`)
    }
    return {
      ...Object.fromEntries(given.map(([name, value]) => [name, value.replace("/run/secrets", secrets)])),
      DATABASE_URL: "",
      HOST: "127.0.0.1",
      PORT: ports.get(service) ?? "0",
      ...env
    }
  }

  const originOf = (service: string): string => `http://127.0.0.1:${ports.get(service) ?? ""}`

  const spawn = async (service: string, args: ReadonlyArray<string>): Promise<Child.Child> => {
    const [file = "", ...rest] = entrypoint.slice(1)
    return Child.spawn(join(app, file), { args: [...rest, ...args], cwd: app, env: await settingsOf(service) })
  }

  const once = async (service: string, args: ReadonlyArray<string>): Promise<Ended> => {
    const child = await spawn(service, args.length > 0 ? args : (services[service].command ?? command))
    const code = await child.ended
    return ended(typeof code === "number" ? code : 1, child.out(), child.err())
  }

  const exec = (program: string, args: ReadonlyArray<string>, more: Readonly<Record<string, string>> = {}) =>
    new Promise<Ended>((resolve) => {
      const env = { ...process.env, ...more }
      // The folder of the application is that of the container.
      const options = { cwd: app, encoding: "buffer", env, maxBuffer: 256 * 1024 * 1024 } as const
      execFile(program, args, options, (error, out, err) => {
        resolve(ended(error === null ? 0 : 1, out, err.toString()))
      })
    })

  /** Asks before the health check does, because that is a process each time, which would take the processor from the service that starts. */
  const isReady = (service: string): Promise<boolean> =>
    fetch(`${originOf(service)}/readyz`).then(
      ({ ok }) => ok,
      () => false
    )

  const isHealthy = async (service: string): Promise<boolean> => {
    if (!(await isReady(service))) return false
    const [, ...args] = healthCheck
    return (await exec(process.execPath, args, { PORT: ports.get(service) ?? "" })).code === 0
  }

  const stop = async (service: string): Promise<void> => {
    const child = children.get(service)
    if (child === undefined) return
    child.signal("SIGTERM")
    const code = await child.ended
    children.delete(service)
    if (code !== 0) throw new Error(`${service} ended with ${code}:\n${child.output()}`)
  }

  const run = async (service: string): Promise<void> => {
    await stop(service)
    ports.set(service, ports.get(service) ?? String(await Child.freePort()))
    const child = await spawn(service, command)
    children.set(service, child)
    builtWith.set(service, builds)
    await until(async () => {
      if (child.hasEnded()) throw new Error(`${service} ended:\n${child.output()}`)
      return (await isHealthy(service)) ? true : null
    })
  }

  /** The services of the same image that run on, without those that run once. */
  const servers = Object.keys(services).filter((name) => name.startsWith("tributary-"))

  const subcommands: Readonly<Record<string, (words: ReadonlyArray<string>) => Promise<Ended>>> = {
    build: async ([service = ""]) => {
      if (services[service]?.build === undefined) return ended(1, "", `${service} is not built.`)
      builds += 1
      return done
    },
    run: async (words) => {
      const [service = "", ...args] = words.slice(words.findIndex((word) => !isOption(word)))
      return once(service, args)
    },
    up: async (words) => {
      const named = words.filter((word) => !isOption(word))
      if (named.length === 0) {
        const migrated = await once("migrate", [])
        if (migrated.code !== 0) return migrated
      }
      // Like compose, which knows that an image has changed, and not that a secret has.
      const isCurrent = (service: string) => children.has(service) && builtWith.get(service) === builds
      for (const service of named.length > 0 ? named : servers)
        if (words.includes("--force-recreate") || !isCurrent(service)) await run(service)
      return done
    },
    ps: async () => ended(0, [...children.keys()].map((service) => `${service} Up (healthy)\n`).join("")),
    exec: async (words) => {
      const from = words.findIndex((word) => !isOption(word))
      const [service = "", program = "", ...args] = words.slice(from)
      if (service !== "postgres") {
        const given = words.slice(0, from).map((word) => /^--env=([^=]+)=(.*)$/.exec(word) ?? [])
        return exec(
          process.execPath,
          program === "node" ? args.map((arg) => arg.replace("http://127.0.0.1:8080", originOf(service))) : [],
          {
            PORT: ports.get(service) ?? "",
            ...Object.fromEntries(given.map(([, name = "", value = ""]) => [name, value]))
          }
        )
      }
      // Without the user of the container, and with the database of the test.
      const options = args.filter((arg, index) => arg !== "--username" && args[index - 1] !== "--username")
      return exec(program, [...options.slice(0, -1), databaseUrl])
    },
    stop: async ([service = ""]) => {
      await stop(service)
      return done
    }
  }

  /** The one address of a request, with its headers. */
  const curl = async (args: ReadonlyArray<string>): Promise<Ended> => {
    const headers = args.flatMap((arg, index) => (args[index - 1] === "--header" ? [arg.split(": ")] : []))
    const url = new URL(args.at(-1) ?? "")
    if (url.host !== site) return ended(1, "", `${url.host} is not the site.`)
    const [service = ""] = children.keys()
    const answer = await fetch(`${originOf(service)}${url.pathname}${url.search}`, {
      headers: headers.map(([name = "", value = ""]): [string, string] => [name, value])
    })
    return ended(0, await answer.text())
  }

  const answer = async ([program, ...args]: ReadonlyArray<string>): Promise<Ended> => {
    if (program === "curl") return curl(args)
    const [plugin, name = "", ...words] = args
    const subcommand = plugin === "compose" ? subcommands[name] : undefined
    return subcommand === undefined ? ended(1, "", `There is no stand-in for ${args.join(" ")}.`) : subcommand(words)
  }

  const server = createServer(async (request, response) => {
    const words = JSON.parse(await text(request)) as ReadonlyArray<string>
    const result = await answer(words).catch((error: unknown) => ended(1, "", String(error)))
    response.end(JSON.stringify(result))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const standIn = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const bin = await mkdtemp(join(tmpdir(), "tributary-bin-"))
  for (const name of ["docker", "curl"]) {
    await writeFile(join(bin, name), SHIM)
    await chmod(join(bin, name), 0o755)
  }

  return {
    shell: async (commands) => {
      const { code, err, out } = await exec("bash", ["--norc", "-euc", `cd "$1"; ${commands}`, "bash", folder], {
        STAND_IN: standIn,
        PATH: `${bin}${delimiter}${process.env["PATH"] ?? ""}`
      })
      const printed = Buffer.from(out, "base64").toString()
      if (code !== 0) throw new Error(`${commands}\nfailed:\n${printed}${Buffer.from(err, "base64").toString()}`)
      return printed
    },
    originOf,
    running: () => [...children.keys()],
    release: async () => {
      for (const { release } of children.values()) await release()
      await new Promise((resolve) => server.close(resolve))
      await rm(bin, { recursive: true, force: true })
    }
  }
}
