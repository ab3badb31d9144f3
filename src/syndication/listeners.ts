// Listeners to changes: each waits until there is something to look at. One timer and one callback serve all of them.
import type { ContentChanges } from '../core/content-changes.ts'
import type { Listener, Listeners, Woken } from '../core/event-stream.ts'
import type { Waiting } from '../core/request.ts'

/** How often those look that wait for what is no change. */
const soonMs = 250

export function createListeners(changes: Pick<ContentChanges, 'onNoted'>, beatMs: number): Listeners {
  const wakers = new Set<OneListener>()
  let timer: NodeJS.Timeout | null = null
  let sinceBeatMs = 0
  const tick = () => {
    sinceBeatMs += soonMs
    const isBeat = sinceBeatMs >= beatMs
    if (isBeat) sinceBeatMs = 0
    for (const each of wakers) each.wake(isBeat ? 'beat' : 'soon')
  }
  changes.onNoted(() => {
    for (const each of wakers) each.wake('change')
  })
  return {
    add: (waiting) => {
      const listener = new OneListener(waiting, () => {
        wakers.delete(listener)
        if (wakers.size > 0 || timer === null) return
        clearInterval(timer)
        timer = null
      })
      wakers.add(listener)
      timer ??= setInterval(tick, soonMs).unref()
      return listener
    },
  }
}

/** A class, since thousands of clients have one each, and it takes less memory than closures. */
class OneListener implements Listener {
  readonly #waiting: Waiting
  readonly #forget: () => void
  #due: 'change' | 'beat' | null = null
  #isSoon = false
  #settle: (() => void) | null = null

  constructor(waiting: Waiting, forget: () => void) {
    this.#waiting = waiting
    this.#forget = forget
    waiting.left.addEventListener('abort', this)
    waiting.ending.addEventListener('abort', this)
  }

  wake(woken: 'change' | 'beat' | 'soon'): void {
    if (woken === 'soon') {
      if (this.#isSoon) this.handleEvent()
      return
    }
    this.#due = this.#due === 'beat' ? this.#due : woken
    this.handleEvent()
  }

  /** The client has left, or the gateway stops. */
  handleEvent(): void {
    this.#settle?.()
    this.#settle = null
  }

  async next(soon: boolean): Promise<Woken> {
    this.#isSoon = soon
    if (this.#due === null && !this.#isOver())
      await new Promise<void>((resolve) => {
        this.#settle = resolve
      })
    const woken = this.#due ?? 'change'
    this.#due = null
    return this.#isOver() ? 'end' : woken
  }

  end(): void {
    const { left, ending } = this.#waiting
    left.removeEventListener('abort', this)
    ending.removeEventListener('abort', this)
    this.#forget()
  }

  #isOver(): boolean {
    const { left, ending } = this.#waiting
    return left.aborted || ending.aborted
  }
}
