// Connections on their way to a worker. Node's primary keeps each until the worker has acknowledged it (`handoff` in its
// `cluster/round_robin_handle.js`), and for ever if the worker ends before.
import type { Worker } from 'node:cluster'

/** Closes connections that a worker never took once it has ended: their clients would wait in vain. */
export function closeUntaken({ process: child }: Worker): void {
  const handed = new Map<unknown, Closable>()
  const send: unknown = Reflect.get(child, 'send')
  if (typeof send !== 'function') return
  Object.defineProperty(child, 'send', {
    value: (...sent: readonly unknown[]): unknown => {
      const [message, handle] = sent
      if (isClosable(handle)) handed.set(seqOf(message), handle)
      return Reflect.apply(send, child, sent)
    },
  })
  child.on('internalMessage', (message: unknown) => handed.delete(ackOf(message)))
  // All messages of the worker are read before this event
  child.once('close', () => {
    for (const handle of handed.values()) handle.close()
  })
}

interface Closable {
  readonly close: () => void
}

function isClosable(handle: unknown): handle is Closable {
  return (
    typeof handle === 'object' && handle !== null && 'close' in handle && typeof handle.close === 'function'
  )
}

function seqOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'seq' in message ? message.seq : undefined
}

function ackOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'ack' in message ? message.ack : undefined
}
