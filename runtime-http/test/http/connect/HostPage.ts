import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/*
 * A product's page that frames the page of a link, without the package that does so: it shows what the page says, and to whom.
 */

const html = `<!doctype html>
<html lang="en">
<title>Product</title>
<main>
<h1>Product</h1>
<iframe title="Connect" width="100%" height="900" allow="" referrerpolicy="no-referrer"
  sandbox="allow-scripts allow-forms allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>
</main>
<script>
const frame = document.querySelector("iframe")
window.heard = []
addEventListener("message", ({ data, origin, source }) => {
  if (source === frame.contentWindow) heard.push({ data, origin })
})
window.frameLink = (url) => {
  frame.src = url
}
window.hello = (origin, color_scheme) =>
  frame.contentWindow.postMessage({ source: "tributary", v: 1, type: "hello", color_scheme }, origin)
</script>
`

/** A page beside the framed one that says hello in the name of the product, and keeps what it hears. */
const sibling = `<!doctype html>
<title>Advertisement</title>
<script>
window.heard = []
addEventListener("message", ({ data }) => heard.push(data))
window.hello = () => parent.frames[0].postMessage({ source: "tributary", v: 1, type: "hello" }, "*")
</script>
`

/** A server whose page is at two origins: one that the operator has named, and a foreign one. */
export const start = async () => {
  const server = createServer(({ url }, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(url === "/sibling" ? sibling : html)
  })
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve))
  const { port } = server.address() as AddressInfo
  return {
    named: `http://localhost:${port}`,
    foreign: `http://127.0.0.1:${port}`,
    stop: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
