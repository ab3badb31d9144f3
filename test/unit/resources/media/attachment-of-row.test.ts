// Files as texts show them: each is made once for an item, however often its texts name it.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { attachmentFrom } from '../../../../src/resources/media/attachment-of-row.ts'
import { fileMeta } from '../../../../src/resources/media/media-values.ts'
import type { Needed } from '../../../../src/related/relations.ts'
import { needed } from '../../../support/needed.ts'
import { createSite } from '../../../../src/site/site.ts'

const site = createSite(new Map(), { brand: 'cms', publicUrl: 'https://site.test', tablePrefix: 'wp_' })

describe('files in texts', () => {
  it('have their metadata read once for an item', () => {
    const reads: string[] = []
    const ofItem = (about: string) => {
      const metaOf: Needed['metaOf'] = (id, key) => {
        reads.push(`${about} ${id} ${key}`)
        return null
      }
      return { site, needed: { ...needed, metaOf } }
    }
    const rows = [7, 8].map((id) => ({ id, mime_type: 'image/png' }))
    const [one, other] = [ofItem('one'), ofItem('other')]
    for (let time = 0; time < 3; time += 1)
      for (const item of [one, other]) for (const row of rows) attachmentFrom(row, item)
    const metadata = reads.filter((read) => read.endsWith(fileMeta[1]))
    assert.deepEqual(
      metadata,
      ['one 7', 'one 8', 'other 7', 'other 8'].map((read) => `${read} ${fileMeta[1]}`),
    )
  })
})
