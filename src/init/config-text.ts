// Writes a proposal as the text of a config file, with its reasons as comments.
import type { ColumnMapping, Wanted } from '../database/layout-mapping.ts'
import type { Proposal, ProposedTable } from './proposal.ts'

/** Returns the config file for WordPress's own tables. */
export function wordpressConfig(databaseUrl: string, prefix: string): string {
  const prefixed = prefix === 'wp_' ? [] : [`  tablePrefix: ${quoted(prefix)},`]
  return file([`  databaseUrl: ${quoted(databaseUrl)},`, ...prefixed])
}

export function layoutConfig(databaseUrl: string, { tables, leftOut, options, doubts }: Proposal): string {
  return file([
    `  databaseUrl: ${quoted(databaseUrl)},`,
    ...(doubts.length > 0
      ? ['  // Look at these, which were guessed:', ...doubts.map((doubt) => `  // - ${comment(doubt)}`)]
      : []),
    '  layout: {',
    `    extends: 'plain',`,
    '    tables: {',
    ...tables.flatMap(tableLines),
    ...(leftOut.length > 0 ? ['      // Their names alone are those of tables that would be served'] : []),
    ...leftOut.map((logical) => `      ${logical}: null,`),
    '    },',
    '    // What WordPress keeps in its options; home is where the pages of the site are',
    '    options: {',
    `      // home: 'https://www.example.org',`,
    ...Object.entries(options).map(([name, value]) => `      ${name}: ${quoted(value)},`),
    '    },',
    '  },',
  ])
}

function file(lines: readonly string[]): string {
  const head = [`import type { ConfigFile } from 'lectern'`, '', 'export default {']
  return [...head, ...lines, '} satisfies ConfigFile', ''].join('\n')
}

function tableLines({
  logical,
  table,
  reason,
  columns,
  where,
  reads = [],
}: ProposedTable): readonly string[] {
  return [
    `      // ${comment(`${table}: ${reason}`)}`,
    `      ${logical}: {`,
    `        table: ${quoted(table)},`,
    '        columns: {',
    ...columns.map(
      (column) =>
        `          ${column.logical}: ${mappingText(column.mapping)},${column.reason === undefined ? '' : ` // ${comment(column.reason)}`}`,
    ),
    '        },',
    ...(where.length === 0
      ? []
      : [
          '        where: {',
          ...where.map(
            ({ column, wanted, reason: why }) =>
              `          ${nameText(column)}: ${wantedText(wanted)}, // ${comment(why)}`,
          ),
          '        },',
        ]),
    ...(reads.length > 0 ? [`        reads: [${reads.map(quoted).join(', ')}],`] : []),
    '      },',
  ]
}

function mappingText(mapping: ColumnMapping): string {
  if (typeof mapping === 'string') return quoted(mapping)
  if ('constant' in mapping) return `{ constant: ${valueText(mapping.constant)} }`
  if ('sql' in mapping) return `{ sql: ${quoted(mapping.sql)} }`
  const column = `column: ${quoted(mapping.column)}`
  if ('as' in mapping) return `{ ${column}, as: ${quoted(mapping.as)} }`
  if ('plus' in mapping) return `{ ${column}, plus: ${mapping.plus} }`
  const values = Object.entries(mapping.values).map(
    ([stored, meant]) => `${nameText(stored)}: ${quoted(meant)}`,
  )
  return `{ ${column}, values: { ${values.join(', ')} } }`
}

function wantedText(wanted: Wanted): string {
  if (typeof wanted === 'object' && wanted !== null && 'not' in wanted)
    return `{ not: ${JSON.stringify(wanted.not)} }`
  return JSON.stringify(wanted)
}

function nameText(name: string): string {
  return /^(?:[A-Za-z_]\w*|0|[1-9]\d{0,14})$/.test(name) ? name : quoted(name)
}

function valueText(value: string | number): string {
  return typeof value === 'string' ? quoted(value) : String(value)
}

/** Quotes a name from the database as a string of JavaScript, which it cannot end. */
function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}

/** Cleans a text for a comment, so that names and values from a database cannot end it, or control a terminal. */
function comment(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, '?').slice(0, 300)
}
