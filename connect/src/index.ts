export type { ConnectOptions, Done } from "./ConnectOptions.js"
export * as Messages from "./Messages.js"
export { type MountOptions, mount } from "./mount.js"
export { type OpenOptions, open } from "./open.js"
