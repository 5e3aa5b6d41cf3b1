import type { TenableAsset } from "./rows/asset.js"

const VERSION = /\b(\d+)(?:\.(\d+))?[\w.-]*/

/** The full, major and minor version in a name such as `Linux Kernel 4.15 on Ubuntu 18.04`, whose distribution comes last. */
export const versionOf = ({
  operating_systems
}: TenableAsset): readonly [string | null, string | null, string | null] => {
  const [name = ""] = operating_systems ?? []
  const [version = null, major = null, minor = null] = VERSION.exec(name.split(" on ").at(-1) ?? "") ?? []
  return [version, major, minor]
}
