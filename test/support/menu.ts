// A menu with an item of every kind, at a place of the site.
import type { TestDatabase } from './databases.ts'

export const menu = 900
const items = [
  // A page with the title of its own, a category in other words, an address, an archive, what is gone
  { id: 901, title: '', order: 1, type: 'post_type', object: 'page', objectId: 302 },
  { id: 902, title: 'All news', order: 2, type: 'taxonomy', object: 'category', objectId: 2 },
  { id: 903, title: 'Elsewhere & "away"', order: 3, type: 'custom', object: 'custom', objectId: 903 },
  { id: 904, title: '', order: 4, type: 'post_type_archive', object: 'product', objectId: -1 },
  { id: 905, title: '', order: 5, type: 'post_type', object: 'post', objectId: 99_999 },
]

export async function addMenu({ execute }: Pick<TestDatabase, 'execute'>): Promise<void> {
  await execute(`insert into wp_terms (term_id, name, slug, term_group) values (${menu}, 'Main', 'main', 0)`)
  await execute(
    `insert into wp_term_taxonomy (term_taxonomy_id, term_id, taxonomy, description, parent, count) values (${menu}, ${menu}, 'nav_menu', '', 0, 5)`,
  )
  for (const { id, title, order, type, object, objectId } of items) {
    await execute(
      `insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt, post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, post_modified, post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, post_mime_type, comment_count) values (${id}, 1, '2024-03-01 10:00:00', '2024-03-01 09:00:00', 'Where it <b>goes</b>', ?, 'a <em>hint</em>', 'publish', 'closed', 'closed', '', 'item-${id}', '', '', '2024-03-01 10:00:00', '2024-03-01 09:00:00', '', 0, '', ${order}, 'nav_menu_item', '', 0)`,
      [title],
    )
    await execute(
      `insert into wp_term_relationships (object_id, term_taxonomy_id, term_order) values (${id}, ${menu}, 0)`,
    )
    const meta = {
      _menu_item_type: type,
      _menu_item_object: object,
      _menu_item_object_id: String(objectId),
      _menu_item_menu_item_parent: id === 902 ? '901' : '0',
      _menu_item_target: id === 903 ? '_blank' : '',
      _menu_item_classes: 'a:2:{i:0;s:3:"big";i:1;s:3:"red";}',
      _menu_item_xfn: 'friend m%20et!',
      _menu_item_url: id === 903 ? 'https://example.org/' : '',
    }
    for (const [key, value] of Object.entries(meta))
      await execute('insert into wp_postmeta (post_id, meta_key, meta_value) values (?, ?, ?)', [
        id,
        key,
        value,
      ])
  }
  await execute(
    `delete from wp_options where option_name in ('stylesheet', 'theme_mods_paper', 'nav_menu_options')`,
  )
  for (const [name, value] of [
    ['stylesheet', 'paper'],
    ['theme_mods_paper', `a:1:{s:18:"nav_menu_locations";a:2:{s:6:"footer";i:0;s:7:"primary";i:${menu};}}`],
    ['nav_menu_options', `a:1:{s:8:"auto_add";a:1:{i:0;i:${menu};}}`],
  ] as const)
    await execute(`insert into wp_options (option_name, option_value, autoload) values (?, ?, 'on')`, [
      name,
      value,
    ])
}
