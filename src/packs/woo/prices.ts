// Prices: stored as decimal texts, shown as whole numbers of the currency's smallest unit. They are computed exactly.
import type { Shop } from './settings.ts'

/** Limits the digits of a price before its point. */
const digitsMax = 35

/** The price in the smallest unit, half of it rounded up; null for an empty text. Text without a number is 0, as in PHP. */
function minorUnits(stored: string, { decimals }: Pick<Shop, 'decimals'>): bigint | null {
  if (stored === '') return null
  const [, sign = '', whole = '', fraction = ''] = /^\s*([+-]?)(\d*)(?:\.(\d*))?/.exec(stored) ?? []
  if (whole.length > digitsMax) return 0n
  const digits = fraction.slice(0, decimals + 1).padEnd(decimals + 1, '0')
  const value = (BigInt(whole + digits) + 5n) / 10n
  return sign === '-' ? -value : value
}

export interface Prices {
  readonly price: bigint | null
  readonly regular: bigint | null
  readonly sale: bigint | null
  readonly isOnSale: boolean
  /** The least and the greatest, where they differ. */
  readonly range: readonly [bigint, bigint] | null
}

/** Prices of a product without variations, or of a variation. A sale is on while the plug-in has made its price the product's. */
export function ownPrices(meta: (key: string) => string, shop: Pick<Shop, 'decimals'>): Prices {
  const [price, regular, sale] = ['_price', '_regular_price', '_sale_price'].map((key) =>
    minorUnits(meta(key), shop),
  )
  const isOnSale = typeof sale === 'bigint' && sale === price && typeof regular === 'bigint' && regular > sale
  return {
    price: price ?? null,
    regular: regular ?? price ?? null,
    sale: price ?? null,
    isOnSale,
    range: null,
  }
}

/** The least prices among a product's variations, or among the products of a group. */
export function leastPrices(each: readonly Prices[]): Prices {
  const prices = each.map(({ price }) => price).filter((price) => price !== null)
  const [least, greatest] = [leastOf(prices), greatestOf(prices)]
  return {
    price: least,
    regular: leastOf(each.map(({ regular }) => regular).filter((price) => price !== null)),
    sale: least,
    isOnSale: each.some(({ isOnSale }) => isOnSale),
    range: least !== null && greatest !== null && least < greatest ? [least, greatest] : null,
  }
}

function leastOf(prices: readonly bigint[]): bigint | null {
  return prices.reduce<bigint | null>((one, other) => (one === null || other < one ? other : one), null)
}

function greatestOf(prices: readonly bigint[]): bigint | null {
  return prices.reduce<bigint | null>((one, other) => (one === null || other > one ? other : one), null)
}

export function shownPrices({ price, regular, sale, range }: Prices, { currency }: Shop) {
  return {
    price: String(price ?? 0n),
    regular_price: String(regular ?? 0n),
    sale_price: String(sale ?? 0n),
    price_range: range && { min_amount: String(range[0]), max_amount: String(range[1]) },
    ...currency,
  }
}

/** A number of smallest units as the decimal text that meta has: `1250` is `12.50`. */
export function toDecimal(units: string, { decimals }: Pick<Shop, 'decimals'>): string {
  if (decimals === 0) return units
  const [sign, digits] = units.startsWith('-') ? ['-', units.slice(1)] : ['', units]
  const padded = digits.padStart(decimals + 1, '0')
  return `${sign}${padded.slice(0, -decimals)}.${padded.slice(-decimals)}`
}
