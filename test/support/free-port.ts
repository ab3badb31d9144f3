// A port to listen on later, for what has to be told its port beforehand: not one of those that the system gives to connections and to
// whoever asks for any, which might be taken by then.
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that Linux gives out by itself (32768 and above). */
const [first, end] = [10_000, 32_000]
/** One after the other from a random one on: two that are asked for at once are never the same. */
let next = randomInt(first, end)

export async function freePort(): Promise<number> {
  for (let left = 100; left > 0; left -= 1) {
    const port = next
    next = port + 1 < end ? port + 1 : first
    const server = createServer()
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false))
      server.listen(port, '127.0.0.1', () => resolve(true))
    })
    if (!isFree) continue
    server.close()
    await once(server, 'close')
    return port
  }
  throw new Error('there is no free port')
}
