// Changes on their way to a worker, within limits: changes above these are left out, and the worker gets one gap in their place once it
// has received the rest.
import { dataOf, type Change, type Since } from '../core/change.ts'

export interface Backlog {
  readonly add: (changes: readonly Change[], since: Since) => void
  /** True where changes were left out, and the gap for them is not sent yet. */
  readonly leavesOut: () => boolean
}

/** Sends changes, and calls `sent` once they have left this process. */
export type SendChanges = (changes: readonly Change[], since: Since, sent: () => void) => void

export interface BacklogLimits {
  readonly messagesMax: number
  readonly charactersMax: number
}

const limitsOfChanges: BacklogLimits = { messagesMax: 1000, charactersMax: 16_777_216 }

export function createBacklog(send: SendChanges, limits: BacklogLimits = limitsOfChanges): Backlog {
  let messages = 0
  let characters = 0
  /** The time since which changes are left out. */
  let leftOut: Since | null = null
  const post = (changes: readonly Change[], since: Since) => {
    const size = charactersOf(changes)
    messages += 1
    characters += size
    send(changes, since, () => {
      messages -= 1
      characters -= size
      if (leftOut === null || messages > 0) return
      const gapSince = leftOut
      leftOut = null
      post([{ kind: 'gap', reason: 'a worker lagged behind' }], gapSince)
    })
  }
  return {
    add: (changes, since) => {
      if (leftOut === null && messages < limits.messagesMax && characters < limits.charactersMax)
        return post(changes, since)
      // The gap gets no place of the shared log: with one, a worker would not notice that changes between places are missing
      leftOut ??= { atMs: since.atMs, from: since.from }
    },
    leavesOut: () => leftOut !== null,
  }
}

function charactersOf(changes: readonly Change[]): number {
  let sum = 0
  for (const change of changes.flatMap(dataOf))
    if (change.kind === 'row')
      for (const row of [change.before, change.after])
        for (const name in row) sum += name.length + (row[name]?.length ?? 0)
  return sum
}
