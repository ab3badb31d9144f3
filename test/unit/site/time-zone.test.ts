// The site's local time ↔ UTC: fixed offsets, zones by name, both changes of a year on both sides of Greenwich.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { isZero, timeZone, toUtcBy } from '../../../src/site/time-zone.ts'

const shown = (instantMs: number) => new Date(instantMs).toISOString().slice(0, 19).replace('T', ' ')

const cases: readonly (readonly [zone: string, offsetHours: number, local: string, utc: string])[] = [
  ['', 0, '2024-05-06 07:08:09', '2024-05-06 07:08:09'],
  ['', 2, '2024-01-01 01:00:00', '2023-12-31 23:00:00'],
  ['', -3.5, '2024-12-31 22:00:00', '2025-01-01 01:30:00'],
  ['', 5.75, '2024-05-06 05:45:00', '2024-05-06 00:00:00'],
  ['No/Such_Zone', 1, '2024-05-06 07:00:00', '2024-05-06 06:00:00'],
  ['UTC', 9, '2024-05-06 07:00:00', '2024-05-06 07:00:00'],
  ['Asia/Kolkata', 0, '2024-05-06 07:00:00', '2024-05-06 01:30:00'],
  ['America/St_Johns', 0, '2024-01-06 07:00:00', '2024-01-06 10:30:00'],
  // A town's own time, before there were zones
  ['America/St_Johns', 0, '1000-01-01 00:00:00', '1000-01-01 03:30:52'],
  // Beyond the times of four digits
  ['', -12, '9999-12-31 23:59:59', '9999-12-31 23:59:59'],
  ['', 12, '0000-01-01 00:00:00', '0001-01-01 00:00:00'],
  // Spring: Berlin skips 02:00–03:00 on 31 March, New York on 10 March
  ['Europe/Berlin', 0, '2024-03-31 01:59:59', '2024-03-31 00:59:59'],
  ['Europe/Berlin', 0, '2024-03-31 03:00:00', '2024-03-31 01:00:00'],
  ['Europe/Berlin', 0, '2024-03-31 04:30:00', '2024-03-31 02:30:00'],
  ['America/New_York', 0, '2024-03-09 21:30:00', '2024-03-10 02:30:00'],
  ['America/New_York', 0, '2024-03-10 01:59:59', '2024-03-10 06:59:59'],
  ['America/New_York', 0, '2024-03-10 03:00:00', '2024-03-10 07:00:00'],
  ['America/New_York', 0, '2024-03-10 07:30:00', '2024-03-10 11:30:00'],
  // Autumn: Berlin repeats 02:00–03:00 on 27 October, New York 01:00–02:00 on 3 November
  ['Europe/Berlin', 0, '2024-10-27 01:59:59', '2024-10-26 23:59:59'],
  ['Europe/Berlin', 0, '2024-10-27 03:00:00', '2024-10-27 02:00:00'],
  ['America/New_York', 0, '2024-11-03 00:59:59', '2024-11-03 04:59:59'],
  ['America/New_York', 0, '2024-11-03 02:00:00', '2024-11-03 07:00:00'],
  ['America/New_York', 0, '2024-11-03 05:30:00', '2024-11-03 10:30:00'],
  // The south changes the other way round, Lord Howe by half an hour
  ['Australia/Sydney', 0, '2024-04-07 03:00:00', '2024-04-06 17:00:00'],
  ['Australia/Sydney', 0, '2024-10-06 03:00:00', '2024-10-05 16:00:00'],
  ['Australia/Lord_Howe', 0, '2024-10-06 02:30:00', '2024-10-05 15:30:00'],
]

it('takes a local time to UTC by the offset of another', () => {
  const berlin = timeZone('Europe/Berlin', 0)
  const winter = berlin.offsetHoursAt(Date.parse('2024-01-01T00:00:00Z'))
  assert.equal(toUtcBy(winter, '2024-07-04 00:00:00'), '2024-07-03 23:00:00')
  assert.equal(berlin.toUtc('2024-07-04 00:00:00'), '2024-07-03 22:00:00')
})

