// The table of statuses: what follows from a definition.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { builtInStatuses, hiddenStatuses, statusesOf } from '../../../src/core/status.ts'

describe('statuses', () => {
  it('are WordPress’s own', () => {
    const { names, shown, any, public: open, private: closed, addressed, addressable } = builtInStatuses
    const lasting = ['publish', 'future', 'draft', 'pending', 'private']
    assert.deepEqual([shown, any], [lasting, lasting])
    assert.deepEqual(names.slice(5), [
      'trash',
      'auto-draft',
      'inherit',
      'request-pending',
      'request-confirmed',
      'request-failed',
      'request-completed',
    ])
    assert.deepEqual([open, closed, [...addressed]], [['publish'], ['private'], ['publish']])
    assert.deepEqual([...addressable].toSorted(), lasting.toSorted())
    assert(hiddenStatuses.has('draft') && !hiddenStatuses.has('inherit') && !hiddenStatuses.has('publish'))
  })

  it('follow them where an extension defines them', () => {
    const {
      all,
      names,
      shown,
      any,
      public: open,
      private: closed,
      addressed,
    } = statusesOf([
      { name: 'archived', label: 'Archived', read: 'public', isSearched: false },
      { name: 'unlinked', read: 'public', isQueryable: false },
      { name: 'members', read: 'private' },
      { name: 'review', read: 'protected', isQueryable: true },
      { name: 'machine', read: 'internal' },
      { name: 'done', read: 'outside' },
      { name: 'both', read: 'public', isProtected: true, isSearched: false },
    ])
    const own = (some: readonly string[]) => some.filter((name) => !builtInStatuses.names.includes(name))
    assert.equal(names.length, builtInStatuses.names.length + 7)
    assert.deepEqual(own(shown), ['archived', 'unlinked', 'members', 'review', 'done', 'both'])
    assert.deepEqual(own(any), ['unlinked', 'members', 'review', 'done'])
    assert.deepEqual(
      [open, closed],
      [
        ['publish', 'archived', 'unlinked', 'both'],
        ['private', 'members'],
      ],
    )
    // What is protected has no address of its own, whatever else is said of it
    assert.deepEqual([...addressed], ['publish', 'archived'])
    assert.deepEqual(
      all.find(({ name }) => name === 'unlinked'),
      {
        name: 'unlinked',
        label: 'unlinked',
        read: 'public',
        isProtected: false,
        isSearched: true,
        isQueryable: false,
        isListed: true,
        hasFloatingDate: false,
      },
    )
  })
})
