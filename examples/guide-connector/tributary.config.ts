import { defineConfig } from "@tributary/runtime-http"

/** What `npm start` runs: this package, found by its name as in any other installation. */
export default defineConfig({ connectors: ["tributary-connector-roster"] })