describe('toUtc', () => {
  for (const [zone, offsetHours, local, utc] of cases) {
    it(`of ${local} in ${zone || offsetHours} is ${utc}`, () =>
      assert.equal(timeZone(zone, offsetHours).toUtc(local), utc))
  }

  it('leaves what is no time as it is', () => {
    for (const text of ['', '0000-00-00 00:00:00', 'now', '2024-13-01 00:00:00'])
      assert.equal(timeZone('Europe/Berlin', 0).toUtc(text), text)
  })

  it('takes of a repeated hour the second where the later offset is not behind UTC, else the first, as PHP does', () => {
    const repeated: readonly (readonly [zone: string, local: string, utc: string])[] = [
      ['America/New_York', '2024-11-03 01:30:00', '2024-11-03 05:30:00'],
      ['America/St_Johns', '2024-11-03 01:30:00', '2024-11-03 04:00:00'],
      ['Atlantic/Azores', '2024-10-27 00:30:00', '2024-10-27 00:30:00'],
      ['Europe/London', '2024-10-27 01:30:00', '2024-10-27 01:30:00'],
      ['Europe/Berlin', '2024-10-27 02:30:00', '2024-10-27 01:30:00'],
      ['Australia/Lord_Howe', '2024-04-07 01:45:00', '2024-04-06 15:15:00'],
      ['Pacific/Chatham', '2024-04-07 03:15:00', '2024-04-06 14:30:00'],
    ]
    for (const [zone, local, utc] of repeated) assert.equal(timeZone(zone, 0).toUtc(local), utc, zone)
  })

  it('moves a skipped time on, as PHP does', () => {
    assert.equal(timeZone('Europe/Berlin', 0).toUtc('2024-03-31 02:30:00'), '2024-03-31 01:30:00')
    assert.equal(timeZone('America/New_York', 0).toUtc('2024-03-10 02:30:00'), '2024-03-10 07:30:00')
  })

  const zones = [
    'Europe/Berlin',
    'America/New_York',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'Pacific/Chatham',
  ]
  for (const name of zones) {
    it(`undoes the local time of ${name}`, () => {
      const { toUtc, offsetHoursAt } = timeZone(name, 0)
      const local = (instantMs: number) => shown(instantMs + offsetHoursAt(instantMs) * 3_600_000)
      const seconds = fc.integer({ min: 0, max: 4_102_444_800 })
      fc.assert(
        fc.property(seconds, (second) => {
          // Of a repeated hour either instant has this local time
          const utc = Date.parse(`${toUtc(local(second * 1000)).replace(' ', 'T')}Z`)
          assert.equal(local(utc), local(second * 1000))
          assert.ok(Math.abs(utc - second * 1000) <= 3_600_000)
        }),
      )
    })
  }
})

describe('offsetHoursAt', () => {
  const offsets: readonly (readonly [zone: string, hours: number, instant: string, offset: number])[] = [
    ['', -3.5, '2024-07-01', -3.5],
    ['Europe/Berlin', 0, '2024-01-01T00:00:00Z', 1],
    ['Europe/Berlin', 0, '2024-03-31T00:59:59Z', 1],
    ['Europe/Berlin', 0, '2024-03-31T01:00:00Z', 2],
    ['Europe/Berlin', 0, '2024-10-27T00:59:59Z', 2],
    ['Europe/Berlin', 0, '2024-10-27T01:00:00Z', 1],
    ['America/St_Johns', 0, '2024-01-01T00:00:00Z', -3.5],
    ['Asia/Kathmandu', 0, '2024-01-01T00:00:00Z', 5.75],
    ['UTC', 5, '2024-01-01T00:00:00Z', 0],
  ]
  for (const [zone, hours, instant, offset] of offsets) {
    it(`of ${zone || hours} at ${instant} is ${offset}`, () =>
      assert.equal(timeZone(zone, hours).offsetHoursAt(Date.parse(instant)), offset))
  }
})

