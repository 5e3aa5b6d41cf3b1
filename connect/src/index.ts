export * as Messages from "./Messages.js"
