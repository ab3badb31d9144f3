// Global styles are content of a type of their own. WordPress merges them with the theme's files, and shows them to viewers
// who may edit content; without those files there is no answer, but the refusals are the same.
import { fail, isFailure } from '../../core/failure.ts'
import { can } from '../../core/viewer.ts'
import { toIdValue } from '../../database/filter.ts'
import { Id } from '../../registry/args.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Reading } from '../../read/execute.ts'

export function registerGlobalStyles(registry: Registry, newReading: () => Reading): void {
  registry.route({
    namespace: ':v2',
    // A slash in a pattern would break clients that split patterns at slashes
    path: '/global-styles/(?P<id>[\\x2f\\d+]+)',
    methods: ['GET'],
    args: { id: Id('Which styles.', { idOf: 'posts' }) },
    permission: 'public',
    readsAddress: true,
    handle: async ({ args, raw, viewer }) => {
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
      if (raw.get('context') === 'edit' && !can(viewer, 'edit_theme_options'))
        return fail('rest_forbidden_context', 'Sorry, you are not allowed to edit this global style.')
      return can(viewer, 'edit_posts')
        ? fail('rest_no_route')
        : fail('rest_cannot_view', 'Sorry, you are not allowed to view this global style.')
    },
  })
}
