// Verifies that a message is Lectern's, and new, for receivers of webhooks (docs/webhooks.md): its body as it came, before it is
// parsed.
import { createHmac, timingSafeEqual } from 'node:crypto'

const toleranceS = 300

export function isGenuine(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  body: string,
  secret: string,
): boolean {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`] ?? ''),
  )
  if (!id || !timestamp || !signatures) return false
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < toleranceS)) return false
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return signatures.split(' ').some((each) => {
    const [version, signature = ''] = each.split(',')
    const given = Buffer.from(signature, 'base64')
    return version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
