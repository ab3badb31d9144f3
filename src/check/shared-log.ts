// Checks the Valkey that gateways share.
import type { StoreProbe } from '../core/store-probe.ts'
import { advice, good, problem, warning, type Finding } from './finding.ts'

export interface SharedLogCheck {
  /** Why these settings do not use it; null where they do. */
  readonly unused: string | null
  /** True where a secret seals its entries. */
  readonly isSealed: boolean
  readonly probe: () => Promise<StoreProbe>
}

/** The longest good answer time: each change and each proof takes several answers. */
const slowMs = 20
/** The size of a site's log, in bytes, where its entries are large. */
const roomBytes = 67_108_864

export async function checkSharedLog({
  unused,
  isSealed,
  probe,
}: SharedLogCheck): Promise<readonly Finding[]> {
  if (unused !== null) return [warning(`REDIS_URL has no effect: ${unused}.`)]
  const probed = await probe()
  if (probed.kind === 'none')
    return [
      problem(
        `The Valkey (REDIS_URL) cannot be used: ${probed.reason}. Until it can, each gateway reads the binary log by itself.`,
      ),
    ]
  const { ms, policy, bytes, bytesMax } = probed
  const took = `${ms.toFixed(1)} ms`
  const isEvicting = policy?.startsWith('allkeys-') === true
  const isFull = bytes !== null && bytesMax !== null && bytesMax > 0 && bytesMax - bytes < roomBytes
  return [
    ms > slowMs
      ? warning(`The Valkey answers in ${took}: each change reaches the other gateways that much later.`)
      : good(`The Valkey answers in ${took}, and accepts all commands that Lectern needs.`),
    ...(isEvicting
      ? [
          advice(
            `It may evict the log (${policy}), which drops everything on all gateways:`,
            'CONFIG SET maxmemory-policy noeviction',
          ),
        ]
      : []),
    ...(isSealed
      ? []
      : [
          advice(
            'Its contents are not signed, so that any client that can write to it can make gateways serve old answers, and gateways share no answers. Set the same secret for all gateways, or WordPress’s keys and salts:',
            'REDIS_SECRET=…',
          ),
        ]),
    ...(isFull
      ? [warning('It has less than 64 MB left of its maxmemory, which the log of a site can need.')]
      : []),
  ]
}
