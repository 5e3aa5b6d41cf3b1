const notice = (text) => {
  document.querySelector("#notice").textContent = text
}

const post = async (path, connectionId) => {
  notice("")
  const response = await fetch(path, { method: "POST", body: JSON.stringify({ connectionId }) })
  if (!response.ok) throw new Error(await response.text())
  return response.status === 204 ? null : response.json()
}

/** Says what has failed. */
const attempt = (act) => (value) => act(value).catch(({ message }) => notice(message))

/** Shows the page of the service in a dialog. What it says is only a reason to ask our own server. */
const connect = async (connectionId) => {
  const { url } = await post("/links", connectionId)
  TributaryConnect.open({
    url,
    onDone: attempt(async ({ connectionId: id }) => {
      await post("/done", id)
      await show()
    }),
    onClose: attempt(show),
    onError: ({ message }) => notice(message)
  })
}

const states = {
  connected: () => ["Connected", "Sync now", (id) => post("/sync", id)],
  delayed: () => ["Data is late", "Sync now", (id) => post("/sync", id)],
  paused: () => ["Paused", null],
  pending: () => ["Waits until an administrator allows the access", "Continue", connect],
  reading: () => ["Connected. Reading data for the first time ...", null],
  reconnect: (name) => [`${name} has to be reconnected`, "Reconnect", connect]
}

const rowOf = ({ connectionId, logo, name, problem, state }) => {
  const row = document.querySelector("#tool").content.cloneNode(true)
  const [text, label, act] = states[state](name)
  row.querySelector("li").dataset.state = state
  row.querySelector("img").src = logo
  row.querySelector("h2").textContent = name
  row.querySelector(".state").textContent = text
  row.querySelector(".problem").textContent = problem
  const button = row.querySelector("button")
  button.hidden = label === null
  button.textContent = label
  button.onclick = attempt(() => act(connectionId))
  return row
}

let shown = ""
const show = async () => {
  const text = await (await fetch("/tools")).text()
  // Rows that stay as they are keep the focus.
  if (text === shown) return
  shown = text
  document.querySelector("#tools").replaceChildren(...JSON.parse(text).map(rowOf))
}

document.querySelector("#connect").onclick = attempt(() => connect(null))
show()
setInterval(() => show().catch(() => {}), 2_000)
