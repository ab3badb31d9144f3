// Prices are counted exactly, whatever text is stored.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ownPrices, toDecimal } from '../../../../src/packs/woo/prices.ts'

describe('prices of a shop', () => {
  const price = (stored: string, decimals = 2) =>
    ownPrices((key) => (key === '_price' ? stored : ''), { decimals }).price

  it('prices/1 are whole numbers of the smallest unit', () => {
    for (const [stored, decimals, expected] of [
      ['12.5', 2, 1250n],
      ['12.345', 2, 1235n],
      ['12.344999', 2, 1234n],
      ['.5', 2, 50n],
      ['0.1', 0, 0n],
      ['0.5', 0, 1n],
      ['99999999999999999999.99', 2, 9999999999999999999999n],
      ['-3', 2, -300n],
      ['', 2, null],
      ['free', 2, 0n],
      ['12abc', 2, 1200n],
      ['12,50', 2, 1200n],
      ['9'.repeat(36), 2, 0n],
    ] as const)
      assert.equal(price(stored, decimals), expected, stored)
  })

  it('prices/2 are found by the text that their units stand for', () => {
    for (let units = 0; units < 2000; units += 1)
      for (const decimals of [0, 1, 2, 3])
        assert.equal(price(toDecimal(String(units), { decimals }), decimals), BigInt(units))
  })

  it('prices/4 below zero have their sign before all digits', () => {
    for (const [units, decimals, text] of [
      ['-5', 2, '-0.05'],
      ['-1234', 2, '-12.34'],
      ['-5', 0, '-5'],
    ] as const)
      assert.equal(toDecimal(units, { decimals }), text)
  })

  it('prices/3 are of a sale while the price is the one of the sale', () => {
    const isOnSale = (meta: Readonly<Record<string, string>>) =>
      ownPrices((key) => meta[key] ?? '', { decimals: 2 }).isOnSale
    assert.equal(isOnSale({ _price: '5', _sale_price: '5.00', _regular_price: '8' }), true)
    assert.equal(isOnSale({ _price: '8', _sale_price: '5', _regular_price: '8' }), false)
    assert.equal(isOnSale({ _price: '8', _sale_price: '8', _regular_price: '8' }), false)
    assert.equal(isOnSale({ _price: '8', _sale_price: '', _regular_price: '8' }), false)
  })
})
