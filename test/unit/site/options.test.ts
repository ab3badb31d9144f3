// Options of the site as WordPress reads them: addresses without slashes at their ends, and what stands for those that are empty.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { OptionName } from '../../../src/core/site-options.ts'
import { createSite } from '../../../src/site/site.ts'

function siteWith(options: Readonly<Partial<Record<OptionName, string>>>) {
  const all = { home: 'https://example.org', siteurl: 'https://example.org/wp', ...options }
  return createSite(new Map(Object.entries(all)), {
    brand: 'cms',
    publicUrl: 'https://api.example.org',
    tablePrefix: 'wp_',
  })
}

it('addresses have no slashes at their ends, and the site has one', () => {
  assert.equal(siteWith({ home: 'https://example.org//' }).home, 'https://example.org')
  assert.equal(siteWith({ home: '' }).home, 'https://example.org/wp')
  assert.equal(siteWith({ siteurl: 'https://example.org/wp///' }).option('siteurl'), 'https://example.org/wp')
})

it('bases of taxonomies begin with index.php once', () => {
  const base = (stored: string) => siteWith({ category_base: stored }).option('category_base')
  assert.deepEqual(['/index.php/cats', '/cats/', 'cats'].map(base), ['cats', '/cats', 'cats'])
})

it('uploads lie below the site, unless an address says otherwise: a place of the disk is none', () => {
  for (const [path, own, expected] of [
    ['', '', 'https://example.org/wp/wp-content/uploads'],
    ['files', '', 'https://example.org/wp/files'],
    ['files/', '', 'https://example.org/wp/files'],
    ['/var/www/files', '', 'https://example.org/wp/wp-content/uploads'],
    ['C:\\sites\\files', '', 'https://example.org/wp/wp-content/uploads'],
    ['/var/www/files', 'https://cdn.example/u', 'https://cdn.example/u'],
  ] as const)
    assert.equal(siteWith({ upload_path: path, upload_url_path: own }).uploadsUrl, expected, path)
})
