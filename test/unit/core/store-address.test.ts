// The forms in which a Valkey or Redis can be named.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseStoreAddress } from '../../../src/core/store-address.ts'

describe('the address of a Valkey', () => {
  for (const [text, kind, urls, name] of [
    ['redis://a.test', 'server', ['redis://a.test'], ''],
    ['rediss://me:p%40ss@a.test:7000/3', 'server', ['rediss://me:p%40ss@a.test:7000/3'], ''],
    ['redis+sentinel://a.test/main', 'sentinel', ['redis://a.test:26379'], 'main'],
    [
      'rediss+sentinel://me:secret@a.test,[::1]:7/main.1/2',
      'sentinel',
      ['rediss://me:secret@a.test:26379/2', 'rediss://me:secret@[::1]:7/2'],
      'main.1',
    ],
    ['redis+cluster://:s@a.test,b.test:7', 'cluster', ['redis://:s@a.test', 'redis://:s@b.test:7'], ''],
    ['redis+cluster://a.test/', 'cluster', ['redis://a.test'], ''],
    ['rediss://a.test?ssl-ca=/a/b.pem', 'server', ['rediss://a.test?ssl-ca=/a/b.pem'], ''],
    [
      'rediss+sentinel://a.test,b.test/main/2?ssl-cert=c&ssl-key=k',
      'sentinel',
      ['rediss://a.test:26379/2?ssl-cert=c&ssl-key=k', 'rediss://b.test:26379/2?ssl-cert=c&ssl-key=k'],
      'main',
    ],
    ['rediss+cluster://a.test?ssl-ca=c', 'cluster', ['rediss://a.test?ssl-ca=c'], ''],
  ] as const)
    it(`is read: ${text}`, () => assert.deepEqual(parseStoreAddress(text), { kind, urls, name }))

  for (const text of [
    'redis://',
    'redis://a.test,b.test:1/0',
    'redis://a.test/name',
    'redis://a.test?x=1',
    'rediss://a.test?x=1',
    'redis://a.test?ssl-ca=c',
    'rediss://a.test?ssl-cert=c',
    'http://a.test',
    'redis+sentinel://a.test',
    'redis+sentinel://a.test/main/x',
    'redis+sentinel://a.test,/main',
    'redis+sentinel://a.test:x/main',
    'redis+cluster://a.test/1',
    'redis+cluster://a.test#x',
    'redis+other://a.test',
    'a.test',
  ])
    it(`is refused: ${text}`, () => assert.equal(parseStoreAddress(text), null))
})
