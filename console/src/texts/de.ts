import { MINUTE, type Texts } from "./en.js"

const mit = (product: string | null) => (product === null ? "" : ` mit ${product}`)

/** Die Texte der Seite auf Deutsch. */
export const de: Texts = {
  title: (product) => `Ein Tool${mit(product)} verbinden`,
  forOrganization: (name) => `Für ${name}`,
  close: "Schließen",
  welcome: {
    title: (product) => `Ein Tool${mit(product)} verbinden`,
    text: (product) => `${product ?? "Das Produkt, das Sie hierher geschickt hat,"} liest Daten aus einem Ihrer Tools.`,
    choice: "Sie wählen das Tool aus und was gelesen wird.",
    secrets:
      "Passwörter, Schlüssel und Tokens werden verschlüsselt übertragen und gespeichert und nie wieder angezeigt.",
    end: "Sie können den Zugriff jederzeit im Tool beenden.",
    once: "Der Link lässt sich nur einmal öffnen. Öffnen Sie ihn in dem Browser, in dem Sie weitermachen möchten.",
    go: "Weiter"
  },
  opening: { failed: "Der Link konnte noch nicht geöffnet werden", text: "Einen Moment" },
  catalogue: {
    title: "Was möchten Sie verbinden?",
    search: "Nach Name oder Art suchen",
    found: (count) => (count === 1 ? "1 Tool" : `${count} Tools`),
    none: (query) => `Kein Tool passt zu „${query}“.`,
    all: "Alle Tools anzeigen"
  },
  form: {
    title: (vendor) => `${vendor} verbinden`,
    reconnect: (vendor) => `${vendor} neu verbinden`,
    back: "Alle Tools",
    ways: "Wie möchten Sie sich anmelden?",
    steps: "So legen Sie die Zugangsdaten an",
    stepsBefore: "Vor der Anmeldung",
    docs: (vendor) => `Dokumentation von ${vendor}`,
    where: "Wo Sie das finden",
    optional: "optional",
    show: "Anzeigen",
    hide: "Verbergen",
    showField: (title) => `${title} anzeigen`,
    hideField: (title) => `${title} verbergen`,
    choose: "Auswählen",
    example: (example) => `Zum Beispiel ${example}`,
    kept: "Lassen Sie das Feld leer, um den gespeicherten Wert zu behalten.",
    data: "Was gelesen wird",
    dataHint:
      "Schalten Sie ab, was nicht gelesen werden soll. Unter jeder Art von Daten steht, welche Berechtigungen sie braucht.",
    permissions: "Nötig",
    optionalPermissions: "Für einzelne Felder",
    noPermissions: "Keine weitere Berechtigung nötig",
    submit: "Verbinden",
    submitAgain: "Neu verbinden",
    stored: "Gespeichert",
    refused: "Geben Sie einen neuen Wert ein",
    testing: "Ihre Angaben werden geprüft",
    storing: "Wird verbunden",
    missing: "Geben Sie einen Wert ein.",
    missingChoice: "Wählen Sie einen Wert aus.",
    missingTypes: "Wählen Sie mindestens eine Art von Daten aus.",
    pattern: "Das hat nicht die erwartete Form.",
    patternExample: (example) => `Das hat nicht die erwartete Form. Richtig wäre zum Beispiel ${example}.`,
    again: "Geben Sie den Wert noch einmal ein, weil ein anderes Feld geändert wurde."
  },
  ways: {
    API_KEY: "API-Schlüssel",
    BASIC: "Benutzername und Passwort",
    OAUTH2_AUTHORIZATION_CODE: "Ihr Konto",
    OAUTH2_CLIENT_CREDENTIALS: "Client-ID und Client-Secret",
    OAUTH2_JWT_BEARER: "Signierter Schlüssel"
  },
  reconnect: {
    broken: (vendor) => `Die Verbindung zu ${vendor} funktioniert nicht`,
    partly: (vendor) => `Nicht alles kann aus ${vendor} gelesen werden`,
    since: (date) => `Seit ${date}`,
    nothingToEnter: "Hier müssen Sie nichts eingeben. Prüfen Sie noch einmal, sobald das behoben ist.",
    rest: "Alles andere",
    stored: "Was schon eingegeben wurde",
    kept: "Bleibt, wie es ist:",
    declined: (vendor) => `Der Zugriff auf ${vendor} wurde nicht erneuert`,
    unchanged: "Die Verbindung bleibt, wie sie vorher war.",
    fine: "Mit dieser Verbindung ist alles in Ordnung. Sie können die Zugangsdaten erneuern.",
    unfinished: "Für diese Verbindung fehlt noch Ihre Anmeldung."
  },
  result: {
    title: "Nicht alles kann gelesen werden",
    nothing: "Noch kann nichts gelesen werden",
    text: (vendor) => `${vendor} hat die Zugangsdaten angenommen. Damit ist Folgendes zugänglich:`,
    nothingText: (vendor) => `${vendor} hat die Zugangsdaten angenommen, doch damit ist nichts zugänglich:`,
    incomplete: (vendor) => `${vendor} konnte nicht nach allem gefragt werden.`,
    readable: "Kann gelesen werden",
    unreadable: "Kann nicht gelesen werden",
    partly: (fields) => `Ohne ${fields}`,
    missing: "Fehlende Berechtigungen",
    who: {
      CUSTOMER: "Das können Sie ändern oder jemand, der das Tool verwaltet.",
      VENDOR: "Das muss der Hersteller des Tools beheben. Versuchen Sie es später noch einmal.",
      SERVICE: "Das muss der Betreiber dieses Dienstes beheben."
    },
    again: "Noch einmal prüfen",
    anyway: "Trotzdem verbinden",
    back: "Zugangsdaten ändern"
  },
  consent: {
    title: (vendor) => `Bei ${vendor} anmelden`,
    text: (vendor) => `Schließen Sie die Anmeldung im Fenster von ${vendor} ab. Danach geht es hier von selbst weiter.`,
    blocked: (vendor) => `Ihr Browser hat kein Fenster geöffnet. Öffnen Sie die Seite von ${vendor} mit diesem Link:`,
    open: (vendor) => `${vendor} öffnen`,
    openAgain: "Fenster noch einmal öffnen",
    waiting: "Warten auf Ihre Anmeldung",
    failed: "Die Anmeldung hat keinen Zugriff ergeben",
    last: "Die letzte Anmeldung hat keinen Zugriff ergeben:",
    tryAgain: "Noch einmal versuchen",
    unavailable: {
      title: "Diese Anmeldung kann hier nicht weitergehen",
      text: "Wenden Sie sich an die Person, die Ihnen den Link geschickt hat."
    }
  },
  live: {
    title: (vendor) => `${vendor} ist verbunden`,
    reading: {
      title: "Die ersten Daten werden gelesen",
      text: "Das dauert eine Minute bis einige Stunden. Sie können diese Seite verlassen, gelesen wird trotzdem weiter."
    },
    again: {
      title: "Ab jetzt werden wieder Daten gelesen",
      text: "Sie können diese Seite verlassen, gelesen wird trotzdem weiter."
    },
    done: {
      title: "Die ersten Daten wurden gelesen",
      text: "Ab jetzt werden Änderungen regelmäßig gelesen."
    },
    doneAgain: {
      title: "Die Daten wurden wieder gelesen",
      text: "Ab jetzt werden Änderungen regelmäßig gelesen."
    },
    partly: { title: "Nicht alles konnte gelesen werden", text: "Es wird regelmäßig noch einmal versucht." },
    paused: {
      title: "Die Verbindung ist angehalten",
      text: "Sie ist gespeichert. Gelesen wird erst, wenn sie fortgesetzt wird."
    },
    stopped: {
      title: "Zurzeit wird nichts gelesen",
      text: "Die Verbindung ist gespeichert. Gelesen wird von selbst, sobald das vorbei ist."
    },
    expired: "Diese Seite wird nicht mehr aktualisiert, weil ihre Sitzung zu Ende ist. Die Verbindung bleibt bestehen.",
    revoked: "Diese Seite wird nicht mehr aktualisiert, weil der Link zurückgezogen wurde.",
    progress: "Fortschritt",
    waiting: "Noch nicht gelesen",
    running: (count) => `Wird gelesen, bisher ${count}`,
    starting: "Wird gelesen",
    records: (count, shown) => (count === 1 ? "1 Datensatz" : `${shown} Datensätze`),
    failing: "Konnte nicht gelesen werden",
    back: (product) => (product === null ? "Zurück" : `Zurück zu ${product}`),
    finish: "Fertig",
    closeWindow: "Sie können diese Seite schließen."
  },
  unanswered:
    "Im Moment kommt keine Antwort, deshalb ist diese Seite vielleicht nicht aktuell. Sie versucht es von selbst weiter.",
  ends: {
    noLink: {
      title: "Dieser Link ist nicht vollständig",
      text: "Öffnen Sie den ganzen Link aus der Nachricht, in der Sie ihn bekommen haben, mit allem, was hinter dem # steht. Wenn diese Seite hier schon offen war, ist sie zu Ende: Bitten Sie um einen neuen Link."
    },
    invalid: {
      title: "Dieser Link funktioniert nicht",
      text: "Er ist unvollständig oder wurde zurückgezogen. Bitten Sie die Person, die Ihnen den Link geschickt hat, um einen neuen."
    },
    opened: {
      title: "Dieser Link wurde schon geöffnet",
      text: "Ein Link lässt sich nur einmal öffnen. Machen Sie in dem Fenster weiter, in dem er geöffnet wurde, oder bitten Sie um einen neuen. Wenn ihn niemand bei Ihnen geöffnet hat, sagen Sie das der Person, die ihn geschickt hat."
    },
    expired: {
      title: "Dieser Link ist abgelaufen",
      text: "Bitten Sie die Person, die Ihnen den Link geschickt hat, um einen neuen. Ein Tool, das schon verbunden ist, bleibt verbunden."
    },
    revoked: {
      title: "Dieser Link wurde zurückgezogen",
      text: "Bitten Sie die Person, die Ihnen den Link geschickt hat, um einen neuen. Ein Tool, das schon verbunden ist, bleibt verbunden."
    },
    deleted: {
      title: "Diese Verbindung gibt es nicht mehr",
      text: "Sie wurde gelöscht, und es wird nichts mehr gelesen. Um das Tool noch einmal zu verbinden, bitten Sie die Person, die Ihnen den Link geschickt hat, um einen neuen."
    },
    used: {
      title: "Dieser Link wurde schon benutzt",
      text: "Damit wurde schon ein Tool verbunden, oder er wurde zurückgezogen. Bitten Sie um einen neuen Link, um ein weiteres Tool zu verbinden."
    },
    forgotten: {
      title: "Hier geht es auf dieser Seite nicht weiter",
      text: "Ein Link lässt sich nur einmal öffnen, und dieser wurde schon geöffnet. Wenn Sie diese Seite neu geladen haben: Ihr Browser erlaubt ihr innerhalb einer anderen Seite nicht, sich etwas zu merken, deshalb weiß sie nicht mehr, wo Sie waren. Bitten Sie um einen neuen Link, und öffnen Sie ihn in einem eigenen Tab. Wenn ihn niemand bei Ihnen geöffnet hat, sagen Sie das der Person, die ihn geschickt hat."
    },
    locked: {
      title: "Zu viele Versuche sind gescheitert",
      text: "Zum Schutz des Tools nimmt dieser Link keine Zugangsdaten mehr an. Bitten Sie die Person, die Ihnen den Link geschickt hat, um einen neuen."
    },
    nothing: {
      title: "Hier gibt es nichts zu verbinden",
      text: "Das Tool zu diesem Link ist im Moment nicht verfügbar. Wenden Sie sich an die Person, die Ihnen den Link geschickt hat."
    }
  },
  trouble: {
    network: {
      title: "Es kam keine Antwort",
      text: "Prüfen Sie Ihre Internetverbindung und versuchen Sie es noch einmal."
    },
    limited: { title: "Zu viele Anfragen", text: "Warten Sie einen Moment und versuchen Sie es noch einmal." },
    vendorLimited: {
      title: "Das Tool lässt gerade keine Anfragen mehr zu",
      text: "Versuchen Sie es später noch einmal."
    },
    vendorAway: { title: "Das Tool konnte nicht gefragt werden", text: null },
    rejected: { title: "Das Tool hat Ihre Angaben nicht angenommen", text: "Prüfen Sie Ihre Eingaben." },
    malformed: { title: "An Ihren Eingaben stimmt etwas nicht", text: "Prüfen Sie Ihre Eingaben." },
    tenant: { title: "Das führt zu anderen Daten als bisher", text: "Prüfen Sie Ihre Eingaben." },
    stopped: {
      title: "Dieses Tool kann im Moment nicht verbunden werden",
      text: "Der Betreiber dieses Dienstes hat es angehalten. Versuchen Sie es später noch einmal."
    },
    quota: {
      title: "Es sind keine weiteren Verbindungen möglich",
      text: "Wenden Sie sich an die Person, die Ihnen den Link geschickt hat."
    },
    taken: {
      title: "Dieses Tool ist schon verbunden",
      text: "Wenden Sie sich an die Person, die Ihnen den Link geschickt hat."
    },
    changed: {
      title: "Die Verbindung wurde inzwischen geändert",
      text: "Es wurde nichts gespeichert. Versuchen Sie es noch einmal."
    },
    server: { title: "Hier ist etwas schiefgegangen", text: "Versuchen Sie es noch einmal." },
    other: { title: "Das ist nicht möglich", text: null },
    unexplained:
      "Versuchen Sie es später noch einmal, oder wenden Sie sich an die Person, die Ihnen den Link geschickt hat.",
    kept: "Ihre Eingaben sind noch da.",
    tryAgain: "Noch einmal versuchen",
    wait: (seconds) =>
      seconds < MINUTE ? `Noch einmal in ${seconds} s` : `Noch einmal in ${Math.ceil(seconds / MINUTE)} min`
  },
  categories: {
    APPSEC: "Anwendungssicherheit",
    CSPM: "Cloud-Sicherheit",
    EDR: "Endgeräteschutz",
    GRC: "Governance und Compliance",
    IDP: "Identitäten",
    ITSM: "Tickets",
    MDM: "Geräteverwaltung",
    SIEM: "Sicherheitsereignisse",
    TPRM: "Risiken durch Dritte",
    VMS: "Schwachstellen"
  },
  types: {
    alerts: "Warnungen",
    applications: "Anwendungen",
    compliance_findings: "Befunde zur Compliance",
    compliances: "Compliance",
    config_users: "Benutzer des Tools",
    cspm_alerts: "Cloud-Warnungen",
    device_groups: "Gerätegruppen",
    device_policies: "Geräterichtlinien",
    devices: "Geräte",
    findings: "Befunde",
    grc_assessment: "Bewertungen",
    grc_assessment_question: "Fragen von Bewertungen",
    grc_control: "Kontrollen",
    grc_entity: "Einheiten",
    grc_evidence: "Nachweise",
    idp: "Benutzer, Gruppen und Anwendungen",
    idp_alerts: "Identitätswarnungen",
    idp_audit_logs: "Audit-Protokoll",
    idp_policies: "Anmelderichtlinien",
    issues: "Probleme",
    itsm_attachments: "Anhänge von Tickets",
    itsm_comments: "Kommentare zu Tickets",
    itsm_groups: "Gruppen",
    itsm_projects: "Projekte",
    itsm_tickets: "Tickets",
    itsm_users: "Benutzer",
    organization_identities: "Mitglieder der Organisation",
    resources: "Cloud-Ressourcen",
    sast_issues: "Probleme im Code",
    sca_issues: "Probleme von Abhängigkeiten",
    siem_events: "Sicherheitsereignisse",
    tprm: "Dritte",
    tprm_company: "Unternehmen",
    tprm_finding: "Befunde über Dritte",
    vms_scan_configs: "Einstellungen von Scans",
    vulnerabilities: "Schwachstellen",
    vulnerability_findings_v2: "Befunde zu Schwachstellen"
  }
}
