// `lectern init` reads a database's catalogue and samples of its rows, and proposes a config file that serves it. It writes
// nothing itself.
import { createAsk, printable } from '../check/finding.ts'
import { StartError } from '../core/start-error.ts'
import type { Address } from '../database/address.ts'
import { openDatabase } from '../database/open.ts'
import { readCatalogue, type Catalogue } from '../init/catalogue.ts'
import { layoutConfig, wordpressConfig } from '../init/config-text.ts'
import type { Proposal, ProposedColumn, ProposedTable } from '../init/proposal.ts'
import { candidates, knownNames, propose, wordpressTables } from '../init/propose.ts'
import type { Config } from '../settings/config.ts'
import { databaseLimits } from './database-options.ts'
import { inspectOrThrow } from './usable.ts'

/** Returns the owner's answer to a question, or the proposed one. */
export type Answer = (question: string, proposed: string) => Promise<string>

export interface InitOptions {
  /** The address as it is written to the file. */
  readonly databaseUrl: string
  /** The table of posts, if the owner named it. */
  readonly posts?: string
  readonly answer: Answer
}

export interface Initial {
  /** The text of the config file. */
  readonly text: string
  /** The findings with their reasons, as lines to read. */
  readonly notes: readonly string[]
}

/** Throws a StartError where no config file can be proposed. */
export async function initialConfig(
  config: Config,
  address: Address,
  options: InitOptions,
): Promise<Initial> {
  const engine = openDatabase(address, databaseLimits(config))
  try {
    const server = await inspectOrThrow(engine, address)
    const asking = { ...createAsk(engine, config.queryTimeoutMs), dialect: engine.dialect, server }
    const catalogue = await readCatalogue(asking)
    return await proposed(catalogue, options)
  } finally {
    await engine.close()
  }
}

async function proposed(catalogue: Catalogue, { databaseUrl, posts, answer }: InitOptions): Promise<Initial> {
  const prefixes = posts === undefined ? wordpressTables(catalogue).map(({ prefix }) => prefix) : []
  const [first] = prefixes
  if (first !== undefined) {
    const prefix =
      prefixes.length === 1 ? first : await answer(`The prefix of the tables (${prefixes.join(', ')})`, first)
    return {
      text: wordpressConfig(databaseUrl, prefix),
      notes: [
        `WordPress's tables are there, with the prefix ${prefix}.`,
        ...(prefixes.length > 1
          ? [
              `Look at this: other tables of WordPress have the prefixes ${prefixes.filter((each) => each !== prefix).join(', ')}.`,
            ]
          : []),
      ].map(line),
    }
  }
  const found = await candidates(catalogue)
  const likely = found.slice(0, 5).map(({ table, reasons }) => `${table.name} (${reasons.join(', ')})`)
  const [best] = found
  const name =
    posts ?? (best && (await answer(line(`The table of posts: ${likely.join('; ')}`), best.table.name)))
  const chosen = found.find(({ table }) => table.name === name) ?? named(catalogue, name)
  if (chosen === null) {
    const names = catalogue.tables.map((table) => printable(table.name))
    if (names.length === 0) throw new StartError('The database has no table that this account may read.')
    throw new StartError(
      name === undefined
        ? `No table has a key of one column, a title (${knownNames('title')}) and a date (${knownNames('created_at')}), as posts have. The tables are ${names.slice(0, 60).join(', ')}; --posts names one.`
        : `There is no table ${name}. The tables are ${names.slice(0, 60).join(', ')}.`,
    )
  }
  const proposal = await propose(catalogue, chosen)
  if ('problem' in proposal) throw new StartError(proposal.problem)
  const zone = await answer(
    'The time zone of the site, and of dates that are not in UTC',
    proposal.options['timezone_string'] ?? 'UTC',
  )
  const tables = await Promise.all(proposal.tables.map((table) => withMeanings(table, answer)))
  const settled = { ...proposal, tables, options: { ...proposal.options, timezone_string: zone } }
  return { text: layoutConfig(databaseUrl, settled), notes: notesOf(settled) }
}

/** Completes the table of posts with the meanings of its states, which no catalogue contains. */
async function withMeanings(table: ProposedTable, answer: Answer): Promise<ProposedTable> {
  if (table.logical !== 'posts') return table
  const columns: ProposedColumn[] = []
  for (const column of table.columns) {
    const { logical, mapping } = column
    if (logical !== 'status' || typeof mapping === 'string' || !('values' in mapping)) {
      columns.push(column)
      continue
    }
    const shown = Object.entries(mapping.values).map(([stored, meant]) => `${stored}=${meant}`)
    const given = await answer(`What ${table.table}.${mapping.column} means`, shown.join(', '))
    const pairs = given.split(',').map((pair): [string, string] => {
      const [stored = '', meant = ''] = pair.split('=')
      return [stored.trim(), meant.trim()]
    })
    columns.push({ ...column, mapping: { column: mapping.column, values: Object.fromEntries(pairs) } })
  }
  return { ...table, columns }
}

function named({ tables }: Catalogue, name: string | undefined) {
  const table = tables.find((each) => each.name === name)
  return table ? { table, score: 0, reasons: ['been named'] } : null
}

function notesOf({ tables, doubts }: Proposal): readonly string[] {
  return [
    ...tables.map(({ logical, table, reason }) => `${logical}: ${table}, as ${reason}.`),
    ...doubts.map((doubt) => `Look at this: ${doubt}`),
  ].map(line)
}

/** Control characters in names and values of the database must not reach the terminal. */
function line(text: string): string {
  return printable(text, 1000)
}
