// Answers that gateways share, in a Valkey or Redis. Waits are short: a server that is slow or away costs a request some milliseconds,
// and after several such waits nothing for a while.
import { RESP_TYPES } from '@redis/client'
import { randomUUID } from 'node:crypto'
import type { AnswerStore } from '../core/answer-store.ts'
import { createCircuit } from './circuit.ts'
import { lastingConnection } from './lasting.ts'
import { createRoom } from './room.ts'
import type { Seal } from '../core/seal.ts'
import { releasing } from './shared-log.ts'

export interface AnswerStoreOptions {
  readonly url: string
  readonly seal: Seal
  /** The site, whose keys are all in one slot of a cluster. */
  readonly site: string
  /** The most memory of the Valkey; above it, or near the server's own limit, no answer is stored. */
  readonly bytesMax: number
}

/** The longest wait for an answer that this gateway could make itself meanwhile. */
const waitMs = 15
/**
 * The longest wait where all gateways want the same answer at once: on a busy machine 15 ms pass often, and each gateway that does not
 * wait makes the answer as well.
 */
const patientMs = 100
/** The most bytes that are being sent; beyond it no answer is stored. */
const underWayMax = 8_388_608
/** The part of the Valkey's memory for answers; the log of changes needs the rest. */
const partMax = 0.75

const asBytes = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } }

export function createAnswerStore({ url, seal, site, bytesMax }: AnswerStoreOptions): AnswerStore {
  const tag = seal.nameOf(`site ${site}`)
  const client = lastingConnection(url, tag, () => room.has())
  const [brief, patient] = [createCircuit(waitMs), createCircuit(patientMs)]
  const room = createRoom((args) => client.send(args), { partMax, bytesMax })
  const keyOf = (name: string) => `lectern:{${tag}}:answer:${name}`
  const claimOf = (name: string) => `lectern:{${tag}}:making:${name}`
  /** The value of this gateway's claims, since a claim that was answered late may be another gateway's. */
  const owner = randomUUID()
  let underWay = 0

  const keep = async (name: string, bytes: Uint8Array, lifeMs: number) => {
    if (!room.has() || underWay > underWayMax) return
    underWay += bytes.byteLength
    try {
      const key = keyOf(name)
      const life = String(Math.max(1, Math.floor(lifeMs)))
      await client.send(['SET', key, seal.close(key, bytes), 'PX', life])
    } finally {
      underWay -= bytes.byteLength
    }
  }
  return {
    find: async (name, isPatient) => {
      if (!client.isReady()) return 'late'
      const key = keyOf(name)
      const answer = await (isPatient ? patient : brief).within(async () => ({
        found: await client.send(['GET', key], asBytes),
      }))
      if (answer === null) return 'late'
      return Buffer.isBuffer(answer.found) ? seal.open(key, answer.found) : null
    },
    claim: async (name, forMs) => {
      if (!client.isReady()) return true
      const claiming = ['SET', claimOf(name), owner, 'NX', 'PX', String(forMs)]
      const answer = await patient.within(async () => ({
        claimed: await client.send(claiming),
      }))
      return answer === null || answer.claimed === 'OK'
    },
    release: (name) => {
      if (client.isReady()) client.send(['EVAL', releasing, '1', claimOf(name), owner]).catch(() => {})
    },
    keep: async (name, bytes, lifeMs) => {
      if (!client.isReady()) return
      try {
        await keep(name, bytes, lifeMs)
      } catch {
        room.full()
      }
    },
    stop: client.stop,
  }
}
