// Says whether a server's catalogue dates the last changes of tables.

/**
 * True since MySQL 5.7 and MariaDB 10.2, which date changes of InnoDB's tables. `name`: a text with the version, such as the result of
 * `version()` or `Server.name`.
 */
export function datesChanges(name: string): boolean {
  const [major = 0, minor = 0] = (/\d+\.\d+/.exec(name)?.[0] ?? '').split('.').map(Number)
  const [oldestMajor, oldestMinor] = /mariadb/i.test(name) ? [10, 2] : [5, 7]
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}
