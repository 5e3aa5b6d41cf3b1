// Preloaded into a Node process (`--import`): its clock is three hours ahead, as on a machine that nobody set right.
const AHEAD_MILLIS = 3 * 3_600_000
const now = Date.now.bind(Date)
Date.now = () => now() + AHEAD_MILLIS
globalThis.Date = class extends Date {
  constructor(...parts) {
    super(...(parts.length === 0 ? [Date.now()] : parts))
  }
}
