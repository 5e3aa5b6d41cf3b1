import { readdirSync, readFileSync } from "node:fs"
import { expect, it } from "vitest"

const FOLDER = "runtime-http/src"
const SUPERVISOR = "BackgroundLoop.ts"

/** Ways to repeat an effect forever. A repetition that ends has a further condition, so this does not match it. */
const ENDLESS = /Effect\.forever|Effect\.repeat\(\s*Schedule\.(?:spaced|fixed)\(/

it("everything that repeats until the process stops is a supervised loop", () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"))
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => ENDLESS.test(readFileSync(`${FOLDER}/${file}`, "utf8")))).toEqual([SUPERVISOR])
})
