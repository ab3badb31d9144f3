// The digest of a table that changes all the time: the same as long as the rows that answers were made of are the same.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { monotonicMs } from '../../../src/core/change.ts'
import { isFailure } from '../../../src/core/failure.ts'
import type { Tag } from '../../../src/core/tag.ts'
import type { Row } from '../../../src/database/tables.ts'
import { createDigests } from '../../../src/read/digest.ts'
import type { ListPlan } from '../../../src/plan/plan.ts'
import { unavailableReading, type Reading } from '../../../src/read/execute.ts'

function looking() {
  let kept: readonly Tag[] = []
  let values: Readonly<Record<string, string>> = {}
  const reading: Reading = {
    ...unavailableReading,
    list: async ({ filters: [asked] }) => {
      const names = asked?.kind === 'in' ? asked.values.map(String) : []
      const rows: readonly Row[] = names.flatMap((name) => {
        const value = values[name]
        return value === undefined ? [] : [{ name, value }]
      })
      return { rows, found: rows.length, more: false }
    },
  }
  const digests = createDigests((prefix) => kept.filter((tag) => tag.startsWith(prefix)))
  return {
    digest: (table = 'options', sinceMs = monotonicMs()) => digests.digest(table, sinceMs, reading),
    read: async (name: string) => {
      const plan: ListPlan = {
        kind: 'list',
        source: 'options',
        columns: ['name', 'value'],
        filters: [{ kind: 'in', column: 'name', values: [name] }],
        visible: null,
        order: [],
        page: { kind: 'all' },
      }
      const found = await reading.list(plan)
      if (!isFailure(found)) digests.note(plan, { rows: found.rows, tables: new Set(['options']) })
    },
    keep: (...tags: readonly Tag[]) => void (kept = tags),
    store: (next: Readonly<Record<string, string>>) => void (values = next),
  }
}

describe('a digest', () => {
  it('stays the same whatever else is stored, and however much of what it is of is dropped', async () => {
    const { digest, keep, store } = looking()
    keep('option:blogname', 'option:sticky_posts')
    store({ blogname: 'a', sticky_posts: 'b', cron: '1' })
    const first = await digest()
    assert.equal(typeof first, 'string')
    store({ blogname: 'a', sticky_posts: 'b', cron: '2' })
    keep()
    assert.equal(await digest(), first)
    keep('option:blogname')
    assert.equal(await digest(), first)
  })

  it('is another once what answers are made of is, or may have been', async () => {
    const { digest, keep, store } = looking()
    keep('option:blogname')
    store({ blogname: 'a' })
    const first = await digest()
    store({ blogname: 'b' })
    const second = await digest()
    assert.notEqual(second, first)
    keep('option:blogname', 'option:home')
    assert.notEqual(await digest(), second)
  })

  it('is none where an answer may have read what was there for a moment alone', async () => {
    const { digest, keep, store, read } = looking()
    keep('option:blogname')
    store({ blogname: 'a' })
    const beforeMs = monotonicMs()
    const first = await digest()
    store({ blogname: 'b' })
    await read('blogname')
    store({ blogname: 'a' })
    assert.equal(await digest('options', beforeMs), null)
    // That is gone by now
    assert.equal(await digest('options', monotonicMs() + 5000), first)
  })

  it('is none while answers depend on whichever keys there are, nor of other tables', async () => {
    const { digest, keep } = looking()
    keep('key:postmeta:*', 'key:postmeta:price')
    assert.equal(await digest('postmeta'), null)
    keep('key:postmeta:price')
    assert.notEqual(await digest('postmeta'), null)
    assert.equal(await digest('posts'), null)
  })

  it('is none of more names than are looked at', async () => {
    const { digest, keep } = looking()
    keep(...Array.from({ length: 2001 }, (_, at): Tag => `option:o${at}`))
    assert.equal(await digest(), null)
  })
})
