export type { Change, StepName } from "./Change.js"
export { type DemoVendor, type DemoVendorOptions, type JournalEntry, startDemoVendor } from "./DemoVendor.js"
export type { Fault } from "./Fault.js"
