// Lists are ordered and filtered by the site's local time, as it is stored, also around the hours that a change of clocks
// repeats or leaves out.
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import { at, list, onEveryDatabase } from '../support/gateway.ts'
import { insertPosts } from '../support/rows.ts'

const posts = '/cms-json/cms/v2/posts'

/** In Vienna clocks go from 03:00 back to 02:00 on 2024-10-27, and from 02:00 on to 03:00 on 2024-03-31. */
const stored = [
  // A time in UTC that no clock of the site showed
  { ID: 6000, post_date: '2024-03-31 04:30:00', post_date_gmt: '2024-03-31 02:30:00' },
  { ID: 6001, post_date: '2024-10-27 01:30:00', post_date_gmt: '2024-10-26 23:30:00' },
  // The same hour twice: the later one has the lower id
  { ID: 6003, post_date: '2024-10-27 02:30:00', post_date_gmt: '2024-10-27 00:30:00' },
  { ID: 6002, post_date: '2024-10-27 02:30:00', post_date_gmt: '2024-10-27 01:30:00' },
  // Earlier than that in UTC alone
  { ID: 6004, post_date: '2024-10-27 02:45:00', post_date_gmt: '2024-10-27 00:45:00' },
  { ID: 6005, post_date: '2024-10-27 03:30:00', post_date_gmt: '2024-10-27 02:30:00' },
  // A time that no clock showed
  { ID: 6006, post_date: '2024-03-31 02:30:00', post_date_gmt: '2024-03-31 01:30:00' },
  { ID: 6007, post_date: '2024-03-31 03:15:00', post_date_gmt: '2024-03-31 01:15:00' },
]

onEveryDatabase('times around a change of clocks', (on) => {
  before(async () => {
    const { database } = on()
    await database.execute(
      `update wp_options set option_value = 'Europe/Vienna' where option_name = 'timezone_string'`,
    )
    await insertPosts(
      database,
      stored.map(({ ID, post_date, post_date_gmt }) => ({
        ID,
        post_date,
        post_date_gmt,
        post_modified: post_date,
        post_modified_gmt: post_date_gmt,
      })),
    )
  })
  const get = async (query: string) => list((await on().gateway.get(`${posts}?per_page=100&${query}`)).json)
  const ids = async (query: string) => (await get(query)).map((item) => at(item, 'id'))
  const autumn = 'after=2024-10-26T12:00:00&before=2024-10-28T00:00:00'

  it('rest-times/1 order lists as clocks showed them, and equal times by their ids', async () => {
    assert.deepEqual(await ids(`${autumn}&order=asc`), [6001, 6002, 6003, 6004, 6005])
    assert.deepEqual(await ids(autumn), [6005, 6004, 6003, 6002, 6001])
    assert.deepEqual(await ids(`${autumn}&orderby=modified&order=asc`), [6001, 6002, 6003, 6004, 6005])
    const spring = 'after=2024-03-31T00:00:00&before=2024-04-01T00:00:00'
    assert.deepEqual(await ids(`${spring}&order=asc`), [6006, 6007, 6000])
  })

  it('rest-times/2 choose by what clocks showed at an instant', async () => {
    assert.deepEqual(
      await ids('after=2024-10-27T02:30:00&before=2024-10-28T00:00:00&order=asc'),
      [6004, 6005],
    )
    // 00:40 in UTC is 02:40 for the first time: what was written at 01:30 in UTC is before it, by the clock
    assert.deepEqual(
      await ids('after=2024-10-27T00:40:00Z&before=2024-10-28T00:00:00&order=asc'),
      [6004, 6005],
    )
    // 01:40 is 02:40 again
    assert.deepEqual(
      await ids('after=2024-10-27T01:40:00Z&before=2024-10-28T00:00:00&order=asc'),
      [6004, 6005],
    )
    // 02:30 was left out on that night: it is 03:30
    assert.deepEqual(
      await ids('after=2024-03-31T00:00:00&before=2024-03-31T02:30:00&order=asc'),
      [6006, 6007],
    )
    assert.deepEqual(
      await ids('modified_after=2024-03-31T02:10:00&before=2024-04-01T00:00:00&order=asc'),
      [6007, 6000],
    )
    // What a zone of its own says is an instant, too: 03:00 by the clock
    assert.deepEqual(
      await ids('modified_after=2024-10-27T04:00:00%2B02:00&before=2024-10-28T00:00:00'),
      [6005],
    )
  })

  it('rest-times/3 are shown as the clock had them, and UTC as if it had had that, too', async () => {
    const shown = (await get('include=6002,6003,6006,6000&orderby=include')).map((item) => [
      at(item, 'date'),
      at(item, 'date_gmt'),
    ])
    assert.deepEqual(shown, [
      ['2024-10-27T02:30:00', '2024-10-27T01:30:00'],
      ['2024-10-27T02:30:00', '2024-10-27T00:30:00'],
      ['2024-03-31T03:30:00', '2024-03-31T01:30:00'],
      ['2024-03-31T04:30:00', '2024-03-31T03:30:00'],
    ])
  })

  it('rest-times/4 count on beyond the last day, hour and second, and end with the years of four digits', async () => {
    const sameAs = {
      '2024-02-30T24:00:60': '2024-03-02T00:01:00',
      '2024-03-00T00:00:00Z': '2024-02-29T00:00:00Z',
    }
    for (const [given, same] of Object.entries(sameAs))
      for (const bound of ['after', 'before', 'modified_after', 'modified_before'])
        assert.deepEqual(await ids(`${bound}=${given}`), await ids(`${bound}=${same}`), `${bound}=${given}`)
    for (const last of ['9999-12-31T23:59:59', '9999-12-31T23:59:60', '9999-12-31T23:59:59-12:00'])
      assert.deepEqual(await ids(`after=${last}`), [], last)
    for (const first of ['0000-00-00T00:00:00', '0000-02-29T00:00:00%2B12:00'])
      assert.deepEqual(await ids(`before=${first}`), [], first)
  })
})
