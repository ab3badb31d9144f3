// Stored texts as values of a type that compare and sort alike on every dialect: NULL where a text is no value of the type. Numbers are
// exact decimals; times are their 14 digits; booleans are '1' and '0', as PHP reads them.
import { sql, type RawBuilder } from 'kysely'
import { digitsMax, textMax, type FilterType } from '../database/declared-filter.ts'
import type { Dialect } from '../database/engine.ts'

type Sql = RawBuilder<unknown>

const decimal = sql.raw(`decimal(${digitsMax.whole + digitsMax.fraction}, ${digitsMax.fraction})`)
const isNumber = sql.lit(`^[+-]?([0-9]{1,${digitsMax.whole}}([.][0-9]*)?|[.][0-9]+)$`)
const isTime = sql.lit('^[0-9]{4}-?[0-9]{2}-?[0-9]{2}([ T]?[0-9]{2}:?[0-9]{2}(:?[0-9]{2})?)?$')

/** The key of a stored text, which filters compare with keys of clients' values. */
export function typedKey(type: FilterType, value: Sql, { decimals, collates }: Dialect): Sql {
  switch (type) {
    case 'text':
      return collates ? value : sql`sort_key(${value})`
    case 'boolean':
      return sql`case when ${value} in ('', '0') then '0' when ${value} is not null then '1' end`
    case 'integer':
    case 'decimal':
      return decimals === 'exact'
        ? sql`case when ${value} regexp ${isNumber} then cast(${value} as ${decimal}) end`
        : sql`decimal_key(${value})`
    case 'date': {
      if (decimals !== 'exact') return sql`time_key(${value})`
      const digits = ['-', ':', ' ', 'T', 't'].reduce<Sql>(
        (text, mark) => sql`replace(${text}, ${sql.lit(mark)}, '')`,
        value,
      )
      return sql`case when ${value} regexp ${isTime} then substr(concat(${digits}, '000000'), 1, 14) end`
    }
  }
}

/** The key that rows are ordered by; for long texts that of their beginning. */
export function sortedKey(type: FilterType, value: Sql, dialect: Dialect): Sql {
  return typedKey(type, type === 'text' ? sql`substr(${value}, 1, ${sql.lit(textMax)})` : value, dialect)
}

/** The key of a client's value, which was validated before. */
export function givenKey(type: FilterType, given: Sql, dialect: Dialect): Sql {
  return dialect.decimals === 'exact' ? foundKey(type, given, dialect) : typedKey(type, given, dialect)
}

/** Makes a key comparable that a query returned before, as in a cursor. */
export function foundKey(type: FilterType, key: Sql, { decimals }: Dialect): Sql {
  const isNumeric = type === 'integer' || type === 'decimal'
  return isNumeric && decimals === 'exact' ? sql`cast(${key} as ${decimal})` : key
}
