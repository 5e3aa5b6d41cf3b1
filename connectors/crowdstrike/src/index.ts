export { crowdstrike } from "./crowdstrike.js"
