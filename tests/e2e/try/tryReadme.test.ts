import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { startDemoVendor } from "@tributary/example-demo-vendor"
import { afterAll, beforeAll, it } from "vitest"
import { show } from "../../../cli/test/TestProgram.js"
import * as Readme from "../../../runtime-http/test/Readme.js"
import * as Qualys from "../../recordings/qualys.js"
import * as VendorReplay from "../../recordings/VendorReplay.js"
import * as ScriptedServer from "../../support/vendor/ScriptedServer.js"

const TOKEN = "demo-okta-token"

/** The vendor's rows depend on its clock, so it stands still. */
const NOW = Date.UTC(2026, 0, 15, 12)

/** A folder in which the connectors are installed, as far as a name needs it. */
let folder: string
const before = process.cwd()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tributary-readme-"))
  for (const name of ["okta", "qualys"]) {
    const source = fileURLToPath(new URL(`../../../connectors/${name}/src/index.ts`, import.meta.url))
    const installed = join(folder, "node_modules/@tributary", `connector-${name}`)
    await mkdir(installed, { recursive: true })
    await writeFile(join(installed, "package.json"), JSON.stringify({ type: "module", exports: "./index.ts" }))
    await writeFile(join(installed, "index.ts"), `export * from ${JSON.stringify(source)}\n`)
  }
  process.chdir(folder)
})
afterAll(async () => {
  process.chdir(before)
  await rm(folder, { recursive: true, force: true })
})

/** One run of the command, as a reader types and sees it. */
interface Typed {
  readonly args: ReadonlyArray<string>
  readonly settings: Readonly<Record<string, string>>
  /** Where the vendor of the test listens, and what the README shows for it. */
  readonly address: readonly [real: string, shown: string]
}

/** The command and what it writes, without what differs from run to run. */
const transcript = async ({ address: [real, shown], args, settings }: Typed): Promise<string> => {
  const { code, text } = await show(args, settings)
  const variables = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const command = [...variables, "tributary", ...args].join(" ")
  const output = text.replaceAll(real, shown).replace(/ in \d+\.\d s\.$/m, " in 1.0 s.")
  return `\`\`\`\n$ ${command.replaceAll(real, shown)}\n${output.trimEnd()}\n$ echo $?\n${code}\n\`\`\``
}

const file = fileURLToPath(new URL("../../../cli/README.md", import.meta.url))

const withDemoVendor = async (options: ReadonlyArray<string>, token: string): Promise<string> => {
  const vendor = await startDemoVendor({ users: 40, token: TOKEN, changeEverySeconds: 0, now: () => NOW })
  try {
    return await transcript({
      args: ["try", "okta", "--base-url", vendor.url, ...options],
      settings: { OKTA_API_TOKEN: token },
      address: [vendor.url, "http://127.0.0.1:4010"]
    })
  } finally {
    await vendor.close()
  }
}

/** Nothing that was recorded may be in the repository, so this shows no records. */
const withRecordedQualys = async (): Promise<string> => {
  const server = await ScriptedServer.start(Qualys.replies())
  try {
    return await transcript({
      args: ["try", "qualys", "--base-url", server.url, "--samples", "0"],
      settings: { QUALYS_USERNAME: "acme_ab1", QUALYS_PASSWORD: "replayed" },
      address: [server.url, "http://127.0.0.1:4011"]
    })
  } finally {
    server.stop()
  }
}

/** The parts of the README; the recorded answers may not be there. */
const parts: Readonly<Record<string, () => Promise<string>>> = {
  "try okta": () => withDemoVendor(["--samples", "2"], TOKEN),
  "wrong token": () => withDemoVendor([], "wrong-token"),
  ...(VendorReplay.material.folder === null ? {} : { "try qualys": withRecordedQualys })
}

it(`the README of the command line shows what tributary try writes${VendorReplay.material.reason}`, async ({
  expect
}) => {
  let text = await readFile(file, "utf8")
  for (const [name, write] of Object.entries(parts)) text = Readme.render(text, name, await write())
  await expect(text).toMatchFileSnapshot(file)
})