it('has the offset of each instant, on days with a change as well', () => {
  const zones = ['Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Africa/Casablanca', 'Asia/Gaza']
  const [from, until] = [Date.UTC(1880, 0, 1), Date.UTC(2099, 0, 1)]
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: from, max: until }), (name, instantMs) => {
      const zone = timeZone(name, 0)
      const format = new Intl.DateTimeFormat('en-GB', {
        timeZone: name,
        dateStyle: 'short',
        timeStyle: 'medium',
      })
      const instants = [instantMs, zone.nextChangeMs(instantMs) ?? 0]
      for (const at of instants.flatMap((each) => [each - 1, each, each + 60_000])) {
        const [day, time] = format.format(at).split(', ')
        const local = `${day?.split('/').toReversed().join('-')} ${time}`
        assert.equal(zone.toLocal(Math.floor(at / 1000) * 1000), local, `${name} at ${at}`)
      }
    }),
    { numRuns: 300 },
  )
})

describe('nextChangeMs', () => {
  const changes: readonly (readonly [zone: string, instant: string, next: string | null])[] = [
    ['Europe/Berlin', '2026-01-01T00:00:00Z', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '2026-03-29T00:59:59.999Z', '2026-03-29T01:00:00Z'],
    ['Europe/Berlin', '2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-01T12:34:56Z', '2026-04-04T15:00:00Z'],
    ['Africa/Casablanca', '2026-02-01T00:00:00Z', '2026-02-15T02:00:00Z'],
    ['Asia/Kathmandu', '2026-02-01T00:00:00Z', null],
    ['UTC', '2026-02-01T00:00:00Z', null],
    ['', '2026-02-01T00:00:00Z', null],
  ]
  for (const [zone, instant, next] of changes) {
    it(`of ${zone || 'a fixed offset'} after ${instant} is ${next}`, () => {
      const { nextChangeMs } = timeZone(zone, 2)
      const expected = next === null ? null : Date.parse(next)
      assert.equal(nextChangeMs(Date.parse(instant)), expected)
      assert.equal(nextChangeMs(Date.parse(instant)), expected)
    })
  }

  it('goes on when a change has passed', () => {
    const { nextChangeMs } = timeZone('Europe/Berlin', 0)
    const told = ['2026-01-01', '2026-04-01', '2026-11-01', '2026-01-02'].map((day) =>
      nextChangeMs(Date.parse(day)),
    )
    assert.deepEqual(
      told.map((ms) => new Date(ms ?? 0).toISOString().slice(0, 10)),
      ['2026-03-29', '2026-10-25', '2027-03-28', '2026-03-29'],
    )
  })
})

describe('isZero', () => {
  it('knows times that were never set', () => {
    assert.deepEqual(['', '0000-00-00 00:00:00', '2024-01-01 00:00:00'].map(isZero), [true, true, false])
  })
})

describe('shown', () => {
  it('moves a time that never came by what the clocks skipped', () => {
    const { shown: shownIn } = timeZone('Europe/Berlin', 0)
    assert.equal(shownIn('2024-03-31 02:30:00'), '2024-03-31 03:30:00')
    for (const local of ['2024-03-31 01:59:59', '2024-03-31 03:00:00', '2024-10-27 02:30:00', '', 'now'])
      assert.equal(shownIn(local), local)
    assert.equal(timeZone('', 2).shown('2024-03-31 02:30:00'), '2024-03-31 02:30:00')
  })
})

it('is the same by its spans, from 1970 to 2037', () => {
  const zones = [
    '',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
    'Asia/Kolkata',
  ]
  const minutes = fc.integer({ min: Date.UTC(1970, 0, 3) / 60_000, max: Date.UTC(2037, 11, 30) / 60_000 })
  fc.assert(
    fc.property(fc.constantFrom(...zones.map((name) => timeZone(name, -3.5))), minutes, (zone, minute) => {
      const local = shown(minute * 60_000)
      const span = zone.spans().find(({ until }) => until === null || local < until.local)
      assert.equal(shown(minute * 60_000 - (span?.seconds ?? 0) * 1000), zone.toUtc(local), zone.name)
    }),
    // Summer time ended after a week
    { numRuns: 2000, examples: [[timeZone('America/Fortaleza', -3.5), Date.UTC(2000, 9, 15, 12) / 60_000]] },
  )
})
