// The signature of a message: Standard Webhooks signs id, time and body (https://www.standardwebhooks.com). Each secret signs, so
// that the owner can replace one while receivers still use the other.
import { createHmac } from 'node:crypto'

/** Returns a signature for each secret (`whsec_` and base64), `v1,` and base64, separated by spaces. */
export function signatureOf(
  secrets: readonly string[],
  { id, timestampS, body }: { readonly id: string; readonly timestampS: number; readonly body: string },
): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestampS}.${body}`).digest('base64')}`
    })
    .join(' ')
}
