import { env } from "node:process"
import * as Product from "./Product.js"

const setting = (name: string): string => {
  const value = env[name]
  if (!value) throw new Error(`Set ${name}; the README says what it is.`)
  return value
}

await Product.start({
  baseUrl: setting("TRIBUTARY_URL"),
  apiKey: setting("TRIBUTARY_KEY"),
  organizationId: setting("TRIBUTARY_ORGANIZATION"),
  webhookSecret: setting("TRIBUTARY_WEBHOOK_SECRET"),
  port: Number(env["PORT"] ?? 4020)
})
