// Dates with the names of another language; WordPress 7.1 gives the same with such translations.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dateNamesFrom } from '../../../src/render/date-names.ts'
import { formatDate } from '../../../src/render/php-date.ts'
import { behindContext } from '../../../src/core/sentence.ts'
import { germanDates, polishDates } from '../../support/translations.ts'

const namesOf = (texts: Readonly<Record<string, string>>) =>
  dateNamesFrom((context, text) => texts[context === null ? text : context + behindContext + text])
const time = { local: '2024-03-05 15:00:00', offsetHours: 1, zone: '' }

const cases: readonly (readonly [texts: Readonly<Record<string, string>>, format: string, date: string])[] = [
  [germanDates, 'l, j. F Y, g:i a', 'Dienstag, 5. März 2024, 3:00 nachm.'],
  [germanDates, 'D d M A', 'Di 05 Mär PM'],
  [germanDates, 'r', 'Di, 05 Mär 2024 15:00:00 +0100'],
  [germanDates, 'c', '2024-03-05T15:00:00+01:00'],
  [germanDates, '\\M F', 'M März'],
  [polishDates, 'j F Y', '5 marca 2024'],
  [polishDates, 'd. F', '05. marca'],
  [polishDates, 'F j, Y', '5 marca, 2024'],
  [polishDates, 'F jS', '5 marca'],
  [polishDates, 'F Y', 'marzec 2024'],
  [polishDates, 'j \\d\\e F', '5 de marzec'],
  // No part of a name stands for anything else
  [{ ...polishDates, 'genitive\u0004March': '$&$1$`' }, 'j F Y', '5 $&$1$` 2024'],
  [{ ...polishDates, 'genitive\u0004March': '$&$1$`' }, 'F j, Y', '5 $&$1$`, 2024'],
  [{ March: '$&$1$`', Tuesday: "$'" }, 'l, F', "$', $&$1$`"],
]

describe('dates of another language', () => {
  for (const [texts, format, date] of cases)
    it(`like ${date}`, () => assert.equal(formatDate(format, time, namesOf(texts)), date))
})
