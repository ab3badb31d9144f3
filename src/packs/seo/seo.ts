// The heads that Yoast SEO gives pages: `yoast_head` and `yoast_head_json` of content, terms and authors.
import {
  defineGather,
  definePack,
  Type,
  type Derived,
  type Field,
  type FieldInput,
  type ResourceDefinition,
} from '../../index.ts'
import { headOf, htmlOf, jsonOf } from './head.ts'
import type { Headed } from './at-address.ts'
import { headsAt } from './head-at.ts'
import { postColumns, readSeoPage, type SeoPage, type SeoResource } from './page.ts'
import { settings } from './settings.ts'
import { said } from './stored-keys.ts'
import { termSubject, userSubject } from './archive-subjects.ts'
import { postSubject } from './post-subject.ts'
import type { Subject } from './subject.ts'

export const seo = definePack({
  name: 'seo',
  about: 'titles, descriptions and schema.org graphs of Yoast SEO',
  reads: {},
  isUsed: ({ plugins }) => plugins.has('wordpress-seo') || plugins.has('wordpress-seo-premium'),
  define: () => {
    const archives = new Map<string, string>()
    const all: Headed[] = []
    const { route, ofTypes } = headsAt({ all, archives })
    return {
      siteValues: [settings],
      routes: [route],
      addsToTypes: ofTypes,
      addsTo: (resource) => {
        const { contentType } = resource
        if (contentType?.hasArchive) archives.set(contentType.name, contentType.labels.plural)
        if (!hasHead(resource)) return null
        const { head, fields } = fieldsOf({ resource, archives, said })
        all.push({ resource, head })
        return { fields }
      },
    }
  },
})

/** Pages of the site, and lists of what carries a term or was written by an author. */
function hasHead({ contentType, taxonomy, name, within }: ResourceDefinition): boolean {
  if (within !== null) return false
  if (contentType) return contentType.isSearched ?? contentType.isViewable ?? true
  return taxonomy ? taxonomy.shownIn?.site !== false && name !== 'nav_menu' : name === 'user'
}

interface SeoFields {
  readonly head: Derived
  readonly fields: readonly Field[]
}

function fieldsOf(of: SeoResource & { readonly resource: ResourceDefinition }): SeoFields {
  const { resource } = of
  const page = defineGather((rows, reads) => readSeoPage(of, rows, reads))
  const columns =
    resource.source === 'posts'
      ? [...postColumns]
      : resource.source === 'terms'
        ? ['id', 'name', 'slug', 'taxonomy', 'parent_id', 'description']
        : ['id', 'name', 'slug']
  const field = (name: string, type: string, value: (input: FieldInput) => unknown): Field => ({
    name,
    contexts: ['view', 'embed', 'edit'],
    schema: Type.Unsafe<unknown>({ type }),
    isUnlisted: true,
    columns,
    needs: (site) => ({ gathers: [page.on(site)] }),
    value,
  })
  const head = (input: FieldInput) => {
    const found = page.of(input.needed)
    return headOf(subjectOf(input, resource, found), input.site, found)
  }
  const html = (input: FieldInput) => htmlOf(head(input), settings.of(input.site).version)
  const json = (input: FieldInput) => jsonOf(head(input))
  return {
    head: {
      columns,
      needs: (site) => ({ gathers: [page.on(site)] }),
      value: (input) => ({ html: html(input), json: json(input) }),
    },
    fields: [field('yoast_head', 'string', html), field('yoast_head_json', 'object', json)],
  }
}

function subjectOf(input: FieldInput, resource: ResourceDefinition, page: SeoPage): Subject {
  if (resource.source === 'terms') return termSubject(input, page)
  return resource.source === 'users' ? userSubject(input, page) : postSubject(input, resource, page)
}
