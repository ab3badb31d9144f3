// Routes whose answers are in WordPress's files: themes, plug-ins, blocks, patterns. Viewers without permission get
// WordPress's refusals; for other viewers the route does not exist, since no table holds an answer.
import type { TProperties } from 'typebox'
import { fail, type Failure } from '../../core/failure.ts'
import { can, type Viewer } from '../../core/viewer.ts'
import type { Registry } from '../../registry/registry.ts'
import { fontArgs, only, patternArgs, statuses, templateArgs, words } from './closed-args.ts'
import { contextArg as context } from '../resource/resource-route.ts'

/** `editsAny` is true for viewers who may edit content of any type. */
export function registerClosedRoutes(registry: Registry, editsAny: (viewer: Viewer) => boolean): void {
  for (const { path, args, permits, refusal } of closedRoutes(editsAny)) {
    registry.route({
      namespace: ':v2',
      path,
      methods: ['GET'],
      args,
      permission: (viewer) => (permits(viewer) ? null : refusal),
      handle: async () => fail('rest_no_route'),
    })
  }
}

interface ClosedRoute {
  readonly path: string
  readonly args: TProperties
  readonly permits: (viewer: Viewer) => boolean
  readonly refusal: Failure
}

function closedRoutes(editsAny: (viewer: Viewer) => boolean): readonly ClosedRoute[] {
  const looksAfter = (viewer: Viewer) => can(viewer, 'edit_theme_options')
  const templates = { permits: editsAny, refusal: fail('rest_cannot_manage_templates') }
  const widgets = { permits: looksAfter, refusal: fail('rest_cannot_manage_widgets') }
  const unseen = (what: string) => fail('rest_cannot_view', `Sorry, you are not allowed to view ${what}.`)
  const patterns = (what: string) => ({
    permits: editsAny,
    refusal: unseen(`the registered block ${what}`),
  })
  return [
    {
      path: '/themes',
      args: { status: statuses(['active', 'inactive']) },
      permits: (viewer) => can(viewer, 'switch_themes'),
      refusal: fail('rest_cannot_view_themes'),
    },
    {
      path: '/plugins',
      args: { context, search: words, status: statuses(['inactive', 'active']) },
      permits: (viewer) => can(viewer, 'activate_plugins'),
      refusal: fail('rest_cannot_view_plugins'),
    },
    { path: '/templates', args: templateArgs, ...templates },
    { path: '/template-parts', args: templateArgs, ...templates },
    { path: '/sidebars', args: { context }, ...widgets },
    { path: '/widgets', args: { context, sidebar: only('Only widgets of this sidebar.') }, ...widgets },
    { path: '/widget-types', args: { context }, ...widgets },
    {
      path: '/block-types',
      args: { context, namespace: only('Only block types of this namespace.') },
      permits: editsAny,
      refusal: fail('rest_block_type_cannot_view'),
    },
    { path: '/block-patterns/patterns', args: {}, ...patterns('patterns') },
    { path: '/block-patterns/categories', args: {}, ...patterns('pattern categories') },
    {
      path: '/font-families',
      args: fontArgs,
      permits: looksAfter,
      refusal: fail('rest_cannot_read', 'Sorry, you are not allowed to access font families.'),
    },
    {
      path: '/pattern-directory/patterns',
      args: patternArgs,
      permits: editsAny,
      refusal: fail('rest_pattern_directory_cannot_view'),
    },
  ]
}
