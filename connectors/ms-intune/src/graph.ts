import { Pagination } from "@tributary/core"

/** The pages of a Microsoft Graph list, whose size Graph chooses: https://learn.microsoft.com/en-us/graph/paging */
export const graphPages: Pagination.Pagination = Pagination.nextLink({ items: "value", from: "@odata\\.nextLink" })

/** The permission that reads devices: https://learn.microsoft.com/en-us/graph/api/intune-devices-manageddevice-list */
export const READ_DEVICES = "DeviceManagementManagedDevices.Read.All"

/** The permission that reads policies and their assignments: https://learn.microsoft.com/en-us/graph/api/intune-deviceconfig-devicecompliancepolicy-list */
export const READ_POLICIES = "DeviceManagementConfiguration.Read.All"

export const DEVICES = "/v1.0/deviceManagement/managedDevices"
export const POLICIES = "/v1.0/deviceManagement/deviceCompliancePolicies"

/** What Graph writes where a device is not registered in Entra. */
const NO_DEVICE_ID = "00000000-0000-0000-0000-000000000000"

/** The id by which Entra knows a device; null if it does not. */
export const entraIdOf = ({ azureADDeviceId }: { readonly azureADDeviceId: string | null }): string | null =>
  azureADDeviceId === NO_DEVICE_ID ? null : azureADDeviceId || null
