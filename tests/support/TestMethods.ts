// `layer` of @effect/vitest writes its own `effect` and `scoped` into the one `it` that every test file imports. Files of one
// process share that module, so without this the tests of a later file would run in the layer of an earlier one.

import { effect, flakyTest, it, layer, live, prop, scoped, scopedLive } from "@effect/vitest"

Object.assign(it, { effect, flakyTest, layer, live, prop, scoped, scopedLive })
