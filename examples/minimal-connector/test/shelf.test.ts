import { ConnectorTest } from "@tributary/core/testing"
import { shelf } from "../src/index.js"

const next = { link: '<https://api.shelf.example/users?after=2>; rel="next"' }
const first = { link: '<https://api.shelf.example/users>; rel="first"' }

ConnectorTest.conformance(shelf, {
  replies: {
    "GET /users": { body: [{ id: "1", name: "Ada", email: "ada@shelf.example", locked: false }], headers: next },
    "GET /users?after=2": { body: [{ id: "2", name: "Grace", email: null, locked: true }], headers: first }
  }
})

ConnectorTest.readme(shelf, new URL("../README.md", import.meta.url))
