// Written by `pnpm generate` from what the demo is sent and answers: edit tests/e2e/ExampleRequests.ts.
import type { Example } from "./Example.js"

export const examples: Readonly<Record<string, Example>> = {}
