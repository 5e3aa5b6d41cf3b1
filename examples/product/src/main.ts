import { env } from "node:process"
import * as Product from "./Product.js"

const setting = (name: string): string => {
  const value = env[name]
  if (!value) throw new Error(`Set ${name} in the environment; the guide says to what.`)
  return value
}

const port = Number(env["PORT"] ?? 4020)

await Product.start({
  baseUrl: setting("TRIBUTARY_URL"),
  apiKey: setting("TRIBUTARY_KEY"),
  organizationId: setting("TRIBUTARY_ORGANIZATION"),
  webhookSecret: setting("TRIBUTARY_WEBHOOK_SECRET"),
  port
})

console.log(`The product runs at http://localhost:${port}. Ctrl-C stops it.`)
