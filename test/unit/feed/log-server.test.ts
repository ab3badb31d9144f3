// The server that has written an event: the event's position counts in its log.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { wrote, type LogServer } from '../../../src/feed/log-server.ts'

const uuid = '3e11fa47-71ca-11e1-9e33-c80aa9429562'
const group = 'aaaaaaaa-aaaa-aaaa-aaaa-aaaaaaaaaaaa'
const mysql: LogServer = { name: '', id: '7', uuids: [uuid, group] }
const mariadb: LogServer = { name: '', id: '7', uuids: [] }

for (const [server, serverId, gtid, isIts] of [
  [mysql, '7', null, true],
  [mysql, '8', null, false],
  [mysql, '7', `${uuid}:23`, true],
  [mysql, '7', `${uuid.toUpperCase()}:tag:23`, true],
  [mysql, '7', `${group}:23`, true],
  // A copy of the server's files has its id
  [mysql, '7', `${uuid.replace('3e11', '4e11')}:23`, false],
  [mysql, '8', `${uuid}:23`, false],
  [mariadb, '7', '0-7-5', true],
  [mariadb, '8', '0-8-5', false],
] as const)
  it(`an event of server ${serverId} with the GTID ${gtid} is ${isIts ? '' : 'not '}of the server ${server.id} (${server.uuids.length} UUIDs)`, () => {
    assert.equal(wrote(server, { serverId, gtid }), isIts)
  })
