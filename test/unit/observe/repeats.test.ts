// A line that a condition would repeat: what is new is logged at once, the rest ever more seldom.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createRepeats } from '../../../src/observe/repeats.ts'

it('a line is news when it is another, after a growing time, and once the condition has ended', () => {
  let nowMs = 0
  const repeats = createRepeats(() => nowMs)
  /** When it is news within so many minutes, of a look every two seconds that alternates between these lines. */
  const newsWithin = (minutes: number, ...lines: readonly string[]) => {
    const news: string[] = []
    for (let look = 0; look < minutes * 30; look += 1) {
      const line = lines[look % lines.length] ?? ''
      if (repeats.isNews(line)) news.push(`${line} ${Math.floor(nowMs / 60_000)}`)
      nowMs += 2000
    }
    return news
  }
  assert.deepEqual(newsWithin(30, 'refused'), [
    'refused 0',
    'refused 1',
    'refused 3',
    'refused 7',
    'refused 15',
    'refused 25',
  ])
  assert.deepEqual(newsWithin(4, 'late', 'refused'), ['late 30'])
  repeats.end()
  assert.deepEqual(newsWithin(1, 'refused', 'late'), ['refused 34', 'late 34'])
})
