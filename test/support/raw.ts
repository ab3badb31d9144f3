// Requests by Node's http: with the headers that are given and no others, and bodies as they were sent.
import { request } from 'node:http'
import { text as read } from 'node:stream/consumers'
import { decompressed } from './client.ts'

export interface RawAnswer {
  readonly status: number
  readonly header: (name: string) => string | undefined
  readonly body: Buffer
}

export function rawRequest(
  url: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      response.setEncoding('latin1')
      read(response).then(
        (body) =>
          resolve({
            status: response.statusCode ?? 0,
            header: (name) => {
              const value = response.headers[name]
              return Array.isArray(value) ? value.join(', ') : value
            },
            body: Buffer.from(body, 'latin1'),
          }),
        reject,
      )
    })
    sent.once('error', reject)
    sent.end()
  })
}

export function decoded({ header, body }: RawAnswer): string {
  return decompressed(body, header('content-encoding')).toString()
}
