// Content types and taxonomies that were made in admin pages: those of ACF and SCF, which are registered first, and those of
// Custom Post Type UI.
import { defineContentType, definePack, storedField } from '../../index.ts'
import { acfTaxonomies, acfTypes } from './acf-kinds.ts'
import { cptuiTaxonomies, cptuiTypes } from './cptui.ts'

const acf = ['advanced-custom-fields', 'advanced-custom-fields-pro', 'acf', 'secure-custom-fields'] as const

/** Meta of revisions: true where one has other fields than the one before it. */
const changed = storedField({ key: '_acf_changed', type: 'boolean', exposed: ['rest'] })

/** The plug-in's own content types, whose rows hold its definitions. */
const ownTypes = ['acf-taxonomy', 'acf-post-type', 'acf-field-group', 'acf-field', 'acf-ui-options-page'].map(
  (name) =>
    defineContentType({
      name,
      base: name,
      labels: { plural: name, singular: name },
      isServed: false,
      isViewable: false,
      isSearched: false,
      supports: [],
    }),
)

export const types = definePack({
  name: 'types',
  about: 'content types and taxonomies that were made in the admin pages of ACF, SCF and CPT UI',
  reads: {
    options: ['cptui_post_types', 'cptui_taxonomies'],
    postTypes: ['acf-post-type', 'acf-taxonomy'],
  },
  isUsed: ({ plugins }) => plugins.has('custom-post-type-ui') || acf.some((name) => plugins.has(name)),
  define: ({ plugins, option, posts }) => {
    const isAcf = acf.some((name) => plugins.has(name))
    const isCptui = plugins.has('custom-post-type-ui')
    // Where neither plug-in is active, a theme may contain both
    const [hasAcf, hasCptui] = [isAcf || !isCptui, isCptui || !isAcf]
    return {
      ...(hasAcf ? { statuses: ['acf-disabled'], meta: [changed] } : {}),
      contentTypes: [
        ...(hasAcf ? [...ownTypes, ...acfTypes(posts('acf-post-type'))] : []),
        ...(hasCptui ? cptuiTypes(option('cptui_post_types')) : []),
      ],
      taxonomies: [
        ...(hasAcf ? acfTaxonomies(posts('acf-taxonomy')) : []),
        ...(hasCptui ? cptuiTaxonomies(option('cptui_taxonomies')) : []),
      ],
    }
  },
})
