// What the rendering of a row's text depends on: the site's options and the counters of the request.
import { textOf } from '../database/tables.ts'
import type { FieldInput } from '../registry/define.ts'
import type { RenderContext } from '../render/context.ts'

const shortcodes: RenderContext['shortcodes'] = new Map()

export function renderContext({ row, site, count }: FieldInput): RenderContext {
  return {
    home: site.home,
    siteUrl: site.option('siteurl').replace(/\/+$/, ''),
    uploadsUrl: site.uploadsUrl,
    hasSmilies: site.option('use_smilies') !== '0',
    postId: textOf(row, 'id'),
    shortcodes,
    count,
  }
}
