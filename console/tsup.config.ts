import { createHash } from "node:crypto"
import { cp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises"
import { basename } from "node:path"
import { fileURLToPath } from "node:url"
import { defineConfig } from "tsup"

const dist = new URL("dist/", import.meta.url)
const embed = new URL("node_modules/@tributary/connect/dist/connect.js", import.meta.url)

const METAFILE = "metafile-esm.json"

/** What esbuild says of a build, as far as it is read here. */
interface Metafile {
  readonly inputs: Readonly<Record<string, unknown>>
}

/** Puts a hash of the content into the name of a built file. */
const withHash = async (name: string): Promise<string> => {
  const text = await readFile(new URL(name, dist))
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 16)
  const hashed = name.replace(/\.(\w+)$/, `-${hash}.$1`)
  await rename(new URL(name, dist), new URL(hashed, dist))
  return hashed
}

/** The folders of the packages that are in the bundle. */
const packagesOf = ({ inputs }: Metafile): ReadonlyArray<string> => {
  const folders = Object.keys(inputs).flatMap((path) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path) ?? [])
  return [...new Set(folders)].sort((a, b) => basename(a).localeCompare(basename(b), "en"))
}

/** The licences of what is bundled: they ask to be passed on with every copy. */
const noticeOf = async (metafile: Metafile): Promise<string> => {
  const parts = packagesOf(metafile).map(async (folder) => {
    const from = new URL(`${folder}/`, new URL("./", import.meta.url))
    const { homepage, license, name, version } = JSON.parse(await readFile(new URL("package.json", from), "utf8"))
    const file = (await readdir(fileURLToPath(from))).find((each) => /^licen[cs]e/i.test(each))
    if (file === undefined) throw new Error(`${name} has no file with its licence, which dist/NOTICE needs.`)
    return `${name} ${version}\n${homepage}\nLicense: ${license}\n\n${await readFile(new URL(file, from), "utf8")}`
  })
  return (await Promise.all(parts)).join(`\n${"-".repeat(80)}\n\n`)
}

/** Writes what the server reads of the build: the names of the files, and whose work is in them. */
const finish = async () => {
  const metafile: Metafile = JSON.parse(await readFile(new URL(METAFILE, dist), "utf8"))
  await writeFile(new URL("NOTICE", dist), await noticeOf(metafile))
  await rm(new URL(METAFILE, dist))
  await writeFile(new URL("embed.js", dist), await readFile(embed))
  await cp(new URL("src/connect/icon.svg", import.meta.url), new URL("icon.svg", dist))
  const [script, style, icon] = await Promise.all(["connect.js", "connect.css", "icon.svg"].map(withHash))
  const connect = { script, style, icon }
  await writeFile(new URL("manifest.json", dist), `${JSON.stringify({ connect, embed: "embed.js" }, null, 2)}\n`)
}

// One bundler for all packages: esbuild has CSS modules, and the page needs neither a development server nor an index.html of its own.
export default defineConfig({
  entry: { connect: "src/connect/main.tsx" },
  format: ["esm"],
  target: "es2022",
  platform: "browser",
  minify: true,
  splitting: false,
  clean: true,
  metafile: true,
  silent: true,
  loader: { ".css": "local-css" },
  define: { "process.env.NODE_ENV": '"production"' },
  onSuccess: finish
})
