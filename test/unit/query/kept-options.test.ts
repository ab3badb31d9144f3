// Values made of the options are read once for all simultaneous callers, and kept only where they were really read.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Observation } from '../../../src/core/observation.ts'
import type { Tag } from '../../../src/core/tag.ts'
import type { Row } from '../../../src/database/tables.ts'
import { createTaggedCache } from '../../../src/cache/tagged-cache.ts'
import { isFailure } from '../../../src/core/failure.ts'
import { createReadCursors } from '../../../src/read/cursor-keys.ts'
import { createKeptReads, type KeptRows } from '../../../src/read/row-cache.ts'
import { unavailableReading, type Reading } from '../../../src/read/execute.ts'
import { createReadSite, type KeptSite } from '../../../src/read/read-site.ts'

/** An options table whose rows can be changed, and how often it was read. */
function openOptions() {
  let rows: readonly Row[] = []
  let reads = 0
  const newReading = (): Reading => {
    const tags = new Set<Tag>()
    return {
      ...unavailableReading,
      tags,
      track: (read) => {
        for (const tag of read) tags.add(tag)
      },
      list: async () => {
        reads += 1
        return { rows, found: rows.length, more: false }
      },
    }
  }
  return { newReading, set: (next: readonly Row[]) => void (rows = next), reads: () => reads }
}

it('the site is read once by all who ask at once, and each depends on it', async () => {
  const { newReading, reads } = openOptions()
  const readSite = createReadSite(
    { brand: 'cms', publicUrl: 'http://localhost', tablePrefix: 'wp_' },
    createTaggedCache({ bytesMax: 100_000, lifeMs: () => 60_000 }),
  )
  const readings = [newReading(), newReading(), newReading()]
  await Promise.all(readings.slice(0, 2).map((each) => readSite(each)))
  await Promise.all(readings.slice(2).map((each) => readSite(each)))
  assert.equal(reads(), 1)
  for (const { tags } of readings)
    assert.deepEqual(tags, new Set(['table:options', 'site', 'option:theme_mods_']))
})

it('a site that changed is read once more by all who ask at once', async () => {
  const { newReading, reads } = openOptions()
  const kept = createTaggedCache<KeptSite>({ bytesMax: 100_000, lifeMs: () => 60_000 })
  const readSite = createReadSite({ brand: 'cms', publicUrl: 'http://localhost', tablePrefix: 'wp_' }, kept)
  for (const times of [1, 2, 3]) {
    kept.drop(['site'])
    const sites = await Promise.all([newReading(), newReading(), newReading()].map((each) => readSite(each)))
    const zones = sites.map((site) => !isFailure(site) && site.timeZone)
    assert.equal(new Set(zones).size, 1)
    assert.equal(reads(), times)
  }
})

it('a random key of cursors is one for all, and ends where the salts can be read', async () => {
  const { newReading, set, reads } = openOptions()
  const observed: Observation['kind'][] = []
  const rows = createTaggedCache<KeptRows>({ bytesMax: 100_000, lifeMs: () => 60_000 })
  const readCursors = createReadCursors({
    cursorKeys: [],
    siteSecrets: [],
    keep: createKeptReads(rows).keep,
    observe: ({ kind }) => void observed.push(kind),
  })
  const [first, second] = await Promise.all([readCursors(newReading()), readCursors(newReading())])
  assert.equal(first, second)
  assert.equal(reads(), 1)
  const third = newReading()
  assert.equal(await readCursors(third), first)
  assert.equal(reads(), 1)
  assert.ok(third.tags.has('option:auth_key'))
  assert.deepEqual(observed, ['warning'])
  set([{ name: 'auth_key', value: 'a key of the site' }])
  rows.drop(['option:auth_key'])
  const derived = await readCursors(newReading())
  assert.notEqual(derived, first)
  set([])
  assert.equal(await readCursors(newReading()), derived)
})
