import * as Demo from "./Demo.js"

/** Replace the runtime's defaults, because the vendor is on this machine and changes every minute, and a person reads the terminal and waits after Ctrl-C. */
export const demoSettings: Readonly<Record<string, string>> = {
  TRIBUTARY_ALLOW_LOOPBACK: "true",
  // The product of examples/product frames the page with which its customers connect tools.
  TRIBUTARY_CONNECT_NAME: "Watchtower",
  TRIBUTARY_CONNECT_ORIGINS: "http://localhost:4020,http://127.0.0.1:4020",
  // Only two full scans that are a distance apart find deletions, and a person does not wait a day to see one.
  TRIBUTARY_DELETION_EVIDENCE_SECS: String(Demo.REFRESH_SECS),
  TRIBUTARY_DRAIN_SECS: "0",
  TRIBUTARY_FULL_SCAN_SECS: String(Demo.REFRESH_SECS),
  TRIBUTARY_LOG_LEVEL: "Error",
  TRIBUTARY_REFRESH_MIN_SECS: String(Demo.REFRESH_SECS)
}
