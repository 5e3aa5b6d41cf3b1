import type { Demo } from "./Demo.js"

/** The text for the terminal when the server answers and has read the demo vendor. */
export const welcome = (demo: Demo): string => {
  const [connection] = demo.connections
  const id = connection?.id ?? ""
  const key = `-H 'X-API-KEY: ${demo.api_key}'`
  const others = demo.connections.slice(1)
  const sandbox =
    others.length === 0
      ? ""
      : `
Connections to sandboxes, which change about once a minute:
${others.map((other) => `  ${other.id}  ${other.vendor}`).join("\n")}
`
  const data = `${key} -H 'X-CONNECTION-ID: ${id}'`
  return `
Tributary is running. Ctrl-C stops it.

  base address   ${demo.base_url}
  reference      ${demo.base_url}/docs
  API key        ${demo.api_key}
  connection     ${id}  (${connection?.vendor}, pulling from the demo vendor at ${demo.demo_vendor_url})

List users with their groups:
  curl -s ${data} '${demo.base_url}/idp/users?limit=2&includeIdpGroups=true'

Walk them by cursor (send next_cursor of each answer as &cursor=... until it is null):
  curl -s ${data} '${demo.base_url}/idp/users?enableCursor=true&limit=100'

Let the vendor delete a user; within four minutes two full scans have missed the user, whose is_deleted is then true at the end of the list:
  curl -s -d '{"kind":"deletion"}' ${demo.demo_vendor_url}/__demo/advance

Read the connection's health:
  curl -s ${key} '${demo.base_url}/provisioning/organizations/${demo.organization_id}/connections/${id}'
${sandbox}`
}
