export { awsSecurityHub } from "./awsSecurityHub.js"
