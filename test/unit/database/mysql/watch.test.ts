// Connections that are out are given up when they are late, and forgotten when they are back or gone.
import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import { Watch } from '../../../../src/database/mysql/watch.ts'

class Connection extends EventEmitter {
  destroyed = 0
  readonly destroy = () => void (this.destroyed += 1)
}

describe('the watch over connections', () => {
  it('gives up one that is late, and keeps nothing of it', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const watch = new Watch<Connection>(100)
    const connection = new Connection()
    watch.begin(connection)
    context.mock.timers.tick(99)
    assert.deepEqual([connection.destroyed, watch.size], [0, 1])
    context.mock.timers.tick(1)
    assert.deepEqual([connection.destroyed, watch.size], [1, 0])
  })

  it('leaves alone one that came back, went on to the next, or broke by itself', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const watch = new Watch<Connection>(100)
    const [back, passed, ended, broken] = [
      new Connection(),
      new Connection(),
      new Connection(),
      new Connection(),
    ]
    for (const connection of [back, passed, ended, broken]) watch.begin(connection)
    context.mock.timers.tick(60)
    watch.end(back)
    watch.begin(passed)
    ended.emit('end')
    broken.emit('error', new Error('gone'))
    assert.equal(watch.size, 1)
    context.mock.timers.tick(60)
    assert.deepEqual(
      [back, passed, ended, broken].map(({ destroyed }) => destroyed),
      [0, 0, 0, 0],
    )
    context.mock.timers.tick(40)
    assert.equal(passed.destroyed, 1)
    assert.equal(watch.size, 0)
  })

  it('listens once to a connection, however often it is out', () => {
    const watch = new Watch<Connection>(100)
    const connection = new Connection()
    for (let nth = 0; nth < 20; nth += 1) {
      watch.begin(connection)
      watch.end(connection)
    }
    assert.deepEqual([connection.listenerCount('end'), connection.listenerCount('error')], [1, 1])
  })

  it('watches none once it is stopped', (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] })
    const watch = new Watch<Connection>(100)
    const connection = new Connection()
    watch.begin(connection)
    watch.stop()
    context.mock.timers.tick(200)
    assert.equal(connection.destroyed, 0)
  })
})
