import { MINUTE, type Texts } from "./en.js"

const mit = (product: string | null) => (product === null ? "" : ` mit ${product}`)

/** Die Texte der Seite auf Deutsch. */
export const de: Texts = {
  title: (product) => `Ein Werkzeug${mit(product)} verbinden`,
  forOrganization: (name) => `Für ${name}`,
  close: "Schließen",
  welcome: {
    title: (product) => `Ein Werkzeug${mit(product)} verbinden`,
    text: (product) =>
      `${product ?? "Das Produkt, das Sie hierher geschickt hat,"} liest Daten aus einem Ihrer Werkzeuge.`,
    choice: "Sie wählen das Werkzeug und was gelesen wird.",
    secrets: "Passwörter, Schlüssel und Token werden verschlüsselt gesendet und gespeichert und nie wieder gezeigt.",
    end: "Sie können den Zugriff im Werkzeug jederzeit beenden.",
    once: "Der Link öffnet sich nur einmal. Öffnen Sie ihn in dem Browser, in dem Sie fertig werden wollen.",
    go: "Weiter"
  },
  opening: { title: "Der Link wird geöffnet", text: "Einen Moment" },
  catalogue: {
    title: "Was möchten Sie verbinden?",
    search: "Nach Name oder Art suchen",
    found: (count) => (count === 1 ? "1 Werkzeug" : `${count} Werkzeuge`),
    none: (query) => `Kein Werkzeug passt zu „${query}“.`,
    all: "Alle Werkzeuge zeigen"
  },
  form: {
    title: (vendor) => `${vendor} verbinden`,
    reconnect: (vendor) => `${vendor} neu verbinden`,
    back: "Alle Werkzeuge",
    ways: "Wie möchten Sie sich anmelden?",
    steps: "So legen Sie die Zugangsdaten an",
    docs: (vendor) => `Dokumentation von ${vendor}`,
    where: "Wo es steht",
    optional: "freiwillig",
    show: "Zeigen",
    hide: "Verbergen",
    showField: (title) => `${title} zeigen`,
    hideField: (title) => `${title} verbergen`,
    choose: "Auswählen",
    example: (example) => `Zum Beispiel ${example}`,
    kept: "Leer lassen, um den gespeicherten Wert zu behalten.",
    data: "Was gelesen wird",
    dataHint: "Schalten Sie ab, was nicht gelesen werden soll. Jede Art braucht die Berechtigungen darunter.",
    permissions: "Braucht",
    optionalPermissions: "Für einige Felder",
    noPermissions: "Braucht keine weitere Berechtigung",
    submit: "Verbinden",
    submitAgain: "Neu verbinden",
    stored: "Gespeichert",
    testing: "Wird beim Werkzeug geprüft",
    storing: "Wird verbunden",
    wrong: (count) =>
      count === 1 ? "Ein Feld braucht Ihre Aufmerksamkeit." : `${count} Felder brauchen Ihre Aufmerksamkeit.`,
    missing: "Geben Sie einen Wert ein.",
    missingChoice: "Wählen Sie einen Wert.",
    missingTypes: "Wählen Sie mindestens eine Art von Daten.",
    pattern: "Das hat nicht die erwartete Form.",
    patternExample: (example) => `Das hat nicht die erwartete Form. Es sieht aus wie ${example}.`,
    again: "Geben Sie es noch einmal ein, weil sich ein anderes Feld geändert hat."
  },
  ways: {
    API_KEY: "API-Schlüssel",
    BASIC: "Benutzername und Passwort",
    OAUTH2_AUTHORIZATION_CODE: "Ihr Konto",
    OAUTH2_CLIENT_CREDENTIALS: "Client-ID und Geheimnis",
    OAUTH2_JWT_BEARER: "Signierter Schlüssel"
  },
  reconnect: {
    broken: (vendor) => `Die Verbindung zu ${vendor} funktioniert nicht`,
    since: (date) => `Seit ${date}`,
    fine: "Mit dieser Verbindung ist alles in Ordnung. Sie können ihre Zugangsdaten erneuern.",
    consentProblem: "Die letzte Anmeldung gab keinen Zugriff:"
  },
  result: {
    title: "Nicht alles kann gelesen werden",
    nothing: "Noch kann nichts gelesen werden",
    text: (vendor) => `${vendor} nimmt an, was Sie eingegeben haben. Darauf gibt es Zugriff:`,
    incomplete: (vendor) => `${vendor} konnte nicht nach allem gefragt werden.`,
    readable: "Kann gelesen werden",
    unreadable: "Kann nicht gelesen werden",
    partly: (fields) => `Ohne ${fields}`,
    missing: "Fehlende Berechtigungen",
    who: {
      CUSTOMER: "Sie oder eine Person, die das Werkzeug verwaltet, können das ändern.",
      VENDOR: "Das muss der Hersteller des Werkzeugs lösen. Versuchen Sie es später noch einmal.",
      SERVICE: "Das muss der Betreiber dieses Dienstes lösen. Sie müssen nichts tun."
    },
    again: "Noch einmal prüfen",
    anyway: "Trotzdem verbinden",
    back: "Eingaben ändern"
  },
  consent: {
    title: (vendor) => `Bei ${vendor} anmelden`,
    text: (vendor) => `Schließen Sie die Anmeldung im Fenster von ${vendor} ab. Diese Seite geht von selbst weiter.`,
    blocked: (vendor) => `Ihr Browser hat kein Fenster geöffnet. Öffnen Sie die Seite von ${vendor} mit diesem Link:`,
    open: (vendor) => `${vendor} öffnen`,
    openAgain: "Fenster noch einmal öffnen",
    waiting: "Wartet auf Ihre Anmeldung",
    failed: "Die Anmeldung gab keinen Zugriff",
    tryAgain: "Noch einmal versuchen",
    unavailable: "Diese Anmeldung kann nicht beginnen. Wenden Sie sich an die Person, die Ihnen den Link geschickt hat."
  },
  live: {
    title: (vendor) => `${vendor} ist verbunden`,
    reading: {
      title: "Die ersten Daten werden gelesen",
      text: "Das dauert von einer Minute bis zu ein paar Stunden. Sie können diese Seite verlassen: Das Lesen geht weiter."
    },
    again: {
      title: "Ab jetzt wird wieder gelesen",
      text: "Sie können diese Seite verlassen: Das Lesen geht weiter."
    },
    done: { title: "Die ersten Daten sind gelesen", text: "Ab jetzt werden Änderungen regelmäßig gelesen." },
    partly: { title: "Nicht alles konnte gelesen werden", text: "Es wird regelmäßig wieder versucht." },
    stale: "Diese Seite zeigt nichts Neues mehr, weil ihre Sitzung zu Ende ist. Die Verbindung bleibt.",
    progress: "Fortschritt",
    waiting: "Wartet",
    running: (count) => `Wird gelesen, bisher ${count}`,
    starting: "Wird gelesen",
    records: (count, shown) => (count === 1 ? "1 Datensatz" : `${shown} Datensätze`),
    failing: "Konnte nicht gelesen werden",
    back: (product) => (product === null ? "Zurück" : `Zurück zu ${product}`),
    finish: "Fertig",
    closeWindow: "Sie können diese Seite schließen."
  },
  ends: {
    noLink: {
      title: "Das ist kein Link zum Verbinden",
      text: "Öffnen Sie den ganzen Link, mit allem hinter dem #, aus der Nachricht, in der Sie ihn bekommen haben."
    },
    invalid: {
      title: "Dieser Link funktioniert nicht",
      text: "Er ist unvollständig oder wurde zurückgezogen. Bitten Sie die Person, die Ihnen den Link geschickt hat, um einen neuen."
    },
    opened: {
      title: "Dieser Link wurde schon geöffnet",
      text: "Ein Link öffnet sich einmal. Machen Sie in dem Fenster weiter, in dem er geöffnet wurde, oder bitten Sie um einen neuen. Wenn ihn niemand von Ihnen geöffnet hat, sagen Sie das der Person, die ihn geschickt hat."
    },
    expired: {
      title: "Dieser Link ist abgelaufen",
      text: "Bitten Sie die Person, die Ihnen den Link geschickt hat, um einen neuen. Nichts von Ihren Eingaben wurde gespeichert."
    },
    revoked: {
      title: "Dieser Link wurde zurückgezogen",
      text: "Bitten Sie die Person, die Ihnen den Link geschickt hat, um einen neuen. Nichts von Ihren Eingaben wurde gespeichert."
    },
    used: {
      title: "Dieser Link wurde schon benutzt",
      text: "Er hat schon ein Werkzeug verbunden oder wurde zurückgezogen. Bitten Sie um einen neuen, um ein weiteres zu verbinden."
    },
    locked: {
      title: "Zu viele Versuche sind gescheitert",
      text: "Zum Schutz des Werkzeugs nimmt dieser Link keine Zugangsdaten mehr an. Bitten Sie die Person, die Ihnen den Link geschickt hat, um einen neuen."
    },
    nothing: {
      title: "Es gibt nichts zu verbinden",
      text: "Das Werkzeug dieses Links ist hier im Moment nicht verfügbar. Wenden Sie sich an die Person, die Ihnen den Link geschickt hat."
    }
  },
  trouble: {
    network: {
      title: "Es kam keine Antwort",
      text: "Prüfen Sie Ihre Verbindung zum Internet und versuchen Sie es noch einmal. Ihre Eingaben sind noch da."
    },
    limited: {
      title: "Zu viele Anfragen",
      text: "Warten Sie einen Moment und versuchen Sie es noch einmal. Ihre Eingaben sind noch da."
    },
    vendorLimited: {
      title: "Das Werkzeug erlaubt gerade keine Anfragen mehr",
      text: "Versuchen Sie es später noch einmal. Ihre Eingaben sind noch da."
    },
    vendorAway: {
      title: "Das Werkzeug konnte nicht gefragt werden",
      text: "Vielleicht ist es gerade nicht erreichbar. Versuchen Sie es in ein paar Minuten noch einmal. Ihre Eingaben sind noch da."
    },
    rejected: { title: "Das Werkzeug hat das nicht angenommen", text: "Prüfen Sie Ihre Eingaben." },
    stopped: {
      title: "Dieses Werkzeug kann im Moment nicht verbunden werden",
      text: "Der Betreiber dieses Dienstes hat es angehalten. Versuchen Sie es später noch einmal."
    },
    quota: {
      title: "Es sind keine weiteren Verbindungen möglich",
      text: "Wenden Sie sich an die Person, die Ihnen den Link geschickt hat."
    },
    server: {
      title: "Hier ist etwas schiefgegangen",
      text: "Versuchen Sie es noch einmal. Ihre Eingaben sind noch da."
    },
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
    config_users: "Benutzer des Werkzeugs",
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
