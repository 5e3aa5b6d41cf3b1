import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { promisify } from "node:util"
import { expect, it } from "vitest"

const start = fileURLToPath(new URL("../start.mjs", import.meta.url))

it.skipIf(process.platform === "win32")(
  "npm start ends with a sentence if the process may open too few files to load its modules",
  async () => {
    const ended = promisify(execFile)("sh", ["-c", `ulimit -n 64; exec "${process.execPath}" "${start}"`])
    await expect(ended).rejects.toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(/^This process may open 64 files and sockets at once .* needs at least 1024.*\n$/)
    })
  }
)
