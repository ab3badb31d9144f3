// A client of an answer that goes on: it reads when it is told to, and may leave.
import { request, type IncomingMessage } from 'node:http'
import { patienceMs } from './eventually.ts'
import { started } from './left-over.ts'

export interface Streaming {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  /** Reads on until the text holds this, which fails after a minute; the text up to now. */
  readonly until: (holds: (text: string) => boolean) => Promise<string>
  /** Settles with whether the answer ended as a whole. */
  readonly ended: () => Promise<boolean>
  readonly text: () => string
  /** Reads no more, until something is waited for again. */
  readonly pause: () => void
  readonly leave: () => void
}

/** Settles once the headers are there. */
export async function streaming(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Streaming> {
  const sent = request(url, { headers, agent: false })
  const answered = Promise.withResolvers<IncomingMessage>()
  sent.once('response', answered.resolve)
  sent.on('error', answered.reject)
  sent.end()
  const response = await answered.promise
  const isLeft = started(`a client of ${url}`, () => void sent.destroy())
  let text = ''
  let looking = () => {}
  const end = Promise.withResolvers<boolean>()
  const close = () => {
    isLeft()
    end.resolve(response.complete)
    looking()
  }
  response.on('error', () => {})
  response.once('close', close)
  const read = () => {
    if (response.listenerCount('data') > 0) return void response.resume()
    response.setEncoding('utf8').on('data', (part: string) => {
      text += part
      looking()
    })
  }
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: () => text,
    until: (holds) =>
      new Promise((resolve, reject) => {
        const giveUp = (what: string) => reject(new Error(`${what}: ${text.slice(-500)}`))
        const late = setTimeout(giveUp, patienceMs, `nothing of the kind came in ${patienceMs} ms`)
        looking = () => {
          const isThere = holds(text)
          if (!isThere && !response.closed) return
          clearTimeout(late)
          if (isThere) resolve(text)
          else giveUp('the answer ended before that')
        }
        read()
        looking()
      }),
    ended: () => {
      read()
      return end.promise
    },
    pause: () => {
      response.pause()
    },
    leave: () => {
      sent.destroy()
    },
  }
}
