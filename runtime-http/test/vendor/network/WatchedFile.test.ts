import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import * as Wait from "../../../../tests/support/Wait.js"
import { WatchedFile } from "../../../src/vendor/network/WatchedFile.js"

const folder = mkdtempSync(join(tmpdir(), "tributary-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it("is read again some seconds after it has changed or gone, and nobody waits for that", async () => {
  const path = join(folder, "hosts")
  const write = (text: string, modified: number) => {
    writeFileSync(path, text)
    utimesSync(path, modified, modified)
  }
  let now = 0
  write("one", 1)
  const file = new WatchedFile(
    path,
    (text) => text,
    () => now
  )
  write("two", 2)
  now = 4_999
  expect(file.current).toBe("one")
  now = 5_000
  // What was read last: reading it now would make the caller wait for a thread.
  expect(file.current).toBe("one")
  await Wait.until(async () => file.current === "two" || null)
  rmSync(path)
  expect(file.current).toBe("two")
  now = 10_000
  expect(file.current).toBe("two")
  await Wait.until(async () => file.current === null || null)
})
