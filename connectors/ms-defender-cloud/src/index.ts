export { msDefenderCloud } from "./msDefenderCloud.js"
