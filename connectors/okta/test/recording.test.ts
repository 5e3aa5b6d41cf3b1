import { ConnectorTest } from "@tributary/core/testing"
import { okta } from "../src/index.js"

// Invented answers in the format of Okta's API reference, as `tributary try --record` writes them.
ConnectorTest.replay(okta, new URL("recordings/okta.json", import.meta.url))
