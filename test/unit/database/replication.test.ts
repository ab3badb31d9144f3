// States of replication, in the words of each server.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseReplication } from '../../../src/database/replication.ts'

const mariadb = (reads: string, applies: string, behind: number | null) => ({
  Slave_IO_Running: reads,
  Slave_SQL_Running: applies,
  Seconds_Behind_Master: behind,
})

describe('parseReplication', () => {
  it('says of a server without a source that it is none', () => {
    assert.deepEqual(parseReplication([]), { kind: 'none' })
  })

  it('reads the words of MySQL and of MariaDB', () => {
    const mysql = { Replica_IO_Running: 'Yes', Replica_SQL_Running: 'Yes', Seconds_Behind_Source: '3' }
    const behind = { kind: 'replica', isRunning: true, lagMs: 3000 }
    assert.deepEqual(parseReplication([mysql]), behind)
    assert.deepEqual(parseReplication([mariadb('Yes', 'Yes', 3)]), behind)
  })

  it('says of one that hears or repeats nothing that it does not run', () => {
    const stopped = { kind: 'replica', isRunning: false, lagMs: null }
    assert.deepEqual(parseReplication([mariadb('Connecting', 'Yes', null)]), stopped)
    assert.deepEqual(parseReplication([mariadb('Yes', 'No', null)]), stopped)
  })

  it('counts the slowest of several sources, and one that stands still as all', () => {
    const slow = [mariadb('Yes', 'Yes', 1), mariadb('Yes', 'Yes', 9)]
    assert.deepEqual(parseReplication(slow), { kind: 'replica', isRunning: true, lagMs: 9000 })
    const stopped = [mariadb('Yes', 'Yes', 1), mariadb('No', 'Yes', null)]
    assert.deepEqual(parseReplication(stopped), { kind: 'replica', isRunning: false, lagMs: null })
  })
})
