// The text of HTML, by what wp_strip_all_tags makes of it: whole markup, markup without an end, quotes in tags.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainText } from '../../../src/core/plain-text.ts'

describe('plainText', () => {
  const texts: readonly (readonly [html: string, text: string])[] = [
    ['a > b & "c"', 'a > b & "c"'],
    ['a <b class="x">b</b>c', 'a bc'],
    ['a < b', 'a < b'],
    ['a <\tb <i>c</i>', 'a <\tb c'],
    ['<a title="x > y">z</a>', 'z'],
    ["<a title='x > y'>z</a>", 'z'],
    ['<>a</>', 'a'],
    // Without an end
    ['a<', 'a'],
    ['a<b', 'a'],
    ['<"', ''],
    ["<'", ''],
    ['<a "b', ''],
    ["x <3 it's", 'x '],
    ['I <3 "you and this is a post', 'I '],
    ['<a title="foo href=x>y</a>', ''],
    ['a<!-- b > c', 'a'],
    ['a<? b > c', 'a'],
    // A bracket in a tag needs one of its own
    ['<a <b> c> d', ' d'],
    ['<a < b> c', ' c'],
    // Comments and declarations
    ['a<!-- <b> " -->c', 'ac'],
    ['a<!-->b', 'ab'],
    ['<!DOCTYPE html>a', 'a'],
    ['<![CDATA[a]]>b', 'b'],
    ['<?php echo 1 > 0; ?>a', 'a'],
    // Scripts and styles
    ['a<script>var b = "<p>"</script>c', 'ac'],
    ['a<SCRIPT type=x>b</Script>c<style>d{}</style>e', 'ace'],
    ['a<script>b</style>c', 'abc'],
    ['a<script>b</script >c', 'abc'],
    ['a<script>b', 'ab'],
    ['a<scripted>b</scripted>c', 'abc'],
    ['a<script <style>x</style>b', 'a'],
  ]
  for (const [html, text] of texts)
    it(`of ${JSON.stringify(html)}`, () => assert.equal(plainText(html), text))
})
