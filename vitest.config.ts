import { availableParallelism } from "node:os"
import { configDefaults, defineConfig } from "vitest/config"
import LongestFirst from "./tests/support/LongestFirst.js"

// Tests read the packages' sources, so that a test never passes on a stale build.
const conditions = ["@tributary/source"]

/** The inner loop: tests that need neither a database nor a process of their own, without the tables of the contract, which read every test file. */
const unit = [
  "core/test/**/*.test.ts",
  "{cli,create}/test/**/*.test.ts",
  "client/test/{Client,effect,generated}.test.ts",
  "connect/test/{ConnectLink,Messages}.test.ts",
  "console/test/**/*.test.ts",
  "connectors/*/test/**/*.test.ts",
  "examples/{demo-vendor,guide-connector,minimal-connector,product}/test/**/*.test.ts",
  "runtime-http/test/{api,vendor,cli/start}/**/*.test.ts",
  "runtime-http/test/{KeepACopy,NearestName,Readme,RuntimeConfig,UnknownSettings}.test.ts",
  "runtime-http/test/http/server/{access/FloodGuards,listen/NodeParserErrors,response/{AcceptedCodings,Compression}}.test.ts",
  "runtime-http/test/store/read/Cursor.test.ts",
  "runtime-http/test/store/secrets/{KeyService,Vault}.test.ts",
  "tests/architecture/**/*.test.ts",
  "tests/{bench,soak}/**/*.test.ts"
]

/**
 * What takes longest: histories, packed packages, plans at the size of large tables, several processes, every recorded answer with every
 * fault, the kit on connectors with faults and on all but the smallest ones, the reports of the public API, the pages in a browser,
 * the decision about each regular expression, and the cost of each step on outside text. `.ci/run` runs them after `npm test`.
 */
const slow = [
  "cli/test/try/Try.test.ts",
  "connect/test/Embedding.test.ts",
  "connectors/{aws-inspector,aws-securityhub,crowdstrike,github,gitlab,google-workspace,insightvm,jamf,jira,jumpcloud}/test/{awsInspector,awsSecurityHub,crowdstrike,github,gitlab,googleWorkspace,insightvm,jamf,jira,jumpcloud}.test.ts",
  "connectors/{ms-defender-cloud,ms-defender-endpoint,ms-entra,okta,qualys,sentinelone,servicenow,snyk,tenable,zendesk}/test/{msDefenderCloud,msDefenderEndpoint,msEntra,okta,qualys,sentinelone,servicenow,snyk,tenable,zendesk}.test.ts",
  "core/test/{documentation,hover}.test.ts",
  "core/test/testing/checks/*.test.ts",
  "runtime-http/test/http/connect/*InChromium.test.ts",
  "runtime-http/test/http/reference/ReferenceInChromium.test.ts",
  "runtime-http/test/ProcessLines.test.ts",
  "runtime-http/test/store/{LargeGroup,OneConnection,PeriodicQueries}.test.ts",
  "runtime-http/test/store/write/{DeletionEvidence,SweepReads}.test.ts",
  "runtime-http/test/store/postgres/EmbeddedPostgres.test.ts",
  "runtime-http/test/store/read/{*Plans,AsOf}.test.ts",
  "runtime-http/test/store/write/WritePlans.test.ts",
  "runtime-http/test/sync/schedule/{Cluster,HangingVendors,IdleProcess}.test.ts",
  "runtime-http/test/vendor/oauth2/ConsentProcesses.test.ts",
  "tests/e2e/{examples,mirror,packages,try}/*.test.ts",
  "tests/e2e/api/{cursorWalk,endpoints,examples}.test.ts",
  "tests/e2e/database/{outage,outboundKill,refusedLogin,replica,restoredDatabase}.test.ts",
  "tests/e2e/operation/{alerts,deployment,embeddedCommand,erasure,keyService,masterKeyRotation,metrics,operatorGuide,rollingDeploy,secrets,startProcess,stoppedConnector}.test.ts",
  "tests/e2e/vendor/{emptiedFields,partialAccess,replacedTenant,wrongValues}.test.ts",
  "tests/architecture/regularExpressions.test.ts",
  "tests/publicApi/{publicApi,reference}.test.ts",
  "tests/recordings/recordings.test.ts",
  "tests/simulation/*.test.ts",
  "tests/text/textSteps.test.ts"
]

const all = [
  "{core,cli,client,connect,console,create,runtime-http}/test/**/*.test.ts",
  "{connectors,examples}/*/test/**/*.test.ts",
  "tests/**/*.test.ts"
]

/** Whether the command line names the project `unit`. */
const isUnitAsked = process.argv.some((argument) => /^(--project=)?unit$/.test(argument))

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    // Only a test that hangs takes so long: on a machine that does other things, too, some take ten times as long as on a quiet one.
    testTimeout: 300_000,
    // What a test polls for may take as long; a second, which vitest gives by itself, is nothing on a busy machine.
    expect: { poll: { timeout: 120_000 } },
    // A hook may read all sources, and no second attempt helps it.
    hookTimeout: 600_000,
    // `.ci/run` sets it on a machine whose processors stand still: the time limits under test pass there without any work.
    retry: Number(process.env["TEST_RETRIES"] || 0),
    // The message of a failed comparison is all that the end of a long output has.
    chaiConfig: { truncateThreshold: 1_000 },
    setupFiles: ["tests/support/TestMethods.ts", "tests/support/FiberOrder.ts"],
    sequence: { sequencer: LongestFirst },
    runner: "tests/support/TimedRunner.ts",
    pool: "forks",
    // One more than vitest would take: many tests wait for a process or a database rather than compute.
    // Files of one process share the modules that it has loaded: loading them again cost a quarter of the suite. A test
    // that compares with a file takes `expect` from its context, because the module's own belongs to the first file.
    poolOptions: { forks: { minForks: 1, maxForks: Math.max(2, availableParallelism()), isolate: false } },
    projects: [
      // The unit tests are among the fast ones. With both projects, a run would load their modules twice, and run their files twice.
      {
        extends: true,
        test: {
          name: isUnitAsked ? "unit" : "fast",
          include: isUnitAsked ? unit : all,
          exclude: [...configDefaults.exclude, ...slow]
        }
      },
      { extends: true, test: { name: "slow", include: slow } }
    ]
  }
})
