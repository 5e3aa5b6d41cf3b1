import { readFile } from "node:fs/promises"
import { join } from "node:path"

/** The settings of an API client: the server, the API key, and the connection whose data it reads. */
export interface Access {
  /** Base address of the API, ending in `/v1`. */
  readonly baseUrl: string
  readonly apiKey: string
  readonly connectionId: string
}

/** The part of `demo.json`, which `npm start` writes into the data folder, that this client needs. */
interface DemoFile {
  readonly base_url: string
  readonly api_key: string
  readonly connections: ReadonlyArray<{ readonly id: string }>
}

const fromDemoFile = async (file: string): Promise<Access> => {
  const demo = JSON.parse(await readFile(file, "utf8")) as DemoFile
  return { baseUrl: demo.base_url, apiKey: demo.api_key, connectionId: demo.connections[0]?.id ?? "" }
}

/**
 * Reads the settings from the environment, or else from the `demo.json` that `npm start` writes; throws when neither
 * has them.
 */
export const load = async (env: NodeJS.ProcessEnv = process.env): Promise<Access> => {
  const { TRIBUTARY_BASE_URL: baseUrl, TRIBUTARY_API_KEY: apiKey, TRIBUTARY_CONNECTION_ID: connectionId } = env
  // Like the server, treats an empty variable as unset.
  if (baseUrl && apiKey && connectionId) return { baseUrl, apiKey, connectionId }
  const file = join(env["TRIBUTARY_DATA_DIR"] || ".tributary", "demo.json")
  try {
    return await fromDemoFile(file)
  } catch {
    throw new Error(
      `Cannot read ${file}: run \`npm start\` in the same folder first, or set TRIBUTARY_BASE_URL, ` +
        "TRIBUTARY_API_KEY and TRIBUTARY_CONNECTION_ID."
    )
  }
}
