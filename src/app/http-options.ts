// Options of the two listeners, the public port and the admin port, made of the configuration.
import type { AdminPortOptions } from '../admin/administration.ts'
import { addressList } from '../core/forwarded.ts'
import { limitsClients } from './limit-options.ts'
import { clientsWithin } from './open-files.ts'
import type { HttpServerOptions, ListenOptions } from '../http/server.ts'
import type { Config } from '../settings/config.ts'

export function listenOptions(config: Config): ListenOptions {
  const { port, host, addressBytesMax, originUrl } = config
  return {
    port,
    host,
    addressBytesMax,
    ...timeouts(config),
    ...(originUrl === undefined ? {} : { uploadTimeoutMs: config.originUploadTimeoutMs }),
  }
}

function timeouts(config: Config) {
  const { requestTimeoutMs, keepAliveTimeoutMs } = config
  return { requestTimeoutMs, keepAliveTimeoutMs, clientsMax: clientsWithin(config) }
}

/** Null where no admin port is configured. */
export function adminPortOptions(config: Config): AdminPortOptions | null {
  const { adminPort, adminHost, adminToken, addressBytesMax, bodyBytesMax } = config
  if (adminPort === undefined) return null
  return {
    port: adminPort,
    host: adminHost,
    token: adminToken,
    addressBytesMax,
    bodyBytesMax,
    ...timeouts(config),
  }
}

type ServerSettings = Pick<
  HttpServerOptions,
  | 'addressBytesMax'
  | 'bodyBytesMax'
  | 'trustedProxies'
  | 'corsOrigins'
  | 'brand'
  | 'limitsClients'
  | 'requestTimeoutMs'
  | 'stopTimeoutMs'
  | 'timesStages'
>

export function serverSettings(config: Config): ServerSettings {
  const { addressBytesMax, bodyBytesMax, corsOrigins, brand, requestTimeoutMs, stopTimeoutMs } = config
  return {
    addressBytesMax,
    bodyBytesMax,
    trustedProxies: addressList(config.trustedProxies),
    corsOrigins,
    brand,
    limitsClients: limitsClients(config),
    requestTimeoutMs,
    stopTimeoutMs,
    timesStages: config.logLevel === 'debug',
  }
}
