// Times as PHP's date() prints them: every letter, by what PHP prints.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formatDate, isoTime, timeAgo } from '../../../src/render/php-date.ts'

const india = { local: '2024-02-03 04:05:06', offsetHours: 5.5, zone: 'Asia/Kolkata' }
const evening = { local: '2021-01-03 23:59:58', offsetHours: -3.5, zone: '' }
const noon = { local: '2023-12-31 12:00:00', offsetHours: 0, zone: 'UTC' }

describe('formatDate', () => {
  const cases = [
    [
      'd j D l N w S z',
      ['03 3 Sat Saturday 6 6 rd 33', '03 3 Sun Sunday 7 0 rd 2', '31 31 Sun Sunday 7 0 st 364'],
    ],
    ['W o', ['05 2024', '53 2020', '52 2023']],
    ['F M m n t L', ['February Feb 02 2 29 1', 'January Jan 01 1 31 0', 'December Dec 12 12 31 0']],
    ['Y y', ['2024 24', '2021 21', '2023 23']],
    ['a A g G h H', ['am AM 4 4 04 04', 'pm PM 11 23 11 23', 'pm PM 12 12 12 12']],
    ['i s u v B', ['05 06 000000 000 982', '59 58 000000 000 187', '00 00 000000 000 541']],
    ['e O P Z', ['Asia/Kolkata +0530 +05:30 19800', '-03:30 -0330 -03:30 -12600', 'UTC +0000 +00:00 0']],
    ['U', ['1706913306', '1609730998', '1704024000']],
    [
      'r',
      [
        'Sat, 03 Feb 2024 04:05:06 +0530',
        'Sun, 03 Jan 2021 23:59:58 -0330',
        'Sun, 31 Dec 2023 12:00:00 +0000',
      ],
    ],
    ['\\d\\e\\\\ \\2 j!', ['de\\ 2 3!', 'de\\ 2 3!', 'de\\ 2 31!']],
    ['é k', ['é k', 'é k', 'é k']],
  ] as const
  for (const [format, shown] of cases)
    it(`prints ${format}`, () =>
      assert.deepEqual(
        [india, evening, noon].map((time) => formatDate(format, time)),
        shown,
      ))

  it('names a zone by its name or offset', () =>
    assert.deepEqual([formatDate('T', evening), formatDate('T', noon)], ['GMT-0330', 'UTC']))

  it('abbreviates zones as PHP does, in summer and in winter', () => {
    const zones: readonly (readonly [zone: string, offsetHours: number, month: string, shown: string])[] = [
      ['Europe/Berlin', 2, '07', 'CEST 1 +02:00'],
      ['Europe/Berlin', 1, '01', 'CET 0 +01:00'],
      ['Pacific/Guam', 10, '07', 'ChST 0 +10:00'],
      ['America/Adak', -9, '07', 'HDT 1 -09:00'],
      ['Europe/London', 0, '01', 'GMT 0 Z'],
      ['Europe/Dublin', 1, '07', 'IST 0 +01:00'],
      ['America/New_York', -5, '01', 'EST 0 -05:00'],
      ['America/New_York', -4, '07', 'EDT 1 -04:00'],
      ['Asia/Tokyo', 9, '07', 'JST 0 +09:00'],
      ['Asia/Jerusalem', 3, '07', 'IDT 1 +03:00'],
      ['Australia/Lord_Howe', 11, '01', '+11 1 +11:00'],
      ['Australia/Lord_Howe', 10.5, '07', '+1030 0 +10:30'],
      ['America/Sao_Paulo', -3, '07', '-03 0 -03:00'],
      ['', 0, '07', 'GMT+0000 0 Z'],
      ['No/Zone', 5, '07', '+05 0 +05:00'],
    ]
    for (const [zone, offsetHours, month, shown] of zones)
      assert.equal(formatDate('T I p', { local: `2024-${month}-15 12:00:00`, offsetHours, zone }), shown)
  })

  it('counts days as English does', () => {
    const days = [1, 2, 3, 4, 11, 12, 13, 21, 22, 23, 30]
    assert.deepEqual(
      days.map((day) =>
        formatDate('jS', { ...noon, local: `2024-01-${String(day).padStart(2, '0')} 00:00:00` }),
      ),
      ['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '23rd', '30th'],
    )
  })

  it('prints nothing for what is no time', () => {
    for (const local of ['0000-00-00 00:00:00', '', 'soon'])
      assert.equal(formatDate('Y', { ...noon, local }), '')
  })
})

it('isoTime has the offset', () => {
  assert.equal(isoTime(india), '2024-02-03T04:05:06+05:30')
  assert.equal(isoTime(evening), '2021-01-03T23:59:58-03:30')
})

describe('timeAgo', () => {
  const time = { local: '2024-02-03 05:30:00', offsetHours: 5.5, zone: '' }
  const at = Date.parse('2024-02-03T00:00:00Z')
  for (const [seconds, text] of [
    [0, '1 second ago'],
    [59, '59 seconds ago'],
    [89, '1 minute ago'],
    [90, '2 minutes ago'],
    [3599, '60 minutes ago'],
    [86_399, '24 hours ago'],
    [129_600, '2 days ago'],
    [604_799, '7 days ago'],
    [907_200, '2 weeks ago'],
    [2_591_999, '4 weeks ago'],
    [3_888_000, '2 months ago'],
    [31_535_999, '12 months ago'],
    [47_304_000, '2 years ago'],
    [-3600, '1 hour from now'],
  ] as const)
    it(`says ${text} after ${seconds} s`, () => assert.equal(timeAgo(time, at + seconds * 1000), text))
  it('says nothing of what is no time', () => assert.equal(timeAgo({ ...time, local: 'x' }, at), ''))
})
