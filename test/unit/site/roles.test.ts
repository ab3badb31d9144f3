// Roles and capabilities, as rows of a real installation hold them, and as rows that are broken do.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { parsePhpValue, type PhpValue } from '../../../src/database/php-value.ts'
import {
  capabilitiesOf,
  mergedCapabilities,
  ownCapabilities,
  parseRoles,
  rolesOf,
} from '../../../src/site/roles.ts'

const roles = parseRoles(
  parsePhpValue(
    'a:3:{s:6:"author";a:2:{s:4:"name";s:6:"Author";s:12:"capabilities";a:10:{s:12:"upload_files";b:1;' +
      's:10:"edit_posts";b:1;s:20:"edit_published_posts";b:1;s:13:"publish_posts";b:1;s:4:"read";b:1;s:7:"level_2";b:1;' +
      's:7:"level_1";b:1;s:7:"level_0";b:1;s:12:"delete_posts";b:1;s:22:"delete_published_posts";b:1;}}' +
      's:10:"subscriber";a:2:{s:4:"name";s:10:"Subscriber";s:12:"capabilities";a:2:{s:4:"read";b:1;s:7:"level_0";b:1;}}' +
      's:5:"muted";a:2:{s:4:"name";s:5:"Muted";s:12:"capabilities";a:2:{s:4:"read";b:0;s:10:"edit_posts";i:0;}}}',
  ),
)
const max = parsePhpValue(
  'a:4:{s:10:"subscriber";b:1;s:6:"author";b:1;s:18:"read_private_pages";b:1;s:17:"moderate_comments";b:0;}',
)
const entries = (...names: readonly string[]): PhpValue => new Map(names.map((name) => [name, true]))

describe('parseRoles', () => {
  it('reads the roles and what each allows', () => {
    assert.deepEqual([...roles.keys()], ['author', 'subscriber', 'muted'])
    assert.equal(roles.get('author')?.size, 10)
    assert.deepEqual(
      [...(roles.get('muted') ?? [])],
      [
        ['read', false],
        ['edit_posts', false],
      ],
    )
  })

  it('makes of what is broken what can be made of it', () => {
    for (const value of [null, '', 1, true, new Map([['author', 'x']])])
      assert.equal(parseRoles(value).size, 0)
    assert.deepEqual(
      parseRoles(new Map([['odd', new Map([['capabilities', 'x']])]])),
      new Map([['odd', new Map()]]),
    )
  })
})

describe('what a user may do', () => {
  it('is what all roles allow, and the own entries', () => {
    assert.deepEqual(rolesOf(roles, max), ['subscriber', 'author'])
    const expected = [
      ['read', true],
      ['level_0', true],
      ['upload_files', true],
      ['edit_posts', true],
      ['edit_published_posts', true],
      ['publish_posts', true],
      ['level_2', true],
      ['level_1', true],
      ['delete_posts', true],
      ['delete_published_posts', true],
      ['subscriber', true],
      ['author', true],
      ['read_private_pages', true],
      ['moderate_comments', false],
    ]
    assert.deepEqual([...mergedCapabilities(roles, max)], expected)
    assert.deepEqual(
      [...capabilitiesOf(roles, max)],
      expected.filter(([, allowed]) => allowed).map(([name]) => name),
    )
  })

  it('is what the last role says, and then what the user is denied', () => {
    assert(!capabilitiesOf(roles, entries('author', 'muted')).has('read'))
    assert(capabilitiesOf(roles, entries('muted', 'author')).has('read'))
    const denied = new Map([
      ['author', true],
      ['edit_posts', false],
    ])
    assert(!capabilitiesOf(roles, denied).has('edit_posts'))
    assert(capabilitiesOf(roles, denied).has('publish_posts'))
  })

  it('is the own entries alone where no role is known', () => {
    assert.deepEqual([...capabilitiesOf(roles, entries('curator', 'edit_posts'))], ['curator', 'edit_posts'])
    assert.deepEqual(rolesOf(roles, entries('curator')), [])
  })

  it('counts a role by its name, as WordPress does, even where it is false', () => {
    const own = new Map([['subscriber', false]])
    assert.deepEqual(rolesOf(roles, own), ['subscriber'])
    assert.deepEqual([...capabilitiesOf(roles, own)], ['read', 'level_0'])
  })

  it('takes for true what PHP does', () => {
    const own = parsePhpValue(
      'a:9:{s:1:"a";i:1;s:1:"b";i:0;s:1:"c";s:1:"1";s:1:"d";s:1:"0";s:1:"e";s:0:"";s:1:"f";N;s:1:"g";d:0;s:1:"h";a:0:{}s:1:"i";s:2:"no";}',
    )
    assert.deepEqual([...capabilitiesOf(roles, own)], ['a', 'c', 'i'])
  })

  it('is nothing for a user without entries, or with broken ones', () => {
    for (const own of [null, '', 1, true, 'a:0:{}', new Map()]) {
      assert.equal(capabilitiesOf(roles, own).size, 0)
      assert.equal(ownCapabilities(own).size, 0)
    }
  })

  it('never throws, and allows nothing that is said nowhere', () => {
    const { value } = fc.letrec<{ readonly value: PhpValue }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 3 },
        fc.constantFrom<PhpValue>(null, true, false, '', '0', 'author', 0, 1, Number.NaN),
        fc
          .array(fc.tuple(fc.constantFrom('author', 'capabilities', 'read', 'x', '__proto__'), tie('value')))
          .map((pairs): PhpValue => new Map(pairs)),
      ),
    }))
    fc.assert(
      fc.property(value, value, (option, own) => {
        const known = parseRoles(option)
        const said = new Set(ownCapabilities(own).keys())
        for (const role of known.values()) for (const name of role.keys()) said.add(name)
        for (const name of capabilitiesOf(known, own)) assert(said.has(name))
      }),
    )
  })
})
