/** The name of the product where it is known. */
const to = (product: string | null) => (product === null ? "" : ` to ${product}`)

/** From so many seconds on, minutes are shown. */
export const MINUTE = 60

/** The texts of the page in English; other languages have the same keys. */
export const en = {
  title: (product: string | null) => `Connect a tool${to(product)}`,
  forOrganization: (name: string) => `For ${name}`,
  close: "Close",
  welcome: {
    title: (product: string | null) => `Connect a tool${to(product)}`,
    text: (product: string | null) => `${product ?? "The product that sent you here"} reads data from a tool of yours.`,
    choice: "You choose the tool, and what is read.",
    secrets: "Passwords, keys and tokens are sent and stored encrypted, and never shown again.",
    end: "You can end the access in the tool at any time.",
    once: "The link opens once. Open it in the browser in which you want to finish.",
    go: "Continue"
  },
  opening: { failed: "The link could not be opened yet", text: "One moment" },
  catalogue: {
    title: "What do you want to connect?",
    search: "Search by name or kind",
    found: (count: number) => (count === 1 ? "1 tool" : `${count} tools`),
    none: (query: string) => `No tool matches “${query}”.`,
    all: "Show all tools"
  },
  form: {
    title: (vendor: string) => `Connect ${vendor}`,
    reconnect: (vendor: string) => `Connect ${vendor} again`,
    back: "All tools",
    ways: "How do you want to sign in?",
    steps: "How to create the credentials",
    stepsBefore: "Before you sign in",
    docs: (vendor: string) => `Documentation of ${vendor}`,
    where: "Where to find it",
    optional: "optional",
    show: "Show",
    hide: "Hide",
    showField: (title: string) => `Show ${title}`,
    hideField: (title: string) => `Hide ${title}`,
    choose: "Choose",
    example: (example: string) => `For example ${example}`,
    kept: "Leave it empty to keep the stored value.",
    data: "What is read",
    dataHint: "Turn off what should not be read. Each type needs the permissions below it.",
    permissions: "Needs",
    optionalPermissions: "For some fields",
    noPermissions: "Needs no further permission",
    submit: "Connect",
    submitAgain: "Connect again",
    stored: "Stored",
    refused: "Enter a new one",
    testing: "Checking with the tool",
    storing: "Connecting",
    missing: "Enter a value.",
    missingChoice: "Choose a value.",
    missingTypes: "Choose at least one type of data.",
    pattern: "This does not have the expected form.",
    patternExample: (example: string) => `This does not have the expected form. It looks like ${example}.`,
    again: "Enter it again, because another field has changed."
  },
  ways: {
    API_KEY: "API key",
    BASIC: "User name and password",
    OAUTH2_AUTHORIZATION_CODE: "Your account",
    OAUTH2_CLIENT_CREDENTIALS: "Client ID and secret",
    OAUTH2_JWT_BEARER: "Signed key"
  },
  reconnect: {
    broken: (vendor: string) => `The connection to ${vendor} does not work`,
    partly: (vendor: string) => `Not everything can be read from ${vendor}`,
    since: (date: string) => `Since ${date}`,
    nothingToEnter: "You do not have to enter anything here. Check again as soon as this is solved.",
    rest: "Everything else",
    stored: "What was entered before",
    kept: "Stays as it is:",
    declined: (vendor: string) => `Access to ${vendor} was not renewed`,
    unchanged: "The connection stays as it was before.",
    fine: "Nothing is wrong with this connection. You can renew its credentials.",
    unfinished: "This connection waits for your sign-in."
  },
  result: {
    title: "Not everything can be read",
    nothing: "Nothing can be read yet",
    text: (vendor: string) => `${vendor} accepts the credentials. This is what they give access to:`,
    nothingText: (vendor: string) => `${vendor} accepts the credentials, but they give access to nothing:`,
    incomplete: (vendor: string) => `${vendor} could not be asked about everything.`,
    readable: "Can be read",
    unreadable: "Cannot be read",
    partly: (fields: string) => `Without ${fields}`,
    missing: "Missing permissions",
    who: {
      CUSTOMER: "You, or an administrator of the tool, can change this.",
      VENDOR: "The vendor of the tool has to solve this. Try again later.",
      SERVICE: "The operator of this service has to solve this."
    },
    again: "Check again",
    anyway: "Connect anyway",
    back: "Change the credentials"
  },
  consent: {
    title: (vendor: string) => `Sign in to ${vendor}`,
    text: (vendor: string) => `Finish the sign-in in the window of ${vendor}. This page goes on by itself.`,
    blocked: (vendor: string) => `Your browser did not open a window. Open the page of ${vendor} with this link:`,
    open: (vendor: string) => `Open ${vendor}`,
    openAgain: "Open the window again",
    waiting: "Waiting for your sign-in",
    failed: "The sign-in gave no access",
    last: "The last sign-in gave no access:",
    tryAgain: "Try again",
    unavailable: { title: "This sign-in cannot go on here", text: "Contact whoever sent you the link." }
  },
  live: {
    title: (vendor: string) => `${vendor} is connected`,
    reading: {
      title: "The first data is being read",
      text: "That takes from a minute to a few hours. You can leave this page: reading goes on."
    },
    again: { title: "Data is read again from now on", text: "You can leave this page: reading goes on." },
    done: { title: "The first data has been read", text: "From now on, changes are read regularly." },
    doneAgain: { title: "The data has been read again", text: "From now on, changes are read regularly." },
    partly: { title: "Not everything could be read", text: "It is tried again regularly." },
    paused: { title: "The connection is paused", text: "It is stored. Nothing is read until it is resumed." },
    stopped: {
      title: "Nothing is read at the moment",
      text: "The connection is stored. It is read by itself when that is over."
    },
    expired: "This page no longer updates, because its session has ended. The connection stays.",
    revoked: "This page no longer updates, because the link was withdrawn.",
    progress: "Progress",
    waiting: "Not read yet",
    running: (count: string) => `Reading, ${count} so far`,
    starting: "Reading",
    records: (count: number, shown: string) => (count === 1 ? "1 record" : `${shown} records`),
    failing: "Could not be read",
    back: (product: string | null) => (product === null ? "Go back" : `Go back to ${product}`),
    finish: "Done",
    closeWindow: "You can close this page."
  },
  unanswered: "There is no response at the moment, so this page may be out of date. It will keep trying.",
  ends: {
    noLink: {
      title: "This link is incomplete",
      text: "Open the whole link, with everything behind the #, from the message in which you got it. If this page was open here before, it has ended: ask for a new link."
    },
    invalid: {
      title: "This link does not work",
      text: "It is incomplete, or was withdrawn. Ask whoever sent it to you for a new one."
    },
    opened: {
      title: "This link was opened already",
      text: "A link opens once. Go on in the window in which it was opened, or ask for a new one. If nobody on your side has opened it, tell whoever sent it to you."
    },
    expired: {
      title: "This link has expired",
      text: "Ask whoever sent it to you for a new one. A tool that is connected already stays connected."
    },
    revoked: {
      title: "This link was withdrawn",
      text: "Ask whoever sent it to you for a new one. A tool that is connected already stays connected."
    },
    deleted: {
      title: "This connection is gone",
      text: "It was deleted, and nothing is read any more. Ask whoever sent you the link for a new one to connect the tool again."
    },
    used: {
      title: "This link was used",
      text: "It has connected a tool already, or was withdrawn. Ask for a new one to connect another tool."
    },
    forgotten: {
      title: "This page cannot go on here",
      text: "A link opens once, and this one was opened before. If you have loaded this page again: your browser does not let it store anything while it is embedded in another page, so it cannot pick up where you left off. Ask for a new link, and open it in a tab of its own. If nobody on your side has opened this one, tell whoever sent it to you."
    },
    locked: {
      title: "Too many attempts have failed",
      text: "To protect the tool, this link accepts no more credentials. Ask whoever sent it to you for a new one."
    },
    nothing: {
      title: "There is nothing to connect",
      text: "The tool of this link is not available here at the moment. Ask whoever sent it to you."
    }
  },
  /** A text that is null is that of the API. */
  trouble: {
    network: { title: "No answer came", text: "Check your connection to the internet, then try again." },
    limited: { title: "Too many requests", text: "Wait a moment, then try again." },
    vendorLimited: { title: "The tool allows no more requests for now", text: "Try again later." },
    vendorAway: { title: "The tool could not be asked", text: null },
    rejected: { title: "The tool did not accept this", text: "Check what you entered." },
    malformed: { title: "Something that you entered is not right", text: "Check what you entered." },
    tenant: { title: "This leads to other data than before", text: "Check what you entered." },
    stopped: {
      title: "This tool cannot be connected at the moment",
      text: "The operator of this service has stopped it. Try again later."
    },
    quota: { title: "No more connections are possible", text: "Ask whoever sent you the link." },
    taken: { title: "This tool is connected already", text: "Ask whoever sent you the link." },
    changed: { title: "The connection was changed meanwhile", text: "Nothing was stored. Try again." },
    server: { title: "Something went wrong here", text: "Try again." },
    other: { title: "This is not possible", text: null },
    unexplained: "Try again later, or ask whoever sent you the link.",
    kept: "What you entered is still here.",
    tryAgain: "Try again",
    wait: (seconds: number) =>
      seconds < MINUTE ? `Try again in ${seconds} s` : `Try again in ${Math.ceil(seconds / MINUTE)} min`
  },
  categories: {
    APPSEC: "Application security",
    CSPM: "Cloud security",
    EDR: "Endpoint security",
    GRC: "Governance and compliance",
    IDP: "Identity",
    ITSM: "Tickets",
    MDM: "Device management",
    SIEM: "Security events",
    TPRM: "Third-party risk",
    VMS: "Vulnerabilities"
  },
  types: {
    alerts: "Alerts",
    applications: "Applications",
    compliance_findings: "Compliance findings",
    compliances: "Compliance",
    config_users: "Users of the tool",
    cspm_alerts: "Cloud alerts",
    device_groups: "Device groups",
    device_policies: "Device policies",
    devices: "Devices",
    findings: "Findings",
    grc_assessment: "Assessments",
    grc_assessment_question: "Assessment questions",
    grc_control: "Controls",
    grc_entity: "Entities",
    grc_evidence: "Evidence",
    idp: "Users, groups and applications",
    idp_alerts: "Identity alerts",
    idp_audit_logs: "Audit log",
    idp_policies: "Sign-in policies",
    issues: "Issues",
    itsm_attachments: "Attachments of tickets",
    itsm_comments: "Comments on tickets",
    itsm_groups: "Groups",
    itsm_projects: "Projects",
    itsm_tickets: "Tickets",
    itsm_users: "Users",
    organization_identities: "Members of the organization",
    resources: "Cloud resources",
    sast_issues: "Code issues",
    sca_issues: "Issues of dependencies",
    siem_events: "Security events",
    tprm: "Third parties",
    tprm_company: "Companies",
    tprm_finding: "Findings about third parties",
    vms_scan_configs: "Scan settings",
    vulnerabilities: "Vulnerabilities",
    vulnerability_findings_v2: "Vulnerability findings"
  }
}

/** The texts of the page: every language has all of them. */
export type Texts = typeof en
