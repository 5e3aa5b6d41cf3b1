/** Which file to bundle, and how. */
export interface Options {
  /** A file beside this one; `simulate.ts` by default. */
  readonly entry?: string
  /** Whether to leave out the libraries; false by default. */
  readonly isSmall?: boolean
  /** Plugins of esbuild; none by default. */
  readonly plugins?: ReadonlyArray<unknown>
}

/** Bundles a file into a new folder, without the libraries if it is small; returns the path of the folder. */
export const make: (name: string, options?: Options) => Promise<string>

/** Removes a bundle. */
export const remove: (folder: string) => Promise<void>
