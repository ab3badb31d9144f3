// Wanted fields and needs of items are worked out once for a site's settings where nothing is selected, else once for a request.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { anonymous } from '../../../../src/core/viewer.ts'
import type { ResourceDefinition } from '../../../../src/registry/resource.ts'
import type { Needs } from '../../../../src/related/relations.ts'
import type { Representing } from '../../../../src/rest/representation/representation.ts'
import { wantedOf } from '../../../../src/rest/representation/wanted.ts'
import { siteForReading } from '../../../../src/site/settings-of-site.ts'
import { createSite, type Site } from '../../../../src/site/site.ts'
import { post } from '../../../support/resources.ts'

const newSite = () =>
  createSite(new Map(), { brand: 'cms', publicUrl: 'https://api.example.org', tablePrefix: 'wp_' })
const forReading = (site: Site) => siteForReading(site, { offsetHoursNow: () => 0, yearNow: () => 2026 })

/** A resource with one field, and the sites for which its needs were asked. */
function counted(needsOn: (site: Site) => Needs) {
  const asked: Site[] = []
  const needs = (site: Site) => {
    asked.push(site)
    return needsOn(site)
  }
  const fields = post.fields.flatMap((field) => (field.name === 'slug' ? [{ ...field, needs }] : []))
  const resource: ResourceDefinition = { ...post, fields, links: [], page: null }
  const on = (site: Site, more: Partial<Representing> = {}): Representing => ({
    resource,
    resources: new Map(),
    site,
    context: 'view',
    selection: null,
    viewer: anonymous,
    ...more,
  })
  return { asked, on }
}

describe('what items want', () => {
  it('is worked out once for all requests while the settings are the same', () => {
    const { asked, on } = counted(() => ({ terms: true }))
    const site = newSite()
    const [one, other] = [forReading(site), forReading(site)]
    const wanted = wantedOf(on(one))
    assert.deepEqual([wanted.fields.map(({ name }) => name), wanted.needs.terms], [['slug'], true])
    assert.equal(wantedOf(on(other)), wanted)
    assert.equal(asked.length, 1)
    wantedOf(on(other, { context: 'embed' }))
    wantedOf(on(forReading(newSite())))
    assert.equal(asked.length, 3)
  })

  it('is worked out for a variant of the site, and for a selection, by itself', () => {
    const { asked, on } = counted(() => ({ terms: true }))
    const site = forReading(newSite())
    const selected = on(site, { selection: new Map([['id', null]]) })
    const [whole, variant] = [wantedOf(on(site)), wantedOf(on({ ...site, home: 'https://example.org/de' }))]
    assert.notEqual(variant, whole)
    assert.equal(asked.length, 2)
    assert.deepEqual(wantedOf(selected).fields, [])
    assert.equal(wantedOf(selected), wantedOf(selected))
  })

  it('has gathers that know the site of their request', () => {
    const gathers: Site[] = []
    const { on } = counted((site) => ({
      gathers: [{ gather: {}, read: async () => void gathers.push(site) }],
    }))
    const site = newSite()
    const sites = [forReading(site), forReading(site)]
    const read = { viewer: anonymous, rows: async () => [], plugInRows: async () => [] }
    for (const each of sites)
      for (const { read: gather } of wantedOf(on(each)).needs.gathers ?? [])
        void gather({}, [], { ...read, needed: () => Promise.reject(new Error('nothing is needed')) })
    assert.deepEqual(
      gathers.map((each) => sites.indexOf(each)),
      [0, 1],
    )
  })
})
