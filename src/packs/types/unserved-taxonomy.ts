// Taxonomies of plug-ins whose rows packs read, and which REST does not serve.
import { defineTaxonomy, type TaxonomyDefinition } from '../../index.ts'

export function unservedTaxonomy(
  name: string,
  of: Pick<TaxonomyDefinition, 'types' | 'capabilities'>,
): TaxonomyDefinition {
  return defineTaxonomy({
    name,
    base: name,
    isServed: false,
    labels: { plural: name, singular: name },
    isHierarchical: false,
    shownIn: { site: false, screens: false },
    ...of,
  })
}
