// The shop's settings, as far as they affect products.
import { defineSiteValue, textOf, type Row } from '../../index.ts'
import { wholeNumber } from '../php/stored.ts'

/** An attribute of the whole shop, whose values are the terms of a taxonomy. */
export interface Attribute {
  readonly id: number
  readonly taxonomy: string
  readonly label: string
  readonly type: string
  readonly order: string
  readonly hasArchives: boolean
}

export interface Shop {
  /** The format of prices, as every response with prices describes it. */
  readonly currency: Readonly<Record<string, string | number>>
  /** The number of digits of a price after its point. */
  readonly decimals: number
  /** True where shown prices differ from stored ones, because one of them includes taxes and the other does not. */
  readonly addsTaxes: boolean
  readonly hidesOutOfStock: boolean
  /** The quantity at which a product has little left; null where the shop shows no quantities. */
  readonly lowStock: number | null
}

const names = [
  'woocommerce_currency',
  'woocommerce_currency_pos',
  'woocommerce_price_thousand_sep',
  'woocommerce_price_decimal_sep',
  'woocommerce_price_num_decimals',
  'woocommerce_calc_taxes',
  'woocommerce_prices_include_tax',
  'woocommerce_tax_display_shop',
  'woocommerce_hide_out_of_stock_items',
  'woocommerce_notify_low_stock_amount',
  'woocommerce_stock_format',
] as const

export const shopOf = defineSiteValue({
  options: names,
  make: ({ option }): Shop => {
    const set = (name: (typeof names)[number], otherwise: string) => option(name) ?? otherwise
    const decimals = Math.min(Math.max(wholeNumber(set('woocommerce_price_num_decimals', '2')), 0), 20)
    const code = set('woocommerce_currency', 'USD')
    const symbol = symbolOf(code)
    const place = set('woocommerce_currency_pos', 'left')
    const storesTaxes = set('woocommerce_prices_include_tax', 'no') === 'yes'
    return {
      decimals,
      currency: {
        currency_code: code,
        currency_symbol: symbol,
        currency_minor_unit: decimals,
        currency_decimal_separator: set('woocommerce_price_decimal_sep', '.'),
        currency_thousand_separator: set('woocommerce_price_thousand_sep', ','),
        currency_prefix: place === 'left' ? symbol : place === 'left_space' ? `${symbol} ` : '',
        currency_suffix: place === 'right' ? symbol : place === 'right_space' ? ` ${symbol}` : '',
      },
      addsTaxes:
        set('woocommerce_calc_taxes', 'no') === 'yes' &&
        storesTaxes !== (set('woocommerce_tax_display_shop', 'excl') === 'incl'),
      hidesOutOfStock: set('woocommerce_hide_out_of_stock_items', 'no') === 'yes',
      lowStock:
        set('woocommerce_stock_format', '') === 'no_amount'
          ? null
          : wholeNumber(set('woocommerce_notify_low_stock_amount', '2')),
    }
  },
})

/** The sign of a currency; its code where it has none, or is no currency. */
function symbolOf(code: string): string {
  if (!/^[A-Za-z]{3}$/.test(code)) return code
  const parts = new Intl.NumberFormat('en', {
    style: 'currency',
    currency: code,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? code
}

export function attributeOf(row: Row): Attribute {
  const name = textOf(row, 'attribute_name')
  return {
    id: wholeNumber(textOf(row, 'attribute_id')),
    taxonomy: `pa_${name}`,
    label: textOf(row, 'attribute_label') || name,
    type: textOf(row, 'attribute_type'),
    order: textOf(row, 'attribute_orderby'),
    hasArchives: textOf(row, 'attribute_public') === '1',
  }
}
