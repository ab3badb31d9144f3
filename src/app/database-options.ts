// Options of the rooms that read the database and follow its changes, made of the configuration.
import type { SharedLogCheck } from '../check/shared-log.ts'
import type { Addresses } from '../database/address.ts'
import type { ChoiceLimits } from '../database/servers/choice.ts'
import type { DatabaseLimits, ServersLimits } from '../database/open.ts'
import { queriesOf } from '../database/table-query.ts'
import type { Engine } from '../database/engine.ts'
import { whyNoDebezium } from '../feed/debezium.ts'
import type { FeedOptions } from '../feed/following.ts'
import type { OpenStreams } from '../feed/debezium-stream.ts'
import type { OpenSharedLog } from '../feed/shared-log.ts'
import type { CacheSettings } from '../invalidation/caches.ts'
import type { ScanLimits } from '../read/scan-slots.ts'
import type { Config } from '../settings/config.ts'
import { createSeal, type Seal } from '../core/seal.ts'
import { layoutOf, siteSecrets } from './room-options.ts'

export function databaseLimits(config: Config): DatabaseLimits {
  const { connectionsMax, queriesWaitingMax, queryTimeoutMs } = config
  return { connectionsMax, queriesWaitingMax, queryTimeoutMs, queries: queriesOf(layoutOf(config)) }
}

export function serversLimits(config: Config): ServersLimits {
  return { ...databaseLimits(config), replicaTimeoutMs: config.replicaTimeoutMs }
}

export function choiceLimits({
  replicaLagMaxMs,
  replicaCheckMs,
  replicaTimeoutMs,
  replicaReturnMs,
}: Config): ChoiceLimits {
  return { replicaLagMaxMs, replicaCheckMs, replicaTimeoutMs, replicaReturnMs }
}

/** One connection at least stays free for queries that use an index. */
export function scanLimits({ scansMax, connectionsMax, scansWaitingMax, scanTimeoutMs }: Config): ScanLimits {
  return { scansMax: Math.min(scansMax, Math.max(1, connectionsMax - 1)), scansWaitingMax, scanTimeoutMs }
}

export function feedOptions(config: Config): FeedOptions {
  const { feed, feedPollMs, binlogServerId, redisUrl: url, debeziumStreams: prefix } = config
  return {
    feed,
    pollMs: feedPollMs,
    serverId: binlogServerId,
    shared: url === undefined ? null : sharedLogAt(url, sharedSeal(config)),
    debezium: url === undefined || prefix === undefined ? null : { open: debeziumStreamsAt(url), prefix },
  }
}

/** Loads the client library only where it is used. */
function sharedLogAt(url: string, seal: Seal | null): OpenSharedLog {
  return async (key, failed) => {
    const { openSharedLog } = await import('../valkey/shared-log.ts')
    return openSharedLog({ url, seal }, key, failed)
  }
}

function debeziumStreamsAt(url: string): OpenStreams {
  return async (failed) => {
    const { openDebeziumStreams } = await import('../valkey/debezium-streams.ts')
    return openDebeziumStreams(url)(failed)
  }
}

/** Null where no secret is configured. Salts in the database are known to every account that reads it, so they are no secret. */
export function sharedSeal(config: Config): Seal | null {
  const secret = config.redisSecret ?? siteSecrets(config).join('\n')
  return secret === '' ? null : createSeal(secret)
}

export function cacheSettings(config: Config): CacheSettings {
  return {
    bytesMax: config.cacheBytesMax,
    rowsBytesMax: config.keptRowsBytesMax,
    lifeMs: config.cacheLifeMs,
    blindLifeMs: config.cacheBlindLifeMs,
    staleLifeMs: config.staleLifeMs,
    freshWithinMs: config.freshWithinMs,
    pollMs: config.feedPollMs,
  }
}

/** Null where no streams of Debezium are configured. */
export function debeziumToCheck(
  config: Config,
  engine: Engine,
  schema: string,
): (() => Promise<string | null>) | null {
  if (config.debeziumStreams === undefined) return null
  const { debezium } = feedOptions(config)
  return async () => (debezium ? whyNoDebezium({ engine, schema, ...debezium }) : 'REDIS_URL is not set')
}

/** Null where gateways share nothing. */
export function sharedLogToCheck(config: Config, [address]: Addresses): SharedLogCheck | null {
  const { redisUrl, feed } = config
  if (redisUrl === undefined) return null
  const unused =
    address.kind === 'sqlite'
      ? 'SQLite has no log that gateways could share'
      : feed === 'poll' || feed === 'clock'
        ? `with FEED=${feed} no log is read`
        : null
  const seal = sharedSeal(config)
  const probe = async () => {
    const { probeValkey } = await import('../valkey/probe.ts')
    return probeValkey(redisUrl, seal)
  }
  return { unused, isSealed: seal !== null, probe }
}
