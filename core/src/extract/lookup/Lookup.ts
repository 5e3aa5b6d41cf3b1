// The public `Lookup`: questions about rows, each kind in a file of its own. How they are answered is in `LookupAnswers`.
export { batched } from "./BatchedLookup.js"
export { joined } from "./JoinedLookup.js"
export type { Answers, Any, Filling, Lookup, Lookups, SameAnswers } from "./LookupOptions.js"
export { of } from "./RowLookup.js"
export { shared } from "./SharedLookup.js"
