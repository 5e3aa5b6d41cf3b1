import { ConnectorTest } from "@tributary/core/testing"
import { googleWorkspace } from "../src/index.js"
import { replies } from "./fixtures/replies.js"

ConnectorTest.conformance(googleWorkspace, { replies, times: 50 })

ConnectorTest.readme(googleWorkspace, new URL("../README.md", import.meta.url))

ConnectorTest.mapping(googleWorkspace, { replies }, new URL("mapping.txt", import.meta.url))
