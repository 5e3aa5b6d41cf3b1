import type { Connector } from "@tributary/core"

/** What a platform team decides in `tributary.config.ts`; the settings come from the environment. */
export interface TributaryConfig {
  /** The connectors to run, one per vendor: values, or the names of packages whose exported connectors are loaded. */
  readonly connectors: ReadonlyArray<Connector.Connector | string>
}

/** Describes a runtime, so that the editor checks and completes it: `export default defineConfig({ connectors: ["@tributary/connector-okta"] })`. */
export const defineConfig = (config: TributaryConfig): TributaryConfig => config
