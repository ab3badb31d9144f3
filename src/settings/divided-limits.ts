// Limits of the whole gateway, which its worker processes divide among them. Limits of memory count for each process instead.
import type { Config } from './config.ts'

export const dividedLimits = [
  'clientsMax',
  'connectionsMax',
  'queriesWaitingMax',
  'scansMax',
  'scansWaitingMax',
  'passwordChecksMax',
  'introspectionsMax',
  'inspectionQueriesMax',
  'wrongPerAccountMax',
  'wrongPerAddressMax',
  'originConnectionsMax',
  'originWaitingMax',
] as const satisfies readonly (keyof Config)[]
