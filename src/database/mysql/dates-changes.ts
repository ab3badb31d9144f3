// Tells whether a server says in its catalogue when tables last changed.

/**
 * Servers date changes of InnoDB's tables since MySQL 5.7 and MariaDB 10.2. `name`: with the version, as they answer to `version()`,
 * or as they are called for people.
 */
export function datesChanges(name: string): boolean {
  const [major = 0, minor = 0] = (/\d+\.\d+/.exec(name)?.[0] ?? '').split('.').map(Number)
  const [oldestMajor, oldestMinor] = /mariadb/i.test(name) ? [10, 2] : [5, 7]
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}
