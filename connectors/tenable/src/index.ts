export { tenable } from "./tenable.js"
