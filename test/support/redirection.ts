// Tables of the plug-in Redirection, as far as the pack reads them.
import type { TestDatabase } from './databases.ts'
import { activate, insertRows, setOption } from './plugins.ts'

/** A redirect of the first group to `/new/`, tried in the order of ids. */
export function redirectItem(
  id: number,
  url: string,
  more: Readonly<Record<string, string | number>> = {},
): Readonly<Record<string, string | number>> {
  return {
    id,
    url,
    match_url: url
      .toLowerCase()
      .replace(/[?].*$/, '')
      .replace(/(?<=[^/])\/$/, ''),
    match_data: '{"source":{}}',
    regex: 0,
    position: id,
    group_id: 1,
    status: 'enabled',
    action_type: 'url',
    action_code: 301,
    action_data: '/new/',
    match_type: 'url',
    ...more,
  }
}

/** Flags that differ from the plug-in's settings. */
export function sourceFlags(source: object) {
  return { match_data: JSON.stringify({ source }) }
}

export async function createRedirectTables(
  database: Pick<TestDatabase, 'execute'>,
  items: readonly Readonly<Record<string, string | number>>[],
): Promise<void> {
  await activate(database, 'redirection')
  await setOption(database, 'redirection_options', {
    flag_query: 'exact',
    flag_case: true,
    flag_trailing: true,
  })
  await database.execute(
    `create table wp_redirection_groups (id integer primary key, name varchar(50), module_id integer, status varchar(10), position integer)`,
  )
  await database.execute(
    `create table wp_redirection_items (id integer primary key, url varchar(200), match_url varchar(200), match_data varchar(200),
      regex integer, position integer, last_count integer default 0, last_access varchar(20) default '1970-01-01 00:00:00',
      group_id integer, status varchar(10), action_type varchar(20), action_code integer, action_data varchar(200),
      match_type varchar(20), title varchar(20))`,
  )
  await database.execute('create index by_group on wp_redirection_items (group_id)')
  await database.execute('create index by_match_url on wp_redirection_items (match_url)')
  await database.execute('create index by_status on wp_redirection_groups (status)')
  await insertRows(database, 'wp_redirection_groups', [
    { id: 1, name: 'On', module_id: 1, status: 'enabled', position: 1 },
    { id: 2, name: 'Off', module_id: 1, status: 'disabled', position: 0 },
    { id: 3, name: 'Server', module_id: 2, status: 'enabled', position: 0 },
    { id: 4, name: 'First', module_id: 1, status: 'enabled', position: 0 },
  ])
  await insertRows(database, 'wp_redirection_items', items)
}
