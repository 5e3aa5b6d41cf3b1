export * as Scaffold from "./Scaffold.js"
export * as VendorName from "./VendorName.js"
