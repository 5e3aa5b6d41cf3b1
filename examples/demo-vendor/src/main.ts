import { startDemoVendor } from "./DemoVendor.js"

const port = Number(process.env.PORT ?? 4010)
const token = process.env.DEMO_VENDOR_TOKEN
const vendor = await startDemoVendor({ port, ...(token && { token }) })

console.log(
  `Demo vendor listening on ${vendor.url} (token ${vendor.token}). ` +
    `To make it fail: curl -d '{"path":"^/api/v1/users","times":3,"status":503}' ${vendor.url}/__demo/fail`
)

for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => void vendor.close().then(() => process.exit(0)))
}
