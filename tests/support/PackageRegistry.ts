import { execFile } from "node:child_process"
import { createHash } from "node:crypto"
import { readFile, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { homedir } from "node:os"
import { basename, join } from "node:path"
import { promisify } from "node:util"
import type { Packed } from "./PackedPackages.js"

const run = promisify(execFile)

/** A registry of packages on this machine, with what package managers ask of one when they install. */
export interface PackageRegistry {
  /** Lets a package manager find the scope `@tributary` here, and everything else where it always does. */
  readonly env: Readonly<Record<string, string>>
  readonly stop: () => Promise<void>
}

const versionOf = async ({ archive }: Packed): Promise<{ readonly version: string }> => {
  const { stdout } = await run("tar", ["-xzOf", archive, "package/package.json"])
  return JSON.parse(stdout) as { readonly version: string }
}

/**
 * The settings of the person who runs the tests, with another registry for the scope `@tributary`.
 *
 * A file, because a shell between two package managers passes no variable on whose name has an `@`.
 */
const settings = async (file: string, url: string): Promise<string> => {
  const own = await readFile(join(homedir(), ".npmrc"), "utf8").catch(() => "")
  await writeFile(file, `${own}\n@tributary:registry=${url}\n`, { mode: 0o600 })
  return file
}

/** Starts a registry that has these packages, as if they were published. `folder` gets a file of settings. */
export const start = async (packages: ReadonlyArray<Packed>, folder: string): Promise<PackageRegistry> => {
  const answers = new Map<string, (origin: string) => Buffer | string>()
  for (const packed of packages) {
    const manifest = await versionOf(packed)
    const archive = await readFile(packed.archive)
    const file = `/-/${basename(packed.archive)}`
    const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`
    answers.set(file, () => archive)
    answers.set(`/${packed.name}`, (origin) =>
      JSON.stringify({
        name: packed.name,
        "dist-tags": { latest: manifest.version },
        versions: { [manifest.version]: { ...manifest, dist: { tarball: `${origin}${file}`, integrity } } }
      })
    )
  }
  const server = createServer((request, response) => {
    const answer = answers.get(decodeURIComponent(request.url ?? ""))
    response.statusCode = answer === undefined ? 404 : 200
    response.end(answer?.(`http://${request.headers.host}`) ?? "{}")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    env: { npm_config_userconfig: await settings(join(folder, "npmrc"), `http://127.0.0.1:${port}/`) },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
  }
}
