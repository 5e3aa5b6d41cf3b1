export { googleWorkspace } from "./googleWorkspace.js"
