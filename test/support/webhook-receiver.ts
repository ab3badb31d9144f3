// A receiver of webhooks on this machine: what it was sent, with whether the message is genuine, and what it answers.
import { text } from 'node:stream/consumers'
import { isGenuine } from '../../config/proxies/verify-webhook.ts'
import { until } from './eventually.ts'
import { startRemoteServer, type RemoteAnswer } from './remote-server.ts'

export const webhookSecret = `whsec_${Buffer.alloc(32, 'a secret').toString('base64')}`

export interface Received {
  readonly id: string
  readonly isGenuine: boolean
  readonly body: string
  readonly tags: readonly string[] | 'all'
  readonly paths: readonly string[]
  readonly causes: readonly string[]
}

export interface WebhookReceiver {
  readonly url: string
  readonly received: readonly Received[]
  readonly answerWith: (answer: RemoteAnswer) => void
  readonly stop: () => Promise<void>
}

export const taken: RemoteAnswer = (_, response) => void response.writeHead(204).end()

export async function startWebhookReceiver(first: RemoteAnswer = taken): Promise<WebhookReceiver> {
  let answer = first
  const received: Received[] = []
  const server = await startRemoteServer(async (incoming, response) => {
    const body = await text(incoming)
    const { id, data } = parse(body)
    received.push({ id, isGenuine: isGenuine(incoming.headers, body, webhookSecret), body, ...data })
    await answer(incoming, response)
  })
  return {
    url: `${server.url}/hook`,
    received,
    answerWith: (next) => (answer = next),
    stop: server.stop,
  }
}

/**
 * Changes rows, one after the other, until one is told by name, and returns it with the messages that name it: where a busy
 * machine holds the feed up, all is told instead.
 */
export async function toldByName(
  { received }: WebhookReceiver,
  rows: readonly number[],
  change: (row: number) => Promise<void>,
): Promise<{ readonly row: number; readonly messages: readonly Received[] }> {
  for (const row of rows) {
    const from = received.length
    const name = `row:posts:${row}`
    const naming = () => received.filter(({ tags }) => tags !== 'all' && tags.includes(name))
    await change(row)
    await until(() => naming().length > 0 || received.slice(from).some(({ tags }) => tags === 'all'))
    if (naming().length > 0) return { row, messages: naming() }
  }
  throw new Error('each time all was told')
}

interface Sent {
  readonly id: string
  readonly data: Pick<Received, 'tags' | 'paths' | 'causes'>
}

function parse(body: string): Sent {
  const sent: Sent = JSON.parse(body)
  return sent
}
