// The quotes of the site's language, which the translations in its wp-content know: as they are changed with the language, and English
// ones where there are no translations, or none that can be used.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { at } from '../support/gateway.ts'
import { onPluginDatabases, setOption } from '../support/plugins.ts'
import { insertPosts } from '../support/rows.ts'
import { germanDates, germanMarks, translationFile } from '../support/translations.ts'

const content = mkdtempSync(join(tmpdir(), 'lectern-languages-'))
after(() => rmSync(content, { recursive: true, force: true }))
mkdirSync(join(content, 'languages'))
writeFileSync(join(content, 'languages', 'de_DE.mo'), translationFile({ ...germanMarks, ...germanDates }))
writeFileSync(join(content, 'languages', 'fr_FR.mo'), 'no translations')
execFileSync('mkfifo', [join(content, 'languages', 'pipe.mo')])
writeFileSync(join(content, 'secret.mo'), translationFile({ 'apostrophe\u0004&#8217;': 'secret' }))

onPluginDatabases(
  'a site in another language',
  async (database) => {
    await setOption(database, 'WPLANG', 'de_DE')
    await insertPosts(database, [
      { ID: 9031, post_title: "\"A\" it's 'b'", post_content: '"c"', post_excerpt: '"d" -- e' },
      {
        ID: 9032,
        post_content: '<!-- wp:post-date {"format":"j. F Y"} /--><!-- wp:archives /-->',
        post_date: '2024-03-05 15:00:00',
      },
    ])
  },
  (on) => {
    const shown = async () => {
      const { json } = await on().gateway.get('/wp-json/wp/v2/posts/9031')
      return ['title', 'content', 'excerpt'].map((name) => String(at(json, name, 'rendered')).trim())
    }
    const german = [
      '&#8222;A&#8220; it&#8217;s &#8218;b&#8216;',
      '<p>&#8222;c&#8220;</p>',
      '<p>&#8222;d&#8220; &#8212; e</p>',
    ]
    const english = [
      '&#8220;A&#8221; it&#8217;s &#8216;b&#8217;',
      '<p>&#8220;c&#8221;</p>',
      '<p>&#8220;d&#8221; &#8212; e</p>',
    ]
    it('rest-language/2 has its names of months in blocks', async () => {
      const { json } = await on().gateway.get('/wp-json/wp/v2/posts/9032')
      const html = String(at(json, 'content', 'rendered'))
      assert.match(html, />5\. März 2024<\/time>/)
      assert.match(html, />März 2024<\/a>/)
    })
    it('rest-language/3 has what a changed file says since a reload, and none of what was kept before it', async () => {
      const language = `x${randomUUID().replaceAll('-', '')}`
      const opens = (mark: string) =>
        writeFileSync(
          join(content, 'languages', `${language}.mo`),
          translationFile({ 'opening curly double quote\u0004&#8220;': mark }),
        )
      opens('&#171;')
      await setOption(on().database, 'WPLANG', language)
      await eventually(async () => assert.match((await shown()).join(), /^&#171;A&#8221; /))
      opens('&#187;$1')
      await on().gateway.reload()
      assert.match((await shown()).join(), /^&#187;\$1A&#8221; /)
      await setOption(on().database, 'WPLANG', 'de_DE')
      await eventually(async () => assert.deepEqual(await shown(), german))
    })
    it('rest-language/1 has its quotes in titles, contents and excerpts, and those of the one it changes to', async () => {
      assert.deepEqual(await shown(), german)
      for (const language of ['', 'it_IT', 'fr_FR', '../secret', 'pipe']) {
        await setOption(on().database, 'WPLANG', language)
        await eventually(async () => assert.deepEqual(await shown(), english))
        await setOption(on().database, 'WPLANG', 'de_DE')
        await eventually(async () => assert.deepEqual(await shown(), german))
      }
    })
  },
  { wpContentDir: content, feed: 'auto' },
)
