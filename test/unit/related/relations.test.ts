// Values that need no related rows get that there is nothing, made once for a viewer; a read that failed is made again.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isFailure } from '../../../src/core/failure.ts'
import { anonymous, type Viewer } from '../../../src/core/viewer.ts'
import type { RelatedReads } from '../../../src/related/reads.ts'
import { needsOf, readNeeded } from '../../../src/related/relations.ts'
import { createSite } from '../../../src/site/site.ts'

const address = { brand: 'cms', publicUrl: 'https://api.example.org', tablePrefix: 'wp_' }
const site = createSite(new Map(), address, { option: () => null, rows: () => [] })

const noRows = async () => ({ rows: [] })
const reading: RelatedReads = {
  list: noRows,
  listOwned: noRows,
  count: async () => 0,
  each: async () => [],
  countEach: async () => [],
  tally: async () => [],
  plugInRows: async () => [],
  apart: () => reading,
  track: () => {},
  tags: new Set(),
}

/** Fails as soon as anything of it is used. */
const broken: RelatedReads = new Proxy(reading, {
  ownKeys: () => {
    throw new Error('broken')
  },
  get: () => {
    throw new Error('broken')
  },
})

it('a viewer for whom nothing could be read is read for again', async () => {
  const viewer: Viewer = { ...anonymous }
  const needs = needsOf([], site)
  await assert.rejects(readNeeded(broken, [], needs, viewer), /broken/)
  const found = await readNeeded(reading, [], needs, viewer)
  assert.ok(!isFailure(found))
  // From now on no reading has a part in it
  assert.equal(await readNeeded(broken, [{ id: 7 }], needs, viewer), found)
})
