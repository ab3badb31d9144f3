// Events for downstream caches: which changes they are made of.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Stale } from '../../../src/core/stale.ts'
import type { Tag } from '../../../src/core/tag.ts'
import { createPurgeEvents } from '../../../src/invalidation/purge-events.ts'

it('an option that a response was made of is told of, however many keys and options others were made of', () => {
  const told: Stale[] = []
  const events = createPurgeEvents((stale) => told.push(stale), {
    isAbove: () => true,
    isDiscussed: () => true,
    isHidden: () => false,
  })
  const change = (name: string) => {
    told.length = 0
    const row = (value: string) => ({ name, value })
    events.changed(
      { kind: 'row', table: 'options', before: row('1'), after: row('2') },
      { cause: 'update of options', gone: new Set(), at: null },
    )
    return told.length
  }
  events.offered(new Set<Tag>(['option:of_a_plugin']))
  assert.deepEqual([change('of_a_plugin'), change('of_another')], [1, 0])
  for (let key = 0; key < 6000; key += 1) events.offered(new Set<Tag>([`key:postmeta:${key}`]))
  assert.equal(change('of_a_plugin'), 1)
})
