export { sentinelone } from "./sentinelone.js"
