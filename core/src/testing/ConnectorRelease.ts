import { Option, Schema } from "effect"

/** What a connector says of its release, and its package.json too. */
export interface Release {
  /** The version of the package. */
  readonly version: string
  /** The range of `@tributary/core` that it needs. */
  readonly core: string
}

const Manifest = Schema.parseJson(
  Schema.Struct({
    version: Schema.String,
    peerDependencies: Schema.Struct({ "@tributary/core": Schema.String })
  })
)

const NEEDED =
  'package.json needs a version, and under "peerDependencies" the range of core that the connector was built for, such as "@tributary/core": ">=0.1.0 <1.0.0".'

/** The release that a package.json describes; a range of a workspace is meant as the package will be published. */
export const ofManifest = (manifest: string): Release => {
  const read = Schema.decodeUnknownOption(Manifest)(manifest)
  if (Option.isNone(read)) throw new Error(NEEDED)
  const { peerDependencies, version } = read.value
  return { version, core: peerDependencies["@tributary/core"].replace(/^workspace:/, "") }
}

/** The source file that gives a connector its release. */
export const render = ({ core, version }: Release): string =>
  [
    "// Generated from package.json: run the tests with `vitest -u`.",
    "",
    `export const version = ${JSON.stringify(version)}`,
    `export const core = ${JSON.stringify(core)}`,
    ""
  ].join("\n")
