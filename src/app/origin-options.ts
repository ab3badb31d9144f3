// WordPress behind the gateway: the options of the proxy, and those of its check by `lectern check`.
import { createHasSession } from '../auth/cookie-method.ts'
import type { OriginAnswerOptions } from '../check/origin-answer.ts'
import type { Observe } from '../core/observation.ts'
import type { Invalidator } from '../invalidation/invalidator.ts'
import { addressList } from '../core/forwarded.ts'
import { askOrigin } from '../origin/probe.ts'
import { createOrigin, type Origin } from '../origin/origin.ts'
import type { AskRedirect } from '../extensions/address-redirects.ts'
import type { Positions } from '../http/positions.ts'
import type { OriginProxy } from '../http/serve.ts'
import { createClosedAddresses } from '../rest/request/closed-addresses.ts'
import { createIsSessionRead, type IsSessionRead } from '../rest/request/session-reads.ts'
import type { Config } from '../settings/config.ts'

export interface WordPressProxy extends OriginProxy, Pick<Origin, 'stop'> {
  /** Decides whether WordPress answers a request that the gateway could answer as well. */
  readonly isSessionRead: IsSessionRead
}

export interface WordPressProxyParts {
  readonly publicUrl: string
  readonly invalidator: Pick<Invalidator, 'caughtUp'>
  readonly positions: Pick<Positions, 'now'>
  /** Null where no redirects are known, or the database is away. */
  readonly redirects: () => AskRedirect | null
  readonly observe: Observe
}

/** Null where no WordPress is configured behind the gateway. */
export function createWordPressProxy(
  config: Config,
  { publicUrl, invalidator, positions, redirects, observe }: WordPressProxyParts,
): WordPressProxy | null {
  if (config.originUrl === undefined) return null
  for (const message of doubtsOf(config)) observe({ kind: 'warning', message })
  const url = new URL(config.originUrl)
  const origin = createOrigin({
    url,
    publicUrl: new URL(publicUrl),
    host: hostOf(config, url),
    trustedProxies: addressList(config.trustedProxies),
    timeoutMs: config.originTimeoutMs,
    bodyBytesMax: config.originBodyBytesMax,
    connectionsMax: config.originConnectionsMax,
    waitingMax: config.originWaitingMax,
    caughtUp: async () => {
      if (config.originCatchUpMs === 0) return []
      const isCaughtUp = await invalidator.caughtUp('every process', config.originCatchUpMs)
      return isCaughtUp ? positions.now() : []
    },
    observe,
  })
  const { brand, closed, originSessions: sessions, loggedInCookie } = config
  const { graphqlDocuments, graphqlIntrospection } = config
  const guardsGraphql = closed.length > 0 || graphqlDocuments !== undefined || graphqlIntrospection === 'off'
  const refuses = createClosedAddresses({ closed, brand, guardsGraphql })
  const hasSession = createHasSession({ brand, origin: new URL(publicUrl).origin, loggedInCookie })
  const isAnyClosed = closed.length > 0
  const isSessionRead = createIsSessionRead({ sessions, brand, isAnyClosed, refuses, hasSession })
  return { ...origin, refuses, isSessionRead, redirect: (request) => redirects()?.(request) ?? null }
}

/** The options of the check of WordPress; null where none is configured behind the gateway. */
export function originToCheck(config: Config): OriginAnswerOptions | null {
  const { originUrl, publicUrl, originTimeoutMs, host, port } = config
  if (originUrl === undefined) return null
  const url = new URL(originUrl)
  const shown = publicUrl === undefined ? undefined : new URL(publicUrl)
  const name = hostOf(config, url) ?? (shown ?? url).host
  const timeoutMs = Math.min(originTimeoutMs, probeTimeoutMs)
  return {
    url,
    publicUrl: shown,
    host,
    port,
    ask: () => askOrigin({ url, publicUrl: shown ?? url, host: name, timeoutMs }),
  }
}

const probeTimeoutMs = 5000

/**
 * The Host of proxied requests is the public name, since WordPress redirects requests for any other. The client's own Host is
 * sent only where the owner wants it, because it chooses among the sites of a server.
 */
function hostOf({ originHost, publicUrl }: Config, url: URL): string | null {
  if (originHost === 'client') return null
  return originHost ?? (publicUrl === undefined ? url.host : new URL(publicUrl).host)
}

/** Describes settings that may send visitors to another site than the owner means. */
function doubtsOf({ brand, publicUrl, originHost, trustedProxies }: Config): readonly string[] {
  return [
    ...(brand === 'wp'
      ? []
      : [
          `originUrl is passed whatever lies outside of /${brand}-json, what WordPress has at /wp-json among it; before a WordPress the brand is wp`,
        ]),
    ...(publicUrl === undefined && originHost === undefined
      ? [
          'requests to originUrl name its own host, and WordPress redirects those that do not name its public host: set publicUrl',
        ]
      : []),
    ...(publicUrl?.startsWith('https:') === true && trustedProxies.length === 0
      ? [
          'WordPress is told that all visitors use http, and redirects them to https in an endless loop: name the proxy that holds the certificate in trustedProxies',
        ]
      : []),
  ]
}
