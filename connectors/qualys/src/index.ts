export { qualys } from "./qualys.js"
