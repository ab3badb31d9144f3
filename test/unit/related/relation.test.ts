// Relations joined: their reads begin together and wait for what they use alone, and an item depends on what it asked for.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fail, isFailure, type Failure } from '../../../src/core/failure.ts'
import type { Tag } from '../../../src/core/tag.ts'
import { anonymous } from '../../../src/core/viewer.ts'
import type { RelatedReads } from '../../../src/related/reads.ts'
import {
  noRelations,
  noUse,
  reached,
  useIn,
  type Page,
  type Part,
  type Relation,
} from '../../../src/related/relation.ts'

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
const page: Page = { reading, rows: [{ id: 7 }], viewer: anonymous }

interface NamesPart {
  readonly needs: { readonly names?: boolean }
  readonly found: { readonly names: Promise<string | Failure> }
  readonly needed: { readonly nameOf: (id: number) => string }
}

interface GreetingsPart {
  readonly needs: { readonly greetings?: boolean }
  readonly found: object
  readonly needed: { readonly greetingOf: (id: number) => string }
}

const namesFrom = (read: Promise<string | Failure>): Relation<Part, NamesPart> => ({
  unite: (needs) => ({ names: needs.some(({ names }) => names === true) }),
  columns: ({ names }) => (names ? ['name_id'] : []),
  read: () => ({
    found: { names: read },
    reach: reached(read, (name, use) => ({
      nameOf: (id) => {
        use.row('users', id)
        return name
      },
    })),
  }),
})

const greetings: Relation<NamesPart, GreetingsPart> = {
  unite: (needs) => ({ greetings: needs.some((need) => need.greetings === true) }),
  columns: (needs) => (needs.greetings && !needs.names ? ['greeting'] : []),
  read: (_page, _needs, { names }) => {
    const read = names.then((name) => (isFailure(name) ? name : `Hello, ${name}`))
    return { found: {}, reach: reached(read, (greeting) => ({ greetingOf: () => greeting })) }
  },
}

describe('relations', () => {
  const relations = noRelations.and(namesFrom(Promise.resolve('Ann'))).and(greetings)

  it('unite what values need, and name columns by the needs of all', () => {
    const needs = relations.unite([{ greetings: true }, {}, { names: true }])
    assert.deepEqual(needs, { names: true, greetings: true })
    assert.deepEqual(relations.columns(needs), ['name_id'])
    assert.deepEqual(relations.columns({ greetings: true }), ['greeting'])
  })

  it('use what those before them read', async () => {
    const reach = await relations.read(page, {}, {}).reach
    assert(!isFailure(reach))
    assert.equal(reach(noUse).greetingOf(7), 'Hello, Ann')
  })

  it('note for each item the rows that it asks for, and no others', async () => {
    const reach = await relations.read(page, {}, {}).reach
    assert(!isFailure(reach))
    const [one, other] = [new Set<Tag>(), new Set<Tag>()]
    reach(useIn(one)).nameOf(3)
    reach(useIn(other)).greetingOf(3)
    assert.deepEqual([...one], ['row:users:3'])
    assert.deepEqual([...other], [])
  })

  it('fail as a whole where one fails', async () => {
    const failing = noRelations.and(namesFrom(Promise.resolve(fail('database_unavailable')))).and(greetings)
    const reach = await failing.read(page, {}, {}).reach
    assert(isFailure(reach))
    assert.equal(reach.code, 'database_unavailable')
  })
})
