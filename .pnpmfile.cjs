// The reference page uses only the browser build of Scalar, which contains everything that it needs: its 250 dependencies are not installed.
const readPackage = (manifest) =>
  manifest.name === "@scalar/api-reference" ? { ...manifest, dependencies: {}, engines: {} } : manifest

module.exports = { hooks: { readPackage } }
