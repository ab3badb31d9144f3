// A drop-down of a text leads to what is chosen in it, and to nothing else.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runInNewContext } from 'node:vm'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { renderContextOf } from '../../support/render-context.ts'

const home = 'https://site.test/</script>'

/** Where each choice of the rendered drop-down leads; null where it leads nowhere. */
function ledTo(block: string, ...choices: readonly string[]): readonly (string | null)[] {
  const html = renderBlocks(
    `<!-- wp:${block} {"displayAsDropdown":true} /-->`,
    renderContextOf({
      blocks: builtInBlocks,
      home,
      periods: () => [{ year: 2024, month: 2, day: null, count: 3 }],
      periodLink: () => 'https://site.test/2024/02/',
    }),
  )
  const [, id, script = ''] =
    /<select[^>]*? id=["']([^"']*)["'][^]*<script>([^]*?)<\/script>/.exec(html) ?? []
  return choices.map((value) => {
    const location: { href: string | null } = { href: null }
    const listeners = new Map<string, (event: object) => void>()
    const document = {
      getElementById: (wanted: string) => {
        assert.equal(wanted, id)
        return { addEventListener: listeners.set.bind(listeners) }
      },
    }
    runInNewContext(script, { document, location, encodeURIComponent })
    listeners.get('change')?.({ target: { value } })
    return location.href
  })
}

describe('the script of a drop-down', () => {
  it('leads to the page of a month', () => {
    assert.deepEqual(ledTo('archives', '', 'https://site.test/2024/02/'), [
      null,
      'https://site.test/2024/02/',
    ])
  })

  it('leads to the page of a term, whatever the addresses are', () => {
    assert.deepEqual(ledTo('categories', '-1', 'sea & salt'), [
      null,
      `${home}/?category_name=sea%20%26%20salt`,
    ])
  })
})
