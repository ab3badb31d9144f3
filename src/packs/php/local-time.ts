// Formats a stored local time with the offset of the site's zone, as PHP's `c` does.
import { formatDate, type Site } from '../../index.ts'

export function withOffset(local: string, { timeZone }: Site): string {
  const ms = Date.parse(`${timeZone.toUtc(local).replace(' ', 'T')}Z`)
  return formatDate('c', { local, offsetHours: timeZone.offsetHoursAt(Number.isNaN(ms) ? 0 : ms), zone: '' })
}
