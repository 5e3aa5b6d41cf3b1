export { awsInspector } from "./awsInspector.js"
