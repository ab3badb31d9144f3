// Checks that the tables of the layout exist, and otherwise names table prefixes that would match.
import type { Fitted, Unfit } from '../database/fit.ts'
import { advice, good, printable, problem, warning, type Finding } from './finding.ts'

export function checkTables(
  fitted: Fitted | Unfit,
  { tablePrefix, isWordpress }: { readonly tablePrefix: string; readonly isWordpress: boolean },
  there: ReadonlyMap<string, unknown>,
): readonly Finding[] {
  if ('lacking' in fitted) {
    const prefixes = prefixesOf(there)
    return [
      problem(
        `There is no ${fitted.lacking}, which posts are read from. ${
          prefixes.length === 0
            ? `Is the prefix of the tables ${tablePrefix}, and may the account read them?`
            : `The database has WordPress tables with the prefixes ${prefixes.join(', ')}.`
        }`,
        `TABLE_PREFIX=${prefixes[0] ?? '…'}`,
      ),
    ]
  }
  if ('mismatched' in fitted) return fitted.mismatched.map((says) => problem(says))
  const { layout, missing } = fitted
  return [
    good(
      `${layout.size === 1 ? '1 table is' : `${layout.size} tables are`} there, with the names of the layout.`,
    ),
    ...(missing.length > 0
      ? [notServed(missing, isWordpress, accountsOfNetwork(missing, tablePrefix, there))]
      : []),
  ]
}

/** Reports missing tables: WordPress has all of its tables, but other systems need not have an equivalent of each. */
function notServed(missing: readonly string[], isWordpress: boolean, network: string | null): Finding {
  const says = `Not served, because it does not exist or the account may not read it: ${missing.join(', ')}.`
  if (isWordpress && network !== null)
    return warning(
      `${says} The accounts of a network of sites are in ${network}users: map users and usermeta to its tables in a config file (docs/authentication.md).`,
      `layout: { extends: 'wordpress', tables: { users: { table: '${network}users' }, usermeta: { table: '${network}usermeta' } } }`,
    )
  return isWordpress && missing.some((each) => each.startsWith('table '))
    ? warning(
        `${says} A WordPress has these tables, and without its options its addresses and dates are wrong: may the account read them (sql/grant.sql)?`,
      )
    : advice(says)
}

/** The prefix of a network's own tables, where one of its sites is served without its accounts: `wp_` for `wp_2_`. */
function accountsOfNetwork(
  missing: readonly string[],
  tablePrefix: string,
  there: ReadonlyMap<string, unknown>,
): string | null {
  const begin = /^(.*?)\d+_$/.exec(tablePrefix)?.[1]
  const lacksAccounts = missing.includes(`table ${tablePrefix}users`)
  return begin !== undefined && lacksAccounts && there.has(`${begin}users`) ? begin : null
}

/** Prefixes under which the database has WordPress's tables. */
function prefixesOf(tables: ReadonlyMap<string, unknown>): readonly string[] {
  return [...tables.keys()]
    .filter((name) => name.endsWith('posts'))
    .map((name) => printable(name.slice(0, -'posts'.length)))
    .filter((prefix) => tables.has(`${prefix}options`) && tables.has(`${prefix}postmeta`))
}
