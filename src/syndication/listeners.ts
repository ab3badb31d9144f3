// Listeners to changes: each waits until there is something to look at. One timer and one callback serve all of them.
import type { ContentChanges } from '../core/content-changes.ts'
import type { Listeners } from '../core/event-stream.ts'

/** How often those look that wait for what is no change. */
const soonMs = 250

export function createListeners(changes: Pick<ContentChanges, 'onNoted'>, beatMs: number): Listeners {
  const wakers = new Set<(woken: 'change' | 'beat' | 'soon') => void>()
  let timer: NodeJS.Timeout | null = null
  let sinceBeatMs = 0
  const tick = () => {
    sinceBeatMs += soonMs
    const isBeat = sinceBeatMs >= beatMs
    if (isBeat) sinceBeatMs = 0
    for (const wake of wakers) wake(isBeat ? 'beat' : 'soon')
  }
  changes.onNoted(() => {
    for (const wake of wakers) wake('change')
  })
  return {
    add: ({ left, ending }) => {
      let due: 'change' | 'beat' | null = null
      let isSoon = false
      let settle = () => {}
      const wake = (woken: 'change' | 'beat' | 'soon') => {
        if (woken === 'soon') {
          if (isSoon) settle()
          return
        }
        due = due === 'beat' ? due : woken
        settle()
      }
      const isOver = () => left.aborted || ending.aborted
      const over = () => settle()
      left.addEventListener('abort', over)
      ending.addEventListener('abort', over)
      wakers.add(wake)
      timer ??= setInterval(tick, soonMs).unref()
      return {
        next: async (soon) => {
          isSoon = soon
          if (due === null && !isOver())
            await new Promise<void>((resolve) => {
              settle = resolve
            })
          settle = () => {}
          const woken = due ?? 'change'
          due = null
          return isOver() ? 'end' : woken
        },
        end: () => {
          left.removeEventListener('abort', over)
          ending.removeEventListener('abort', over)
          wakers.delete(wake)
          if (wakers.size > 0 || timer === null) return
          clearInterval(timer)
          timer = null
        },
      }
    },
  }
}
