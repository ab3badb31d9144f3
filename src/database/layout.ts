// Which physical tables and columns the logical ones stand for. `wordpress` is the layout that WordPress makes, with
// any table prefix.
import type { Database, Table } from './tables.ts'

export type Layout = {
  readonly [T in Table]: {
    readonly table: string
    readonly columns: { readonly [C in keyof Database[T]]: string }
  }
}

export function wordpress(prefix: string): Layout {
  return {
    posts: {
      table: `${prefix}posts`,
      columns: {
        id: 'ID',
        author_id: 'post_author',
        created_at: 'post_date',
        created_at_utc: 'post_date_gmt',
        modified_at: 'post_modified',
        modified_at_utc: 'post_modified_gmt',
        title: 'post_title',
        content: 'post_content',
        excerpt: 'post_excerpt',
        status: 'post_status',
        type: 'post_type',
        slug: 'post_name',
        password: 'post_password',
        parent_id: 'post_parent',
        guid: 'guid',
        menu_order: 'menu_order',
        mime_type: 'post_mime_type',
        comment_status: 'comment_status',
        ping_status: 'ping_status',
        comment_count: 'comment_count',
      },
    },
    postmeta: {
      table: `${prefix}postmeta`,
      columns: { id: 'meta_id', post_id: 'post_id', key: 'meta_key', value: 'meta_value' },
    },
    users: {
      table: `${prefix}users`,
      columns: {
        id: 'ID',
        login: 'user_login',
        slug: 'user_nicename',
        email: 'user_email',
        url: 'user_url',
        name: 'display_name',
        registered_at: 'user_registered',
      },
    },
    usermeta: {
      table: `${prefix}usermeta`,
      columns: { id: 'umeta_id', user_id: 'user_id', key: 'meta_key', value: 'meta_value' },
    },
    terms: { table: `${prefix}terms`, columns: { id: 'term_id', name: 'name', slug: 'slug' } },
    term_taxonomy: {
      table: `${prefix}term_taxonomy`,
      columns: {
        id: 'term_taxonomy_id',
        term_id: 'term_id',
        taxonomy: 'taxonomy',
        description: 'description',
        parent_id: 'parent',
        count: 'count',
      },
    },
    term_relationships: {
      table: `${prefix}term_relationships`,
      columns: { post_id: 'object_id', term_taxonomy_id: 'term_taxonomy_id', position: 'term_order' },
    },
    options: {
      table: `${prefix}options`,
      columns: { id: 'option_id', name: 'option_name', value: 'option_value' },
    },
  }
}
