// What is known of a database follows the looks at it, however they fall together.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import type { Observation } from '../../../src/core/observation.ts'
import { Availability } from '../../../src/database/availability.ts'
import type { Server } from '../../../src/database/engine.ts'

const found: Server = { name: 'MariaDB 10.11', tables: new Map(), indexes: new Map() }

/** A database whose looks end when the test says how. */
function open() {
  const looks: PromiseWithResolvers<Server>[] = []
  const said: Observation['kind'][] = []
  const inspect = () => {
    const look = Promise.withResolvers<Server>()
    looks.push(look)
    return look.promise
  }
  const availability = new Availability(
    { inspect },
    () => {},
    ({ kind }) => said.push(kind),
  )
  return { availability, looks, said }
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

  it('goes on using what is doubted until a look fails, and looks once for many doubts', async () => {
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
