// Statements for clients that have all gone are cancelled where others wait: clients that ask and leave would hold every connection
// and every slot. While nothing waits, such a statement goes on: whoever asks for the same gets what it reads.
import { outsideRequests, type Work } from '../core/work.ts'

export interface GivingWay {
  /** The statement is aborted where it has to give way, until `end` is called. */
  readonly begin: (work: Work | null, statement: AbortController) => { readonly end: () => void }
}

/** A statement is cancelled over a connection of its own, which its server has to make. */
const lookMs = 250

/** `isAwaited`: whether anything waits for a connection or a slot. */
export function createGivingWay(isAwaited: () => boolean): GivingWay {
  const underWay = new Map<AbortController, Work>()
  let looking: NodeJS.Timeout | undefined
  const look = () => {
    if (!isAwaited()) return
    for (const [statement, work] of underWay) {
      const gone = work.endIfGone()
      if (gone !== null) statement.abort(gone)
    }
  }
  return {
    begin: (work, statement) => {
      if (work !== null) underWay.set(statement, work)
      if (underWay.size > 0) looking ??= outsideRequests(() => setInterval(look, lookMs).unref())
      return {
        end: () => {
          underWay.delete(statement)
          if (underWay.size > 0) return
          clearInterval(looking)
          looking = undefined
        },
      }
    },
  }
}
