// What is made of a post's row: its address, its texts, its terms, its classes.
import { integerToJson } from '../core/json.ts'
import { integerOf, textOf, type Row } from '../database/tables.ts'
import type { Derived, FieldInput } from '../registry/define.ts'
import { hasBlocks } from '../render/blocks.ts'
import { renderContent, renderExcerpt, renderTitle } from '../render/content.ts'
import { postLink } from '../site/permalink.ts'

export const link: Derived = {
  columns: ['id', 'slug', 'status', 'created_at', 'author_id'],
  needs: ({ option }) => {
    const structure = option('permalink_structure')
    const categories = structure.includes('%category%')
    return { terms: categories, paths: categories, authors: structure.includes('%author%') }
  },
  value: (input) => {
    const { row, site, needed } = input
    const author = needed.authorOf(integerOf(row, 'author_id'))
    return postLink(row, site, { categories: termsIn(input, 'category'), author, pathOf: needed.pathOf })
  },
}

export const title: Derived = { columns: ['title'], value: ({ row }) => renderTitle(textOf(row, 'title')) }

/** Null while a password protects it. */
export const content: Derived = {
  columns: ['content', 'password'],
  value: (input) => (isLocked(input) ? null : renderContent(textOf(input.row, 'content'))),
}

/** Null while a password protects it. */
export const excerpt: Derived = {
  columns: ['excerpt', 'content', 'password'],
  value: (input) =>
    isLocked(input) ? null : renderExcerpt(textOf(input.row, 'excerpt'), textOf(input.row, 'content')),
}

/** `{ rendered }`; in editing also what is stored. */
export function rendered(of: Derived, column: string): Derived {
  return { ...of, value: (input) => ({ ...rawOf(input, column), rendered: of.value(input) }) }
}

export function protectable(of: Derived, column: string): Derived {
  return {
    ...of,
    value: (input) => ({
      ...rawOf(input, column),
      rendered: of.value(input) ?? '',
      protected: isProtected(input),
      ...(input.context === 'edit' && column === 'content'
        ? { block_version: hasBlocks(textOf(input.row, column)) ? 1 : 0 }
        : {}),
    }),
  }
}

function rawOf({ row, context }: FieldInput, column: string): { readonly raw?: string } {
  return context === 'edit' ? { raw: textOf(row, column) } : {}
}

/** The address with the place where the slug stands. */
export const permalinkTemplate: Derived = {
  ...link,
  value: (input) => link.value({ ...input, row: { ...input.row, slug: '%postname%', status: 'publish' } }),
}

/** The slug, or what would be made of the title. */
export const generatedSlug: Derived = {
  columns: ['slug', 'title'],
  value: ({ row }) => textOf(row, 'slug') || slugOf(textOf(row, 'title')),
}

/** As sanitize_title makes it, for letters that have a plain form. */
function slugOf(text: string): string {
  const plain = text
    .replace(/<[^>]*>|&[^;\s]+;/g, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
  const words = plain.replace(/[^\p{L}\p{N}\s-]/gu, '').trim()
  return encodeURIComponent(words.replace(/[\s-]+/g, '-')).toLowerCase()
}

export const commentCount: Derived = {
  columns: ['comment_count'],
  value: ({ row }) => Number(integerOf(row, 'comment_count')),
}

export const sticky: Derived = {
  columns: ['id'],
  value: ({ row, site }) => site.stickyPosts.has(textOf(row, 'id')),
}

/** The term of the taxonomy `post_format`, else standard. */
export const format: Derived = {
  columns: ['id'],
  needs: () => ({ terms: true }),
  value: (input) => {
    const [term] = termsIn(input, 'post_format')
    return term ? textOf(term, 'slug').replace('post-format-', '') : 'standard'
  },
}

export function meta(key: string, read: (stored: string) => unknown): Derived {
  return {
    columns: ['id'],
    needs: () => ({ meta: [key] }),
    value: ({ row, needed }) => read(needed.metaOf(integerOf(row, 'id'), key) ?? ''),
  }
}

export function termIds(taxonomy: string): Derived {
  return {
    columns: ['id'],
    needs: () => ({ terms: true }),
    value: (input) => termsIn(input, taxonomy).map((term) => integerToJson(integerOf(term, 'id'))),
  }
}

/** The rows of its terms, for nodes. */
export function terms(taxonomy: string): Derived {
  return {
    columns: ['id'],
    needs: () => ({ terms: true }),
    value: (input) => termsIn(input, taxonomy),
  }
}

export const author: Derived = {
  columns: ['author_id'],
  needs: () => ({ authors: true }),
  value: ({ row, needed }) => needed.authorOf(integerOf(row, 'author_id')),
}

/** The classes that the site's own pages give a post (get_post_class). */
export const classList: Derived = {
  columns: ['id', 'type', 'status', 'password'],
  needs: () => ({ terms: true, meta: ['_thumbnail_id'] }),
  value: (input) => {
    const { row, needed } = input
    const locked = isLocked(input)
    const hasThumbnail = !locked && Number(needed.metaOf(integerOf(row, 'id'), '_thumbnail_id')) > 0
    return [
      `post-${textOf(row, 'id')}`,
      textOf(row, 'type'),
      `type-${textOf(row, 'type')}`,
      `status-${textOf(row, 'status')}`,
      `format-${String(format.value(input))}`,
      ...(locked ? ['post-password-required'] : []),
      ...(hasThumbnail ? ['has-post-thumbnail'] : []),
      'hentry',
      ...termsIn(input, 'category').map((term) => `category-${classOf(term)}`),
      ...termsIn(input, 'post_tag').map((term) => `tag-${classOf(term)}`),
    ]
  },
}

/** A slug that is not plain ASCII makes no class; its id does. */
function classOf(term: Row): string {
  const slug = textOf(term, 'slug')
  return /^[a-z0-9_-]+$/i.test(slug) ? slug : textOf(term, 'id')
}

function termsIn({ row, needed }: FieldInput, taxonomy: string): readonly Row[] {
  return needed.termsOf(integerOf(row, 'id')).filter((term) => term['taxonomy'] === taxonomy)
}

function isProtected({ row }: FieldInput): boolean {
  return textOf(row, 'password') !== ''
}

function isLocked(input: FieldInput): boolean {
  return isProtected(input) && !input.unlocked
}
