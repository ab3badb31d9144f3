// A receiver of webhooks on this machine: what it was sent, with whether the message is genuine, and what it answers.
import { text } from 'node:stream/consumers'
import { isGenuine } from '../../config/proxies/verify-webhook.ts'
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

interface Sent {
  readonly id: string
  readonly data: Pick<Received, 'tags' | 'paths' | 'causes'>
}

function parse(body: string): Sent {
  const sent: Sent = JSON.parse(body)
  return sent
}
