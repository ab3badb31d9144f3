// Files of translations that cannot be used: a sentence says so of each, and none holds up a start.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { findLanguage } from '../../../src/app/find-language.ts'
import { englishMarks } from '../../../src/render/marks.ts'
import { germanMarks, translationFile } from '../../support/translations.ts'

const content = mkdtempSync(join(tmpdir(), 'lectern-translations-'))
after(() => rmSync(content, { recursive: true, force: true }))
const path = (language: string) => join(content, 'languages', `${language}.mo`)
const find = (language: string, wpContentDir = content) => findLanguage({ wpContentDir }, () => language)

mkdirSync(join(content, 'languages'))
writeFileSync(path('de_DE'), translationFile(germanMarks))
symlinkSync('de_DE.mo', path('zh-linked'))
writeFileSync(path('long'), translationFile({ 'apostrophe\u0004&#8217;': 'x'.repeat(1000) }))
writeFileSync(path('other'), 'no translations')
writeFileSync(path('large'), '')
truncateSync(path('large'), 8_000_001)
mkdirSync(path('folder'))
execFileSync('mkfifo', [path('pipe')])
symlinkSync('/dev/zero', path('device'))
symlinkSync('loop.mo', path('loop'))
symlinkSync('nothing.mo', path('nowhere'))
writeFileSync(join(content, 'secret.mo'), translationFile(germanMarks))
writeFileSync(join(content, 'file'), '')

const refused: readonly (readonly [language: string, why: RegExp])[] = [
  ['other', /^\S+other\.mo is no file of translations$/],
  ['large', /^\S+large\.mo has 8000001 bytes, /],
  ['folder', /^\S+folder\.mo is no file$/],
  ['pipe', /^\S+pipe\.mo is no file$/],
  ['device', /^\S+device\.mo is no file$/],
  ['loop', /^\S+loop\.mo cannot be read: ELOOP$/],
]

describe('the language of a site', () => {
  for (const [language, why] of refused)
    it(`has no translations in what is a ${language}`, async () =>
      assert.match(JSON.stringify(await find(language)).slice(1, -1), why))
  for (const language of [
    '',
    'it_IT',
    'nowhere',
    '../secret',
    '..',
    'a/b',
    'a\\b',
    'a\0',
    'a\n',
    '%2e',
    'x'.repeat(300),
  ])
    it(`is English where it is ${JSON.stringify(language.slice(0, 12))}`, async () =>
      assert.deepEqual(await find(language), {}))
  it('is English where there is no folder of translations', async () =>
    assert.deepEqual(await find('de_DE', join(content, 'nothing')), {}))
  for (const language of ['de_DE', 'zh-linked'])
    it(`has the marks of ${language}`, async () => {
      const found = await find(language)
      assert.equal(typeof found === 'string' ? found : found.marks?.opening, '&#8222;')
    })
  it('has the English mark in place of one that is long', async () => {
    const found = await find('long')
    assert.deepEqual(typeof found === 'string' ? found : found.marks, englishMarks)
  })
})
