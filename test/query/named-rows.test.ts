// Lists that are filtered by rows of a plug-in's table: the plans by which they are read, and the rows that servers examine.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { isFailure } from '../../src/core/failure.ts'
import { anonymous } from '../../src/core/viewer.ts'
import type { Filter } from '../../src/database/filter.ts'
import { orderBy, planCount, planList } from '../../src/planner/planner.ts'
import { visibilityOf } from '../../src/planner/visibility.ts'
import { testDatabases, type TestDatabase } from '../support/databases.ts'
import { numbersTo } from '../support/large-table.ts'
import { watch, type Watch } from '../support/reading.ts'
import { post } from '../support/resources.ts'
import { createTranslations } from '../support/wpml.ts'

const posts = 30_000

/** A post a minute, every third in French, and one of the oldest in Latin. */
const fill = `${numbersTo(posts)}
  insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_title, post_status, post_type)
    select n, 1, moment, moment, concat('Post ', n), 'publish', 'post'
      from (select n, '2010-01-01 00:00:00' + interval n minute as moment from numbers) made;
  insert into wp_icl_translations (translation_id, element_type, element_id, trid, language_code)
    select n, 'post_post', n, n, case when n = 7 then 'la' when n % 3 = 0 then 'fr' else 'en' end from numbers;
  analyze table wp_posts, wp_icl_translations`

const inLanguage = (...values: readonly string[]): Extract<Filter, { readonly kind: 'plug-in' }> => ({
  kind: 'plug-in',
  table: 'icl_translations',
  id: 'element_id',
  column: 'id',
  where: { element_type: ['post_post'] },
  by: 'language_code',
  values,
})

const planned = (filter: Filter) =>
  planList(post, {
    visible: visibilityOf(post, anonymous),
    columns: ['id', 'title'],
    filters: [filter],
    order: orderBy('created_at', true),
    page: { kind: 'offset', offset: 0, limit: 10 },
  })

for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite'))
  describe(`filters by rows of a plug-in's table on ${kind.name}`, () => {
    let database: TestDatabase
    let watched: Watch
    before(async () => {
      database = await kind.create({ seed: 'empty' })
      await createTranslations(database)
      await database.execute(fill)
      watched = await watch(database.url)
    })
    after(async () => {
      await watched.close()
      await database.drop()
    })

    const cases = [
      { of: 'a language of many', code: 'fr', first: 30_000, plans: ['posts.date-first'], most: 2500 },
      {
        of: 'a language of one',
        code: 'la',
        first: 7,
        plans: ['posts.date-first', 'posts.date-first', 'posts.filtered'],
        most: 100_000,
      },
    ]
    for (const { of, code, first, plans, most } of cases)
      it(`by ${of} examine what their ways take`, async (test) => {
        const read = () => watched.read((reading) => reading.list(planned(inLanguage(code))))
        // How many there are is asked once for a while
        await read()
        const { value, examined, plans: names } = await read()
        test.diagnostic(`${examined} rows examined by ${names.join(', ')}`)
        assert(!isFailure(value))
        assert.equal(Number(value.rows[0]?.['id']), first)
        assert.deepEqual(names, plans)
        assert(examined <= most, `${examined} rows examined`)
      })

    it('are counted, and hold for any of several values', async (test) => {
      const total = (filter: Filter) => watched.read((reading) => reading.total(planCount(planned(filter))))
      const { value, examined } = await total(inLanguage('fr', 'la'))
      test.diagnostic(`${examined} rows examined`)
      assert.deepEqual(value, { count: 10_001, isBounded: false })
      const none = await total({ kind: 'none', filters: [inLanguage('fr', 'en')] })
      assert.deepEqual(none.value, { count: 1, isBounded: false })
    })

    it('name no row where the database lacks the table', async () => {
      const { value } = await watched.read((reading) =>
        reading.list(
          planned({ ...inLanguage('fr'), table: 'redirection_groups', id: 'id', where: {}, by: 'name' }),
        ),
      )
      assert(!isFailure(value))
      assert.deepEqual(value.rows, [])
    })

    it('are refused by columns that no feed follows', async () => {
      const wrong = { ...inLanguage('fr'), by: 'source_language_code' }
      await assert.rejects(
        watched.read((reading) => reading.list(planned(wrong))),
        /no feed follows icl_translations.source_language_code/,
      )
    })
  })
