import { defineConfig } from "@tributary/runtime-http"

export default defineConfig({ connectors: ["@tributary/connector-okta"] })
