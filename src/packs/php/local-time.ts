// A stored local time with its offset, as PHP's `c` writes it on the site's clocks.
import { formatDate, type Site } from '../../index.ts'

export function withOffset(local: string, { timeZone }: Site): string {
  const ms = Date.parse(`${timeZone.toUtc(local).replace(' ', 'T')}Z`)
  return formatDate('c', { local, offsetHours: timeZone.offsetHoursAt(Number.isNaN(ms) ? 0 : ms), zone: '' })
}
