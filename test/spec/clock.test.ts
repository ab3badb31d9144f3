// Answers that show what the clock changes end when it does, and no others: how far the site is ahead of UTC,
// days, minutes and years.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { at, onEveryDatabase, startTestGateway } from '../support/gateway.ts'
import { activate, setOption } from '../support/plugins.ts'

const v2 = '/cms-json/cms/v2'
const graphql = `/graphql?query=${encodeURIComponent('{ settings { gmtOffset } }')}`

onEveryDatabase('answers that the clock changes', (on) => {
  it('clock/1 end when the zone of the site changes its offset', async (test) => {
    const { database } = on()
    await database.execute(
      `update wp_options set option_value = 'Europe/Berlin' where option_name = 'timezone_string'`,
    )
    await database.execute(`update wp_posts set post_modified_gmt = '0000-00-00 00:00:00' where ID = 228`)
    const [local] = await database.execute('select post_modified as modified from wp_posts where ID = 228')
    const modifiedAt = Date.parse(`${String(local?.['modified']).replace(' ', 'T')}Z`)
    test.mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-29T00:59:59Z') })
    const gateway = await startTestGateway(database, { cacheBlindLifeMs: 3_600_000 })
    const used = () =>
      gateway.observed.flatMap((each) => (each.kind === 'request' ? [each.cache] : [])).at(-1)
    const read = async (path: string, ...within: readonly (string | number)[]) => {
      const { json } = await gateway.get(path)
      return [used(), at(json, ...within)]
    }
    const offset = () => read('/cms-json/?_fields=gmt_offset', 'gmt_offset')
    const settings = () => read(graphql, 'data', 'settings', 'gmtOffset')
    // Never set, it is as far from the local time as the site is now
    const modified = async () => {
      const [cache, text] = await read(`${v2}/posts?include=228&_fields=modified_gmt`, 0, 'modified_gmt')
      return [cache, (modifiedAt - Date.parse(`${String(text)}Z`)) / 3_600_000]
    }
    const other = () => read(`${v2}/posts/229?_fields=id,modified_gmt,date_gmt`, 'id')
    for (const ask of [offset, settings, modified]) {
      assert.deepEqual(await ask(), ['miss', 1])
      assert.deepEqual(await ask(), ['hit', 1])
    }
    assert.deepEqual(await other(), ['miss', 229])
    test.mock.timers.setTime(Date.parse('2026-03-29T01:00:00Z'))
    for (const ask of [offset, settings, modified]) {
      assert.deepEqual(await ask(), ['miss', 2])
      assert.deepEqual(await ask(), ['hit', 2])
    }
    assert.deepEqual(await other(), ['hit', 229])
    await gateway.stop()
  })

  it('clock/2 are none that a date has passed of: who publishes what is scheduled is WordPress', async (test) => {
    const { database } = on()
    await database.execute(
      `update wp_posts set post_status = 'future', post_date = '2031-01-01 10:00:00',
         post_date_gmt = '2031-01-01 09:00:00' where ID = 201`,
    )
    test.mock.timers.enable({ apis: ['Date'], now: Date.parse('2031-01-01T08:59:00Z') })
    const gateway = await startTestGateway(database, { cacheBlindLifeMs: 3_600_000 })
    const list = `${v2}/posts?per_page=100&_fields=id`
    const { text } = await gateway.get(list)
    assert.doesNotMatch(text, /\b201\b/)
    test.mock.timers.setTime(Date.parse('2031-01-01T09:01:00Z'))
    assert.equal((await gateway.get(list)).text, text)
    assert.equal((await gateway.get(`${v2}/posts/201`)).status, 401)
    const uses = gateway.observed.flatMap((each) => (each.kind === 'request' ? [each.cache] : []))
    assert.deepEqual(uses.slice(0, 2), ['miss', 'hit'])
    await gateway.stop()
  })

  it('clock/3 show the days of a month, and which of them is today', async (test) => {
    const { database } = on()
    await database.execute(`update wp_posts set post_content = '<!-- wp:calendar /-->' where ID = 201`)
    await database.execute(
      `update wp_posts set post_status = 'publish', post_date = '2020-01-01 10:00:00',
         post_date_gmt = '2020-01-01 10:00:00' where ID = 201`,
    )
    await database.execute(`update wp_options set option_value = 'UTC' where option_name = 'timezone_string'`)
    test.mock.timers.enable({ apis: ['Date'], now: Date.parse('2031-01-31T23:50:00Z') })
    const gateway = await startTestGateway(database, { cacheBlindLifeMs: 3_600_000 })
    const used = () =>
      gateway.observed.flatMap((each) => (each.kind === 'request' ? [each.cache] : [])).at(-1)
    const read = async () => {
      const { text } = await gateway.get(`${v2}/posts/201?_fields=content`)
      return [used(), /<caption>([^<]*)/.exec(text)?.[1], /id=\\"today\\">(\d+)/.exec(text)?.[1]]
    }
    assert.deepEqual(await read(), ['miss', 'January 2031', '31'])
    assert.deepEqual(await read(), ['hit', 'January 2031', '31'])
    test.mock.timers.setTime(Date.parse('2031-02-01T00:00:00Z'))
    assert.deepEqual(await read(), ['miss', 'February 2031', '1'])
    await gateway.stop()
  })

  it('clock/4 say how long ago something was, until the minute ends', async (test) => {
    const { database } = on()
    await database.execute(
      `update wp_posts set post_status = 'publish', post_date = '2031-01-31 10:00:00', post_date_gmt = '2031-01-31 10:00:00',
         post_content = '<!-- wp:post-date {"format":"human-diff"} /-->' where ID = 201`,
    )
    await database.execute(`update wp_options set option_value = 'UTC' where option_name = 'timezone_string'`)
    test.mock.timers.enable({ apis: ['Date'], now: Date.parse('2031-01-31T10:05:10Z') })
    const gateway = await startTestGateway(database, { cacheBlindLifeMs: 3_600_000 })
    const read = async () => {
      const { text } = await gateway.get(`${v2}/posts/201?_fields=content`)
      const used = gateway.observed.flatMap((each) => (each.kind === 'request' ? [each.cache] : [])).at(-1)
      return [used, />([^<]*)<\/time>/.exec(text.replaceAll('\\', ''))?.[1]]
    }
    assert.deepEqual(await read(), ['miss', '5 minutes ago'])
    assert.deepEqual(await read(), ['hit', '5 minutes ago'])
    test.mock.timers.setTime(Date.parse('2031-01-31T10:06:00Z'))
    assert.deepEqual(await read(), ['miss', '6 minutes ago'])
    await gateway.stop()
  })

  it('clock/6 offer a form for comments until a post is too old for them', async (test) => {
    const { database } = on()
    await database.execute(
      `update wp_posts set post_status = 'publish', post_date = '2031-01-01 10:00:00', post_date_gmt = '2031-01-01 10:00:00',
         post_type = 'post', comment_status = 'open', post_content = '<!-- wp:post-comments-form /-->' where ID = 201`,
    )
    for (const [name, value] of [
      ['timezone_string', 'UTC'],
      ['close_comments_for_old_posts', '1'],
      ['close_comments_days_old', '14'],
    ] as const)
      await setOption(database, name, value)
    test.mock.timers.enable({ apis: ['Date'], now: Date.parse('2031-01-15T09:50:00Z') })
    const gateway = await startTestGateway(database, { cacheBlindLifeMs: 3_600_000 })
    const read = async () => {
      const { text } = await gateway.get(`${v2}/posts/201?_fields=content`)
      const used = gateway.observed.flatMap((each) => (each.kind === 'request' ? [each.cache] : [])).at(-1)
      return [used, text.includes('<form')]
    }
    assert.deepEqual(await read(), ['miss', true])
    assert.deepEqual(await read(), ['hit', true])
    test.mock.timers.setTime(Date.parse('2031-01-15T10:00:01Z'))
    assert.deepEqual(await read(), ['miss', false])
    await gateway.stop()
    // What the zone is now does not matter
    await database.execute(`update wp_posts set post_date = '2029-01-01 10:00:00' where ID = 201`)
    test.mock.timers.setTime(Date.parse('2031-01-15T09:50:00Z'))
    const later = await startTestGateway(database)
    assert.match((await later.get(`${v2}/posts/201?_fields=content`)).text, /<form/)
    await later.stop()
  })

  it('clock/5 have the year in heads of plug-ins, where the site is', async (test) => {
    const { database } = on()
    await activate(database, 'wordpress-seo')
    await setOption(database, 'wpseo_titles', { 'title-post': '%%currentyear%%' })
    await database.execute(
      `update wp_options set option_value = 'Europe/Berlin' where option_name = 'timezone_string'`,
    )
    test.mock.timers.enable({ apis: ['Date'], now: Date.parse('2030-12-31T22:59:00Z') })
    const gateway = await startTestGateway(database, { cacheBlindLifeMs: 3_600_000 })
    const title = async () =>
      at((await gateway.get(`${v2}/posts/228?_fields=yoast_head_json`)).json, 'yoast_head_json', 'title')
    assert.equal(await title(), '2030')
    test.mock.timers.setTime(Date.parse('2030-12-31T23:00:00Z'))
    assert.equal(await title(), '2031')
    await gateway.stop()
  })
})
