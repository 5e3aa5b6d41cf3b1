import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { ConfigProvider, Duration, Effect } from "effect"
import { satisfies } from "semver"
import { afterAll, describe, expect, it } from "vitest"
import { names as operatorCommands } from "../../../runtime-http/src/cli/index.js"
import * as OperatorSettings from "../../../runtime-http/src/OperatorSettings.js"
import * as RuntimeConfig from "../../../runtime-http/src/RuntimeConfig.js"
import * as DeployFolder from "../../support/DeployFolder.js"

const { text, yaml, yamlBlocks } = DeployFolder

const FILES = ["README.md", "kubernetes.md", "compose.yaml", "Containerfile", "Caddyfile", "tributary@.service"]

/** How long a process takes to end after its drain time, at most, as "Stopping" in the README of the runtime says. */
const AFTER_DRAIN_SECS = 10

/** An answer of a busy process takes longer than the second that most probes allow. */
const LEAST_TIMEOUT_SECS = 2

const defaults = Effect.runSync(
  Effect.withConfigProvider(RuntimeConfig.load, ConfigProvider.fromMap(new Map<string, string>()))
)
const drainSecs = Duration.toSeconds(defaults.drain)

const compose = yaml("compose.yaml")
const services = Object.entries<DeployFolder.Yaml>(compose["services"])
const servers = services.filter(([, { environment }]) => environment?.TRIBUTARY_MASTER_KEY_FILE !== undefined)
const manifests = yamlBlocks("kubernetes.md")
const pods = manifests.flatMap(({ spec }) => (spec.template === undefined ? [] : [spec.template.spec]))
const deployment = manifests.find(({ kind }) => kind === "Deployment")
const serving = deployment?.["spec"].template.spec
const container = serving?.containers[0]
const unit = text("tributary@.service")

/** The variables of the containers of a pod. */
const environmentOf = (pod: DeployFolder.Yaml): Record<string, string> =>
  Object.fromEntries(
    pod["containers"][0].env.map(({ name, value }: { readonly name: string; readonly value: string }) => [name, value])
  )

const seconds = (duration: string | undefined): number => Number(/^(\d+)s$/.exec(duration ?? "")?.[1] ?? Number.NaN)

/** The value after a word in a file, such as a directive and its argument. */
const after = (file: string, pattern: RegExp): string => {
  const [, found] = pattern.exec(text(file)) ?? []
  if (found === undefined) throw new Error(`deploy/${file} has nothing that matches ${pattern}.`)
  return found
}

const temporary = mkdtempSync(join(tmpdir(), "tributary-deploy-"))
afterAll(() => rmSync(temporary, { recursive: true, force: true }))

