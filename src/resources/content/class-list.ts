// The CSS classes that the site's own pages give content (get_post_class).
import { isEmpty } from '../../core/php-empty.ts'
import { isNumeric } from '../../core/php-integer.ts'
import { asClass } from '../../render/html-tag.ts'
import { textOf, type Row } from '../../database/tables.ts'
import type { Derived } from '../../registry/field.ts'
import type { TaxonomyDefinition } from '../../registry/taxonomy.ts'
import { format } from './post-format.ts'
import { featuredImageOf } from './featured-image.ts'
import { termsIn } from './post-terms.ts'

export function classList(
  {
    name: type,
    supports,
    taxonomies: own = [],
  }: {
    readonly name: string
    readonly supports: readonly string[]
    readonly taxonomies?: readonly string[] | undefined
  },
  taxonomies: readonly Pick<TaxonomyDefinition, 'name'>[],
): Derived {
  const hasFormats = supports.includes('post-formats')
  // Formats are terms of posts, too; WordPress registers their taxonomy after categories and tags
  const carriesFormats = hasFormats && (type === 'post' || own.includes('post_format'))
  const [first, others] = [['category', 'post_tag'], taxonomies.map(({ name }) => name)]
  const named = [
    ...others.filter((name) => first.includes(name)),
    ...(carriesFormats ? ['post_format'] : []),
    ...others.filter((name) => !first.includes(name)),
  ]
  return {
    columns: ['id', 'type', 'status', 'password'],
    needs: () => ({ terms: true, meta: ['_thumbnail_id'] }),
    value: (input) => {
      const { row } = input
      // A featured image has its class even where the type does not support images
      const image = featuredImageOf(input)
      const hasPassword = textOf(row, 'password') !== ''
      const hasThumbnail = typeof image === 'string' || image > 0
      const classes = [
        `post-${textOf(row, 'id')}`,
        textOf(row, 'type'),
        `type-${textOf(row, 'type')}`,
        `status-${textOf(row, 'status')}`,
        ...(hasFormats ? [`format-${String(format.value(input))}`] : []),
        ...(hasPassword ? ['post-password-required'] : []),
        ...(hasThumbnail && !hasPassword ? ['has-post-thumbnail'] : []),
        'hentry',
        ...named.flatMap((name) =>
          termsIn(input, name)
            .filter((term) => !isEmpty(textOf(term, 'slug')))
            .map((term) => `${name === 'post_tag' ? 'tag' : name}-${classOf(term)}`),
        ),
      ]
      return [...new Set(classes)]
    },
  }
}

/** The class of a term: its slug without characters that are not allowed in classes (sanitize_html_class); the id where nothing or a number remains. */
function classOf(term: Row): string {
  const name = asClass(textOf(term, 'slug'))
  return isNumeric(name) || /^-*0?-*$/.test(name) ? textOf(term, 'id') : name
}
