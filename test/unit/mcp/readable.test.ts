// HTML as agents read it.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { charactersMax, pieceOf, readableText } from '../../../src/mcp/readable.ts'

it('text has a line for each block, and none for what is within a line', () => {
  for (const [html, text] of [
    ['<p>One <b>two</b></p><p>three</p>', 'One two\n\nthree'],
    ['<ul><li>a</li><li>b &amp; c</li></ul>d', 'a\n\nb & c\n\nd'],
    ['a<br>b<br/>c', 'a\nb\nc'],
    ['<h2>Head</h2>text<hr>end', 'Head\ntext\nend'],
    ['<pre>  kept\n    in</pre>', 'kept\n    in'],
    ['<script>1 < 2</script>x<style>p{}</style>', 'x'],
    ['1 < 2 and <unclosed', '1 < 2 and'],
    ['', ''],
  ] as const)
    assert.equal(readableText(html), text)
})

it('pieces join to the whole and end before half of a pair', () => {
  const whole = `${'x'.repeat(charactersMax - 1)}🎉y`
  const first = pieceOf(whole, 0)
  assert.deepEqual([first.text.length, first.next], [charactersMax - 1, charactersMax - 1])
  assert.equal(first.text + pieceOf(whole, first.next ?? 0).text, whole)
  assert.deepEqual(pieceOf('x', 5), { text: '', next: null })
})
