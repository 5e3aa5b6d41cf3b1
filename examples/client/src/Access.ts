import { readFile } from "node:fs/promises"
import { join } from "node:path"

/** What a consumer needs: the base address, a key, and the connection whose data is read. */
export interface Access {
  readonly baseUrl: string
  readonly apiKey: string
  readonly connectionId: string
}

/** What `npm start` left in the data folder, as far as it is needed here. */
interface DemoFile {
  readonly base_url: string
  readonly api_key: string
  readonly connections: ReadonlyArray<{ readonly id: string }>
}

const fromDemoFile = async (file: string): Promise<Access> => {
  const demo = JSON.parse(await readFile(file, "utf8")) as DemoFile
  return { baseUrl: demo.base_url, apiKey: demo.api_key, connectionId: demo.connections[0]?.id ?? "" }
}

/** Reads the access from the environment, or else from what `npm start` wrote. */
export const load = async (env: NodeJS.ProcessEnv = process.env): Promise<Access> => {
  const { TRIBUTARY_BASE_URL: baseUrl, TRIBUTARY_API_KEY: apiKey, TRIBUTARY_CONNECTION_ID: connectionId } = env
  // An empty variable counts as not set, as for the server.
  if (baseUrl && apiKey && connectionId) return { baseUrl, apiKey, connectionId }
  const file = join(env["TRIBUTARY_DATA_DIR"] || ".tributary", "demo.json")
  try {
    return await fromDemoFile(file)
  } catch {
    throw new Error(
      `${file} cannot be read: run \`npm start\` first, from the same folder, or set TRIBUTARY_BASE_URL, ` +
        "TRIBUTARY_API_KEY and TRIBUTARY_CONNECTION_ID."
    )
  }
}
