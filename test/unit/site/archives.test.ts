// Addresses of lists of types that no definition describes, from the patterns that WordPress keeps.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { archiveSeen } from '../../../src/site/archives.ts'
import { itemPaths } from '../../../src/site/seen-paths.ts'
import { createSite } from '../../../src/site/site.ts'

const rules = {
  'shop/things/?$': 'index.php?post_type=thing',
  'shop/things/page/([0-9]{1,})/?$': 'index.php?post_type=thing&paged=$matches[1]',
  'thing/([^/]+)(?:/([0-9]+))?/?$': 'index.php?thing=$matches[1]&page=$matches[2]',
  '.?.+?/?$': 'index.php?post_type=odd',
}

function siteWith(stored: string | null, structure = '/%postname%/') {
  const options = new Map([
    ['home', 'https://example.org'],
    ['permalink_structure', structure],
  ])
  const address = { brand: 'cms', publicUrl: 'https://api.example.org', tablePrefix: 'wp_' }
  return createSite(options, address, { option: () => stored, rows: () => [] })
}

function serialized(map: Readonly<Record<string, string>>): string {
  const text = (value: string) => `s:${value.length}:"${value}";`
  const entries = Object.entries(map).map(([key, value]) => text(key) + text(value))
  return `a:${entries.length}:{${entries.join('')}}`
}

it('an archive is where its pattern says, closed as the site closes addresses', () => {
  assert.equal(archiveSeen('thing', siteWith(serialized(rules))), 'https://example.org/shop/things/')
  assert.equal(
    archiveSeen('thing', siteWith(serialized(rules), '/%postname%')),
    'https://example.org/shop/things',
  )
})

it('a type has none without a pattern that names one address', () => {
  assert.equal(archiveSeen('odd', siteWith(serialized(rules))), null)
  assert.equal(archiveSeen('other', siteWith(serialized(rules))), null)
  assert.equal(archiveSeen('thing', siteWith(null)), null)
  assert.equal(archiveSeen('thing', siteWith('a:1:{')), null)
})

it('the path before the slugs of a type is what its pattern says', () => {
  assert.deepEqual([...itemPaths.of(siteWith(serialized(rules)))], [['thing', 'thing']])
  assert.deepEqual([...itemPaths.of(siteWith(null))], [])
})
