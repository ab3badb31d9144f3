// Filters of items: a copy goes in, whatever integers it has, and only its members come out.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { idToJson } from '../../../src/core/json.ts'
import { anonymous } from '../../../src/core/viewer.ts'
import { guardedFilter } from '../../../src/extensions/item-filters.ts'
import { createSite } from '../../../src/site/site.ts'

const site = createSite(new Map(), { brand: 'cms', publicUrl: 'http://x', tablePrefix: 'wp_' })
const about = { context: 'view', viewer: anonymous, site } as const

describe('a filter of items', () => {
  const item = { id: idToJson('9007199254740993'), more: [{ menu: idToJson('18446744073709551615') }] }

  it('keeps the digits of integers that a double does not hold', () =>
    assert.equal(
      JSON.stringify(guardedFilter((each) => each, 'a.ts', 'post')(item, about)),
      '{"id":9007199254740993,"more":[{"menu":18446744073709551615}]}',
    ))

  it('gets a copy, and adds nothing', () => {
    const filter = guardedFilter(({ id }) => ({ id, secret: 1 }), 'a.ts', 'post')
    assert.equal(JSON.stringify(filter(item, about)), '{"id":9007199254740993}')
  })
})
