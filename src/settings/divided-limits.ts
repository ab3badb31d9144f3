// Limits of the whole gateway, which its worker processes divide among them. Limits of memory hold for each process instead, and
// those of wrong credentials are divided only where each process counts for itself.
import type { Config } from './config.ts'

export const dividedLimits = [
  'clientsMax',
  'changeStreamsMax',
  'exportsMax',
  'connectionsMax',
  'queriesWaitingMax',
  'scansMax',
  'scansWaitingMax',
  'passwordChecksMax',
  'introspectionsMax',
  'inspectionQueriesMax',
  'originConnectionsMax',
  'originWaitingMax',
] as const satisfies readonly (keyof Config)[]
