// Addresses of the site's pages move to the front end; what WordPress answers stays.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createFrontendAddresses } from '../../../src/site/frontend-addresses.ts'
import { createSite } from '../../../src/site/site.ts'

function siteAt(home: string, siteurl = home, uploads = '') {
  const options = new Map([
    ['home', home],
    ['siteurl', siteurl],
    ['upload_url_path', uploads],
  ])
  return createSite(options, { brand: 'cms', publicUrl: 'https://api.example.org', tablePrefix: 'wp_' })
}

const moved = createFrontendAddresses('https://front.example/')

it('addresses of pages move, whatever stands around them', () => {
  const site = siteAt('https://example.org')
  for (const [before, after] of [
    ['https://example.org', 'https://front.example'],
    ['https://example.org/', 'https://front.example/'],
    ['http://example.org/a/b/', 'https://front.example/a/b/'],
    ['"https://example.org/a/?x=1#y"', '"https://front.example/a/?x=1#y"'],
    ['<a href=\\"https://example.org/a/\\">', '<a href=\\"https://front.example/a/\\">'],
    [String.raw`"https:\/\/example.org\/a\/"`, String.raw`"https://front.example\/a\/"`],
    [
      String.raw`{\"url\":\"https:\\/\\/example.org\\/a\"}`,
      String.raw`{\"url\":\"https://front.example\\/a\"}`,
    ],
    ['See https://example.org. Then', 'See https://front.example. Then'],
    ['(https://example.org/a), https://example.org/b', '(https://front.example/a), https://front.example/b'],
    ['https://example.org/wp-contented/', 'https://front.example/wp-contented/'],
    ['https://example.org/graphql-for-all/', 'https://front.example/graphql-for-all/'],
  ])
    assert.equal(moved(before ?? '', site), after)
})

it('what WordPress answers itself stays, and so do other hosts', () => {
  const site = siteAt('https://example.org', 'https://example.org/wp', 'https://example.org/media')
  for (const address of [
    'https://example.org/wp-content/uploads/a.jpg',
    'https://example.org/wp-includes/a.js',
    'https://example.org/wp-admin/profile.php',
    'https://example.org/wp-login.php?redirect_to=x',
    'https://example.org/wp-json/wp/v2/posts',
    'https://example.org/cms-json/cms/v2/posts',
    'https://example.org/index.php?rest_route=/',
    'https://example.org/?rest_route=/wp/v2',
    'https://example.org/?p=12',
    'https://example.org?p=12',
    'https://example.org/xmlrpc.php',
    'https://example.org/media/a.pdf',
    'https://example.org/wp/wp-content/a.css',
    String.raw`https:\/\/example.org\/wp-content\/uploads\/a.jpg`,
    String.raw`https:\/\/example.org\/wp\/wp-content\/a.css`,
    String.raw`https:\/\/example.org\/?p=12`,
    'https://example.org.evil.example/',
    'https://example.org:8443/',
    'https://example.org@evil.example/',
    'https://www.example.org/',
    'https://example.orgs/',
  ])
    assert.equal(moved(address, site), address)
})

it('a site below a path moves as a whole, and one without an address stays', () => {
  const site = siteAt('https://example.org/blog')
  assert.equal(moved('https://example.org/blog/a/', site), 'https://front.example/a/')
  assert.equal(moved(String.raw`https:\/\/example.org\/blog\/a`, site), String.raw`https://front.example\/a`)
  for (const address of [
    'https://example.org/',
    'https://example.org/blogs/',
    'https://example.org/blog/wp-content/a.png',
  ])
    assert.equal(moved(address, site), address)
  assert.equal(moved('https://example.org/', siteAt('')), 'https://example.org/')
})
