/** A scope in full: https://developers.google.com/identity/protocols/oauth2/scopes */
const scope = (name: string): string => `https://www.googleapis.com/auth/${name}`

/** The least scope for each list. */
export const scopes = {
  users: scope("admin.directory.user.readonly"),
  groups: scope("admin.directory.group.readonly"),
  // Google has no scope that only reads the tokens of users: https://developers.google.com/workspace/admin/directory/reference/rest/v1/tokens/list
  tokens: scope("admin.directory.user.security"),
  chromeDevices: scope("admin.directory.device.chromeos.readonly"),
  mobileDevices: scope("admin.directory.device.mobile.readonly"),
  logs: scope("admin.reports.audit.readonly"),
  // Nor one that only reads alerts: https://developers.google.com/workspace/admin/alertcenter/reference/rest/v1beta1/alerts/list
  alerts: scope("apps.alerts")
}
