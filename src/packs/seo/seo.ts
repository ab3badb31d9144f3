// The heads that Yoast SEO writes: `yoast_head` and `yoast_head_json` of content, terms and authors.
import {
  defineGather,
  definePack,
  storedField,
  textOf,
  Type,
  type Field,
  type FieldInput,
  type ResourceDefinition,
  type Site,
} from '../../index.ts'
import { openColumns } from './open-columns.ts'
import { headOf, htmlOf, jsonOf } from './head.ts'
import { seoGraphTypes, seoNodeField, type HeadedNodes } from './graph-types.ts'
import { headsAt } from './head-at.ts'
import { onItsSite, postColumns, readSeoPage, type SeoPage, type SeoResource } from './page.ts'
import { authorsWithHeads } from './author-heads.ts'
import { settings } from './settings.ts'
import { said } from './stored-keys.ts'
import { termSubject, userSubject } from './archive-subjects.ts'
import { postSubject } from './post-subject.ts'
import type { Subject } from './subject.ts'

/** Meta that the plug-in registers for its editor: only schemas show it. */
const edited = ['focuskw', 'title', 'metadesc'].map((name) =>
  storedField({ key: `_yoast_wpseo_${name}`, type: 'string', exposed: ['schema'] }),
)

export const seo = definePack({
  name: 'seo',
  about: 'titles, descriptions and schema.org graphs of Yoast SEO',
  reads: {},
  isUsed: ({ plugins }) => plugins.has('wordpress-seo') || plugins.has('wordpress-seo-premium'),
  define: () => {
    const archives = new Map<string, string>()
    const all: HeadedNodes[] = []
    const { route, ofTypes } = headsAt({ all, archives })
    return {
      siteValues: [settings],
      meta: edited,
      routes: [route],
      addsToTypes: ofTypes,
      graphTypes: seoGraphTypes(all),
      addsTo: (resource) => {
        const { contentType } = resource
        if (contentType?.hasArchive) archives.set(contentType.name, contentType.labels.plural)
        if (!hasHead(resource)) return null
        const { head, whole, fields } = fieldsOf({ resource, archives, said, all })
        all.push({ resource, head, whole })
        return { fields, nodeFields: [seoNodeField(whole)] }
      },
    }
  },
})

/** True for public content, even without pages, because REST shows its heads; and for archives of terms and authors. */
function hasHead({ contentType, taxonomy, name, within }: ResourceDefinition): boolean {
  if (within !== null) return false
  if (contentType) return contentType.isSearched ?? contentType.isViewable ?? true
  return taxonomy ? taxonomy.shownIn?.site !== false && name !== 'nav_menu' : name === 'user'
}

interface SeoFields extends Pick<HeadedNodes, 'head' | 'whole'> {
  readonly fields: readonly Field[]
}

function fieldsOf(of: SeoResource & { readonly resource: ResourceDefinition }): SeoFields {
  const { resource } = of
  const page = defineGather((rows, reads) => readSeoPage(of, rows, reads))
  const columns = openColumns(
    resource,
    resource.source === 'posts'
      ? postColumns
      : resource.source === 'terms'
        ? ['id', 'name', 'slug', 'taxonomy', 'parent_id', 'description']
        : ['id', 'name', 'slug'],
  )
  const listed = resource.source === 'users' ? authorsWithHeads : null
  const needs = (site: Site) => ({ gathers: [page.on(site), ...(listed ? [listed.on(site)] : [])] })
  const field = (name: string, type: string, value: (input: FieldInput) => unknown): Field => ({
    name,
    contexts: ['view', 'embed', 'edit'],
    schema: Type.Unsafe<unknown>({ type }),
    isUnlisted: true,
    columns,
    needs,
    value,
  })
  const made = (input: FieldInput) => {
    const found = page.of(input.needed)
    const own = onItsSite(input, resource, found)
    const subject = subjectOf(own, resource, found)
    const head = headOf(subject, own.site, found)
    return { subject, head, html: () => htmlOf(head, settings.of(input.site).version, found.viewer) }
  }
  const ofListed = (value: Field['value']) => (input: FieldInput) =>
    listed?.of(input.needed).has(textOf(input.row, 'id')) === false ? null : value(input)
  const html = (input: FieldInput) => made(input).html()
  const json = (input: FieldInput) => jsonOf(made(input).head)
  return {
    head: { columns, needs, value: ofListed((input) => ({ html: html(input), json: json(input) })) },
    whole: {
      columns,
      needs,
      value: (input) => {
        const { subject, head, html: written } = made(input)
        return { subject, head, html: written() }
      },
    },
    fields: [
      field('yoast_head', 'string', ofListed(html)),
      field('yoast_head_json', 'object', ofListed(json)),
    ],
  }
}

function subjectOf(input: FieldInput, resource: ResourceDefinition, page: SeoPage): Subject {
  if (resource.source === 'terms') return termSubject(input, page)
  return resource.source === 'users' ? userSubject(input, page) : postSubject(input, resource, page)
}
