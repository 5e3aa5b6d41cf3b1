export { msDefenderEndpoint } from "./msDefenderEndpoint.js"
