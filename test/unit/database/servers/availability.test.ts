// The known state of a database follows its checks, however they coincide.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Observation } from '../../../../src/core/observation.ts'
import { Availability, DatabaseLost } from '../../../../src/database/servers/availability.ts'
import { storedColumns } from '../../../support/stored-columns.ts'
import type { Server } from '../../../../src/database/engine.ts'

const found: Server = { name: 'MariaDB 10.11', tables: new Map(), indexes: new Map(), keys: new Map() }

/** A database whose looks end when the test says how. */
function open() {
  const looks: PromiseWithResolvers<Server>[] = []
  const said: Observation['kind'][] = []
  const inspect = () => {
    const look = Promise.withResolvers<Server>()
    looks.push(look)
    return look.promise
  }
  const accepted: Server[] = []
  const availability = new Availability(
    { inspect },
    (server) => void accepted.push(server),
    ({ kind }) => said.push(kind),
  )
  return { availability, looks, said, accepted }
}

describe('Availability', () => {
  it('looks once for all who ask meanwhile, and tells them the same', async () => {
    const { availability, looks } = open()
    const both = [availability.look(), availability.look()]
    const problem = new Error('not there')
    looks[0]?.reject(problem)
    assert.deepEqual(await Promise.all(both), [problem, problem])
    assert.equal(looks.length, 1)
  })

  it('goes on using what is doubted until a look fails, and looks once for many doubts', async (context) => {
    // It would look again in the meantime, if the machine stood still for a moment
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const { availability, looks, said } = open()
    const first = availability.look()
    looks[0]?.resolve(found)
    assert.equal(await first, null)
    availability.doubt()
    availability.doubt()
    assert.equal(looks.length, 2)
    assert.equal(availability.server, found)
    looks[1]?.reject(new Error('gone'))
    await setImmediate()
    assert.equal(availability.server, null)
    availability.doubt()
    assert.equal(looks.length, 2)
    availability.stop()
    assert.deepEqual(said, ['database-found', 'database-lost'])
  })

  it('accepts again only what is otherwise than it was, and looks for what went away', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const { availability, looks, said, accepted } = open()
    const whole = { ...found, tables: new Map([['wp_posts', storedColumns('id', 'title')]]) }
    const part = { ...found, tables: new Map([['wp_posts', storedColumns('id')]]) }
    const answer = async (server: Server | Error) => {
      const look = looks.at(-1)
      if (server instanceof Error) look?.reject(server)
      else look?.resolve(server)
      await setImmediate()
    }
    void availability.look()
    await answer(whole)
    availability.doubt()
    await answer(structuredClone(whole))
    assert.deepEqual([accepted, said], [[whole], ['database-found']])
    // A column is gone, and comes back
    void availability.look()
    await answer(part)
    assert.equal(availability.server, part)
    context.mock.timers.tick(1000)
    await answer(part)
    context.mock.timers.tick(1999)
    assert.equal(looks.length, 4)
    context.mock.timers.tick(1)
    assert.equal(looks.length, 5)
    await answer(whole)
    assert.equal(availability.server, whole)
    context.mock.timers.tick(1_000_000)
    assert.equal(looks.length, 5)
    // Gone while it was looked for what is missing
    void availability.look()
    await answer(part)
    context.mock.timers.tick(1000)
    await answer(new Error('gone'))
    assert.equal(availability.server, null)
    context.mock.timers.tick(250)
    await answer(whole)
    assert.equal(availability.server, whole)
    availability.stop()
  })

  it('does not take the order of names, or a role that is not known, for another server', async () => {
    const { availability, looks, accepted } = open()
    const answer = async (server: Server) => {
      const look = availability.look()
      looks.at(-1)?.resolve(server)
      assert.equal(await look, null)
      return accepted.length
    }
    const listed = (tables: readonly string[], columns: readonly string[]) => ({
      ...found,
      tables: new Map(tables.map((table) => [table, storedColumns(...columns)])),
    })
    const server = listed(['wp_posts', 'wp_users'], ['id', 'title'])
    const reversed = listed(['wp_users', 'wp_posts'], ['title', 'id'])
    assert.equal(await answer({ ...server, replication: 'unknown' }), 1)
    assert.equal(await answer({ ...reversed, replication: 'none' }), 1)
    assert.equal(await answer({ ...server, replication: 'unknown' }), 1)
    assert.equal(await answer({ ...reversed, replication: 'replica' }), 2)
    const other = listed(['wp_posts', 'wp_users'], ['id', 'name'])
    assert.equal(await answer({ ...other, replication: 'replica' }), 3)
    availability.stop()
  })

  it('looks for what was lost at least every two seconds, and at once where the change feed hears of it', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const { availability, looks } = open()
    const fail = async () => {
      looks.at(-1)?.reject(new Error('gone'))
      await setImmediate()
    }
    availability.lookAgain('gone')
    for (let times = 1; times <= 8; times += 1) {
      context.mock.timers.tick(2000)
      assert.equal(looks.length, times)
      await fail()
    }
    availability.lookNow()
    assert.equal(looks.length, 9)
    availability.stop()
    // A look that is not answered would be waited for
    await fail()
  })

  it('ends queries that run when the database is lost', async () => {
    const { availability, looks } = open()
    void availability.look()
    looks[0]?.resolve(found)
    await setImmediate()
    const query = new AbortController()
    const running = availability.during(60_000, query, async () => {
      await once(query.signal, 'abort')
      throw query.signal.reason
    })
    availability.doubt()
    looks[1]?.reject(new Error('gone'))
    await assert.rejects(running, DatabaseLost)
    availability.stop()
  })

  it('takes nothing that is found after it was stopped', async () => {
    const { availability, looks, said } = open()
    const look = availability.look()
    availability.stop()
    looks[0]?.resolve(found)
    assert.notEqual(await look, null)
    assert.equal(availability.server, null)
    assert.deepEqual(said, [])
  })
})