describe("the files of deploy", () => {
  it("name only settings that exist", () => {
    const named = FILES.flatMap((file) => text(file).match(/\b(?:TRIBUTARY_[A-Z_]+|DATABASE_URL(?:_FILE)?)\b/g) ?? [])
    const variables = [
      ...servers.flatMap(([, { environment }]) => Object.keys(environment)),
      ...pods.flatMap((pod) => Object.keys(environmentOf(pod)))
    ]
    expect(named.length).toBeGreaterThan(20)
    const known = (name: string) => RuntimeConfig.names.has(name) || OperatorSettings.names.has(name)
    expect([...new Set([...named, ...variables])].filter((name) => !known(name))).toEqual([])
  })

  it("have values that the settings accept", () => {
    const all = [...servers.map(([, { environment }]) => environment), ...pods.map(environmentOf)]
    for (const environment of all) {
      const values = Object.entries<string>(environment).filter(([name]) => !name.endsWith("_FILE"))
      const loaded = Effect.withConfigProvider(RuntimeConfig.load, ConfigProvider.fromMap(new Map(values)))
      expect(Effect.runSync(Effect.either(loaded))._tag).toBe("Right")
    }
  })

  it("name only commands that exist", () => {
    const called = FILES.flatMap((file) => [
      ...text(file).matchAll(/(?:run --rm (?:tributary-1|migrate)|tributary\.mjs) ([a-z-]+)/g)
    ]).map(([, name]) => name)
    expect(called.length).toBeGreaterThan(8)
    expect(called.filter((name) => !operatorCommands.includes(name ?? ""))).toEqual([])
    expect(operatorCommands).toContain(DeployFolder.image().command[0])
    expect(operatorCommands).toEqual(expect.arrayContaining(pods.map(({ containers: [{ args }] }) => args[0])))
  })

  it("name images with a fixed version", () => {
    const bases = [...text("Containerfile").matchAll(/^FROM (\S+)/gm)].map(([, name]) => name)
    const named = [...bases, ...services.map(([, { image }]) => image)].filter((name) => name !== "tributary:1")
    expect(named).toHaveLength(4)
    for (const name of named) expect(name).toMatch(/^docker\.io\/library\/[a-z]+:\d+\.\d+/)
    expect(new Set(bases).size).toBe(1)
  })

  it("start Node with the same options everywhere", () => {
    const [inImage, inUnit] = ["Containerfile", "tributary@.service"].map((file) =>
      after(file, /\bNODE_OPTIONS=(\S+)$/m)
    )
    expect(inImage).toBe(inUnit)
    const environments = [
      ...services.map(([, { environment }]) => environment ?? {}),
      ...pods.map((pod) => environmentOf(pod))
    ]
    for (const environment of environments) expect(Object.keys(environment)).not.toContain("NODE_OPTIONS")
  })

  it("wait longer than a process drains before they kill it", () => {
    expect(servers).toHaveLength(2)
    for (const [, server] of servers) {
      expect(server["environment"].TRIBUTARY_DRAIN_SECS).toBeUndefined()
      expect(seconds(server["stop_grace_period"])).toBeGreaterThanOrEqual(drainSecs + AFTER_DRAIN_SECS)
    }
    expect(Number(after("tributary@.service", /^TimeoutStopSec=(\d+)$/m))).toBeGreaterThanOrEqual(
      drainSecs + AFTER_DRAIN_SECS
    )
    expect(serving.terminationGracePeriodSeconds).toBeGreaterThanOrEqual(
      Number(environmentOf(serving)["TRIBUTARY_DRAIN_SECS"]) + AFTER_DRAIN_SECS
    )
  })

  it("give every probe at least two seconds, and notice a stop within the drain time", () => {
    const proxyTimeout = seconds(after("Caddyfile", /health_timeout (\S+)/))
    const { livenessProbe, readinessProbe } = container
    const checked = services
      .map(([, { healthcheck }]) => healthcheck?.timeout)
      .filter((timeout) => timeout !== undefined)
    const timeouts = [
      proxyTimeout,
      seconds(after("Containerfile", /--timeout=(\S+)/)),
      Number(after("Containerfile", /AbortSignal\.timeout\((\d+)\)/)) / 1_000,
      ...checked.map(seconds),
      livenessProbe.timeoutSeconds,
      readinessProbe.timeoutSeconds
    ]
    for (const timeout of timeouts) expect(timeout).toBeGreaterThanOrEqual(LEAST_TIMEOUT_SECS)
    expect(seconds(after("Caddyfile", /health_interval (\S+)/)) * 2).toBeLessThan(drainSecs)
    expect(readinessProbe.periodSeconds * readinessProbe.failureThreshold).toBeLessThan(
      Number(environmentOf(serving)["TRIBUTARY_DRAIN_SECS"])
    )
  })

  it("ask for readiness and liveness where the server answers them", () => {
    expect(container.readinessProbe.httpGet).toEqual({ path: "/readyz", port: "http" })
    expect(container.livenessProbe.httpGet).toEqual({ path: "/healthz", port: "http" })
    expect(after("Caddyfile", /health_uri (\S+)/)).toBe("/readyz")
    // Probes are not among what is served outside, and the page of customers is.
    expect(after("Caddyfile", /@served path (.*)/)).toBe("/v1/* /connect/*")
    expect(DeployFolder.image().healthCheck.at(-1)).toContain("/readyz")
  })

  it("agree on the port", () => {
    const port = String(defaults.port)
    const upstreams = after("Caddyfile", /reverse_proxy (.*) \{/).split(" ")
    expect(upstreams).toEqual(servers.map(([name]) => `${name}:${port}`))
    expect(after("Containerfile", /^EXPOSE (\d+)$/m)).toBe(port)
    expect(after("Containerfile", /PORT=(\d+)$/m)).toBe(port)
    expect([environmentOf(serving)["PORT"], String(container.ports[0].containerPort)]).toEqual([port, port])
    expect(manifests.find(({ kind }) => kind === "Service")?.["spec"].ports[0].targetPort).toBe(container.ports[0].name)
  })

  it("take every right from the processes that they do not need", () => {
    for (const [name, service] of services) {
      expect(service["security_opt"], name).toEqual(["no-new-privileges:true"])
      if (name === "postgres") continue
      expect([service["read_only"], service["cap_drop"]], name).toEqual([true, ["ALL"]])
    }
    expect(pods).toHaveLength(2)
    for (const { automountServiceAccountToken, containers, securityContext } of pods) {
      expect(automountServiceAccountToken).toBe(false)
      expect(securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: "RuntimeDefault" } })
      expect(containers[0].securityContext).toEqual({
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ["ALL"] }
      })
    }
    expect(text("Containerfile").split("FROM").at(-1)).toMatch(/^USER node$/m)
  })

  it("mount secrets that the commands of the README make", () => {
    const commands = DeployFolder.shellCommands().flatMap(({ line, title }) =>
      title === "1. Make the secrets" ? [line] : []
    )
    // Bash takes this process for a remote login, and would read the settings of the machine.
    const made = spawnSync("bash", ["--norc", "-euc", commands.join("\n")], { cwd: temporary, encoding: "utf8" })
    expect([made.status, made.stderr]).toEqual([0, ""])
    const files = readdirSync(join(temporary, "secrets"))
    const secret = (name: string) => readFileSync(join(temporary, "secrets", name), "utf8").trim()
    expect(
      Object.values<DeployFolder.Yaml>(compose["secrets"])
        .map(({ file }) => file.slice(10))
        .sort()
    ).toEqual(files)
    const key = new Map([["TRIBUTARY_MASTER_KEY", secret("master_key")]])
    expect(secret("master_key")).toMatch(/^[0-9-]+:[A-Za-z0-9+/]{43}=$/)
    expect(
      Effect.runSync(Effect.withConfigProvider(RuntimeConfig.load, ConfigProvider.fromMap(key))).masterKey
    ).not.toBe(null)
    for (const [user, url, password] of [
      ["tributary", "migrate_database_url", "owner_password"],
      ["tributary_app", "database_url", "app_password"]
    ] as const) {
      const { hostname, password: given, username } = new URL(secret(url))
      expect([username, given, hostname]).toEqual([user, secret(password), "postgres"])
    }

    const used = [
      ...services.flatMap(([, service]) => service["secrets"] ?? []),
      ...[...unit.matchAll(/^LoadCredential=(\w+):\/etc\/tributary\/\1$/gm)].map(([, name]) => name),
      ...pods.flatMap(({ volumes }) => volumes[0].secret.items.map(({ key }: { readonly key: string }) => key))
    ]
    expect(files).toEqual(expect.arrayContaining(used))
    const paths = FILES.flatMap((file) => [...text(file).matchAll(/(?:\/run\/secrets(?:\/tributary)?|%d)\/(\w+)\b/g)])
    expect([...files, "tributary"]).toEqual(expect.arrayContaining(paths.map(([, name]) => name)))
  })

  it("give the serving user the rights of the README of the runtime", () => {
    const readme = readFileSync(join(DeployFolder.folder, "../runtime-http/README.md"), "utf8")
    const [, statements] = /begin: grants[^\n]*\n\s*```sql\n([\s\S]*?)```/.exec(readme) ?? []
    expect(text("postgres/20-grants.sql")).toContain(statements)
  })

  it("copy and mount files that exist", () => {
    const copied = [...text("Containerfile").matchAll(/^COPY (?!--from)(.*) \S+$/gm)].flatMap(([, list = ""]) =>
      list.split(" ")
    )
    const allowed = text(".dockerignore")
    for (const file of copied) {
      expect(allowed).toContain(`!${file}\n`)
      // The lock file is that of the operator.
      if (file !== "app/package-lock.json") expect([file, existsSync(DeployFolder.folder + file)]).toEqual([file, true])
    }
    const mounted = services
      .flatMap(([, { volumes }]) => volumes ?? [])
      .map((volume: string) => volume.split(":")[0] ?? "")
    const declared = Object.keys(compose["volumes"])
    for (const source of mounted) {
      expect(
        source.startsWith("./") ? existsSync(DeployFolder.folder + source) : declared.includes(source),
        source
      ).toBe(true)
    }
    const linked = ["README.md", "kubernetes.md"]
      .flatMap((file) => [...text(file).matchAll(/\]\(([^)#]+)/g)])
      .map(([, target = ""]) => target)
    // A copy of the folder has nothing beside it.
    expect(linked.filter((target) => target.includes(".."))).toEqual([])
    const ownRepository = "https://github.com/tributary-dev/tributary/blob/main/"
    const missing = linked
      .map((target) => (target.startsWith(ownRepository) ? target.replace(ownRepository, "../") : target))
      .filter((path) => !path.startsWith("https:") && !existsSync(DeployFolder.folder + path))
    expect(missing).toEqual([])
  })

  it("install the packages of this release, with the versions of Effect that they need", () => {
    const { dependencies } = JSON.parse(text("app/package.json")) as { readonly dependencies: Record<string, string> }
    const manifest = (folder: string) =>
      JSON.parse(readFileSync(join(DeployFolder.folder, "..", folder, "package.json"), "utf8"))
    const folders = ["core", "cli", "runtime-http", "connectors/okta"]
    for (const { name, peerDependencies = {}, peerDependenciesMeta: about = {}, version } of folders.map(manifest)) {
      expect([name, satisfies(version, dependencies[name] ?? "")]).toEqual([name, true])
      for (const [peer, range] of Object.entries<string>(peerDependencies)) {
        if (about[peer]?.optional !== true)
          expect([peer, dependencies[peer]]).toEqual([peer, range.replace("workspace:", "")])
      }
    }
  })

  const systemd = spawnSync("systemd-analyze", ["--version"], { encoding: "utf8" })
  const isNew = Number(/^systemd (\d+)/.exec(systemd.stdout ?? "")?.[1] ?? 0) >= 250
  it.skipIf(!isNew)(
    isNew ? "have a unit that systemd accepts" : "have a unit that systemd accepts (skipped: no systemd 250 here)",
    () => {
      const file = join(temporary, "tributary@.service")
      // The check wants the program and the folder to exist.
      writeFileSync(file, unit.replace("/usr/bin/node", process.execPath).replace("/opt/tributary", temporary))
      const checked = spawnSync("systemd-analyze", ["verify", "--man=no", "--recursive-errors=no", file], {
        encoding: "utf8"
      })
      const about = checked.stderr.split("\n").filter((line) => line.includes("tributary"))
      expect([checked.status, about]).toEqual([0, []])
    }
  )
})
