// The access path of a list, by its filters and by the statistics of the tables: names, classes and forms, without a database.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wordpress } from '../../../src/database/layout.ts'
import type { Filter } from '../../../src/database/filter.ts'
import { stepsOf, type Facts } from '../../../src/optimizer/access-paths.ts'
import { countStepOf } from '../../../src/optimizer/count-access.ts'
import { createIndexes } from '../../../src/optimizer/indexes.ts'
import type { Page } from '../../../src/plan/plan.ts'
import { orderBy, planCount, planList } from '../../../src/planner/planner.ts'
import { visibilityOf } from '../../../src/planner/visibility.ts'
import { anonymous } from '../../../src/core/viewer.ts'
import { post } from '../../support/resources.ts'

const stock = [
  { name: 'type_status_date', columns: ['post_type', 'post_status', 'post_date', 'id'], isFulltext: false },
  { name: 'type_status_author', columns: ['post_type', 'post_status', 'post_author'], isFulltext: false },
  { name: 'post_author', columns: ['post_author'], isFulltext: false },
  { name: 'words', columns: ['post_title', 'post_excerpt', 'post_content'], isFulltext: true },
]
const indexesOf = (indexes: typeof stock) =>
  createIndexes(wordpress('wp_'), { indexes: new Map([['wp_posts', indexes]]) })

const factsOf = (size: number | null = null, posts = 1_000_000, indexes = stock): Facts => ({
  posts,
  ofKind: posts,
  indexes: indexesOf(indexes),
  // The filters that are asked for stand behind type and status
  sizes: new Map(size === null ? [] : [[2, size]]),
})

const front: Page = { kind: 'keyset', after: null, before: null, direction: 'forward', limit: 21 }
const offset = (rows: number): Page => ({ kind: 'offset', offset: rows, limit: 20 })
const category: Filter = { kind: 'term', taxonomy: 'category', by: 'taxonomy_id', values: [7] }
const author: Filter = { kind: 'in', column: 'author_id', values: [7] }

const planOf = (page: Page, filters: readonly Filter[] = [], column = 'created_at') =>
  planList(post, {
    visible: visibilityOf(post, anonymous),
    columns: ['id'],
    filters,
    order: orderBy(column, true),
    page,
  })

const waysOf = (plan: ReturnType<typeof planOf>, facts: Facts) =>
  stepsOf(plan, facts).map((step) => `${step.name} ${step.class} ${step.access?.kind ?? 'as written'}`)

describe('the way to the rows of a list', () => {
  it('is the index in its order', () => {
    assert.deepEqual(waysOf(planOf(front), factsOf()), ['posts.by-date indexed in-order'])
    assert.deepEqual(waysOf(planOf(offset(0)), factsOf()), ['posts.by-date indexed in-order'])
    assert.deepEqual(waysOf(planOf(offset(101)), factsOf()), ['posts.by-date-ids indexed ids-first'])
    assert.deepEqual(waysOf(planOf(offset(50_001)), factsOf()), ['posts.by-date-ids scan ids-first'])
    assert.deepEqual(waysOf(planOf(offset(0), [], 'author_id'), factsOf()), [
      'posts.in-order indexed in-order',
    ])
    assert.deepEqual(waysOf(planOf(offset(0), [], 'id'), factsOf()), ['posts.by-id indexed as written'])
    assert.deepEqual(waysOf(planOf(offset(0), [], 'modified_at'), factsOf()), [
      'posts.sorted scan as written',
    ])
    // The beginnings of texts have no order
    assert.deepEqual(waysOf(planOf(offset(0), [], 'title'), factsOf()), ['posts.sorted scan as written'])
    assert.deepEqual(waysOf(planOf(front), factsOf(null, 1_000_000, [])), ['posts.sorted scan as written'])
  })

  it('begins with what few posts have, and with the date where many have it', () => {
    const window = 'posts.date-first indexed window'
    assert.deepEqual(waysOf(planOf(front, [category]), factsOf(2500)), [
      'posts.term-first indexed filter-first',
    ])
    assert.deepEqual(waysOf(planOf(front, [category]), factsOf(30_000)), [
      window,
      'posts.term-first scan filter-first',
    ])
    assert.deepEqual(waysOf(planOf(front, [category]), factsOf(500_000)), [
      window,
      window,
      'posts.filtered scan ids-first',
    ])
    assert.deepEqual(waysOf(planOf(offset(200_000), [category]), factsOf(500_000)), [
      'posts.filtered scan ids-first',
    ])
    assert.deepEqual(waysOf(planOf(front, [author]), factsOf(2500)), [
      'posts.author-first indexed filter-first',
    ])
    const none: Filter = { kind: 'none', filters: [category] }
    assert.deepEqual(waysOf(planOf(front, [none]), factsOf()), [
      window,
      window,
      'posts.filtered scan ids-first',
    ])
  })

  it('is an index of the owner where it answers everything', () => {
    const own = {
      name: 'by_author',
      columns: ['post_type', 'post_status', 'post_author', 'post_date', 'id'],
      isFulltext: false,
    }
    const [step] = stepsOf(planOf(front, [author]), factsOf(50_000, 1_000_000, [...stock, own]))
    assert.deepEqual(step, {
      name: 'posts.by-date',
      class: 'indexed',
      access: { kind: 'in-order', index: 'by_author' },
    })
  })

  it('is left to the server where the table is small', () => {
    assert.deepEqual(waysOf(planOf(offset(100), [category]), factsOf(2500, 5000)), [
      'posts.list indexed as written',
    ])
    assert.deepEqual(waysOf(planOf(offset(0), [], 'title'), factsOf(null, 5000)), [
      'posts.list indexed as written',
    ])
  })

  it('is no scan where all posts together are few', () => {
    assert.deepEqual(waysOf(planOf(offset(0), [], 'title'), factsOf(null, 20_000)), [
      'posts.sorted indexed as written',
    ])
  })
})

describe('the way to a total', () => {
  const wayOf = (filters: readonly Filter[], facts: Facts) => {
    const step = countStepOf(planCount(planOf(front, filters)), facts)
    return `${step.name} ${step.class} ${step.access?.kind ?? 'as written'}`
  }

  it('is the index that has all that is asked, or what few posts have', () => {
    assert.equal(wayOf([], factsOf()), 'posts.count indexed in-order')
    assert.equal(wayOf([category], factsOf(2500)), 'posts.count-filtered indexed as written')
    assert.equal(wayOf([category], factsOf(500_000)), 'posts.count-filtered indexed in-order')
    assert.equal(wayOf([category, author], factsOf(500_000)), 'posts.count-filtered scan in-order')
    const search: Filter = {
      kind: 'search',
      columns: ['title'],
      words: [{ text: 'x', excluded: false, match: 'part' }],
    }
    assert.equal(wayOf([search], factsOf()), 'posts.count-search scan as written')
  })
})
