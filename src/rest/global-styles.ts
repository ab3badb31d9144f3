// Styles that a site's owner chose are content of a type of their own. Whoever looks after the site's looks reads them in
// the original, which joins them with the theme's; without its files there is no answer, but whom it refuses is known.
import { fail, isFailure } from '../core/failure.ts'
import { can } from '../core/viewer.ts'
import { toIdValue } from '../database/filter.ts'
import { Id } from '../registry/args.ts'
import type { Registry } from '../registry/registry.ts'
import type { Reading } from '../read/execute.ts'

export function registerGlobalStyles(registry: Registry, newReading: () => Reading): void {
  registry.route({
    namespace: ':v2',
    // Without a slash in the pattern, which would stop clients that take patterns apart at slashes
    path: '/global-styles/(?P<id>[\\x2f\\d+]+)',
    methods: ['GET'],
    args: { id: Id('Which styles.') },
    permission: 'public',
    handle: async ({ args, viewer }) => {
      const found = await newReading().item({
        kind: 'item',
        source: 'posts',
        columns: ['id'],
        filters: [
          { kind: 'in', column: 'id', values: [toIdValue(args.id)] },
          { kind: 'in', column: 'type', values: ['wp_global_styles'] },
        ],
        visible: null,
      })
      if (isFailure(found)) return found
      if (found === null) return fail('rest_global_styles_not_found')
      return can(viewer, 'edit_theme_options')
        ? fail('rest_no_route')
        : fail('rest_cannot_view', 'Sorry, you are not allowed to view this global style.')
    },
  })
}
