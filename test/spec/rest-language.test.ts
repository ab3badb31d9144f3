// The words, quotes and dates of the site's language, which the translations in its wp-content know: as they are changed with the language, and English
// ones where there are no translations, or none that can be used.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, it } from 'node:test'
import { eventually } from '../support/eventually.ts'
import { asUser } from '../support/demo-credentials.ts'
import { at } from '../support/gateway.ts'
import { onPluginDatabases, setOption } from '../support/plugins.ts'
import { insertPosts, insertRows } from '../support/rows.ts'
import { germanDates, germanMarks, germanWords, translationFile } from '../support/translations.ts'

const content = mkdtempSync(join(tmpdir(), 'lectern-languages-'))
after(() => rmSync(content, { recursive: true, force: true }))
mkdirSync(join(content, 'languages'))
writeFileSync(
  join(content, 'languages', 'de_DE.mo'),
  translationFile({ ...germanMarks, ...germanDates, ...germanWords }),
)
writeFileSync(join(content, 'languages', 'fr_FR.mo'), 'no translations')
execFileSync('mkfifo', [join(content, 'languages', 'pipe.mo')])
writeFileSync(join(content, 'secret.mo'), translationFile({ 'apostrophe\u0004&#8217;': 'secret' }))

onPluginDatabases(
  'a site in another language',
  async (database) => {
    await setOption(database, 'WPLANG', 'de_DE')
    const term = { term_id: 8801, name: 'Ärger', slug: 'aerger-aeoeue-ss', term_group: 0 }
    await insertRows(database, 'wp_terms', [term])
    const category = { taxonomy: 'category', description: '', parent: 0, count: 0 }
    await insertRows(database, 'wp_term_taxonomy', [{ term_taxonomy_id: 8801, term_id: 8801, ...category }])
    await insertPosts(database, [
      { ID: 9031, post_title: "\"A\" it's 'b'", post_content: '"c"', post_excerpt: '"d" -- e' },
      {
        ID: 9032,
        post_content: '<!-- wp:post-date {"format":"j. F Y"} /--><!-- wp:archives /-->',
        post_date: '2024-03-05 15:00:00',
      },
      { ID: 9033, post_title: 'Locked "one"', post_password: 'secret', post_date: '2024-03-06 15:00:00' },
      {
        ID: 9034,
        post_title: 'Words',
        post_excerpt: 'x '.repeat(100),
        comment_status: 'open',
        comment_count: 2,
        post_content: `
<!-- wp:query {"queryId":1,"query":{"include":[9033],"perPage":5,"postType":"post"}} -->
<!-- wp:post-template --><!-- wp:post-title /--><!-- /wp:post-template -->
<!-- wp:query-total {"displayType":"range-display"} /--><!-- wp:query-total /-->
<!-- /wp:query -->
<!-- wp:search {"buttonPosition":"button-only"} /-->
<!-- wp:post-comments-link /-->
<!-- wp:post-comments-form /-->
<!-- wp:archives {"displayAsDropdown":true} /-->`,
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
    const wordsOf = async () => {
      const { json } = await on().gateway.get('/wp-json/wp/v2/posts/9034')
      return String(at(json, 'content', 'rendered'))
    }
    it('rest-language/3 has its words in blocks and before titles, escaped for their places', async () => {
      const html = await wordsOf()
      for (const part of [
        '>Geschützt: Locked &#8222;one&#8220;</h2>',
        '>Suchen &#038; &#8222;finden&#8220;</label>',
        'value="Kommentar &quot;abschicken&quot;"',
        `"ariaLabelCollapsed":"Such\\u0027feld \\u003C\\u00f6ffnen\\u003E"`,
        '>2 Kommentare zu Words</a>',
        '>Antworten <small>',
        '>Kommentar <span class="required">',
        '>Archive</label>',
        '>Select Month</option>',
      ])
        assert(html.includes(part), `${part} is not in ${html}`)
      assert.match(html, />Von (\d+) sieht man 1 bis 5<\/div><[^<>]*>\1 Treffer alle da</)
    })
    it('rest-language/5 has its names of types, taxonomies and statuses', async () => {
      const nameOf = async (path: string) =>
        at((await on().gateway.get(`/wp-json/wp/v2/${path}`)).json, 'name')
      assert.deepEqual(
        await Promise.all(
          ['types/post', 'types/page', 'taxonomies/post_tag', 'statuses/publish'].map(nameOf),
        ),
        ['Beiträge', 'Pages', 'Schlagwörter', 'Veröffentlicht'],
      )
    })
    it('rest-language/7 says in it what is wrong, as far as it has WordPress’s sentence', async () => {
      const said = async (path: string) => (await on().gateway.get(`/wp-json/wp/v2/${path}`)).json
      assert.equal(at(await said('posts/9999'), 'message'), 'Ungültige Beitrags-ID.')
      assert.equal(at(await said('users/9999'), 'message'), 'Invalid user ID.')
      const wrong = await said('posts?context=%251$s')
      const order = 'context ist keins von view, embed und edit.'
      assert.equal(at(wrong, 'message'), 'Falsch: context')
      assert.equal(at(wrong, 'data', 'params', 'context'), order)
      assert.equal(at(wrong, 'data', 'details', 'context', 'message'), order)
    })
    it('rest-language/8 has its labels of types for editors, but for those that others word', async () => {
      const { json } = await on().gateway.get('/wp-json/wp/v2/types?context=edit', asUser('admin'))
      const labels = (type: string, ...names: readonly string[]) =>
        names.map((name) => at(json, type, 'labels', name))
      assert.deepEqual(labels('post', 'name', 'edit_item', 'all_items', 'view_item'), [
        'Beiträge',
        'Beitrag bearbeiten',
        'Alle Beiträge',
        'View Post',
      ])
      assert.equal(at(json, 'page', 'labels', 'name'), 'Pages')
      assert.equal(at(json, 'post', 'description'), '')
    })
    it('rest-language/4 has English words where its language is, once that is changed', async () => {
      await setOption(on().database, 'WPLANG', '')
      await eventually(async () => assert.match(await wordsOf(), />Protected: Locked &#8220;one&#8221;</))
      assert.match(await wordsOf(), /2 comments<span class="screen-reader-text"> on Words<\/span>/)
      await setOption(on().database, 'WPLANG', 'de_DE')
      await eventually(async () => assert.match(await wordsOf(), />Geschützt: Locked/))
    })
    it('rest-language/9 makes and finds slugs as its letters are written, once it is that of the site', async () => {
      const { database, gateway } = on()
      const title = 'Ärger-äöü-ß'
      await database.execute('update wp_posts set post_title = ? where ID = 9032', [title])
      const made = async () => [
        at(
          (await gateway.get('/wp-json/wp/v2/posts/9032?context=edit', asUser('admin'))).json,
          'generated_slug',
        ),
        (await gateway.get(`/wp-json/wp/v2/categories?slug=${encodeURIComponent(title)}`)).json,
      ]
      await eventually(async () => assert.equal((await made())[0], 'aerger-aeoeue-ss'))
      assert.equal(at((await made())[1], 0, 'slug'), 'aerger-aeoeue-ss')
      await setOption(database, 'WPLANG', 'hr')
      await eventually(async () => assert.deepEqual(await made(), ['arger-aou-s', []]))
      await setOption(database, 'WPLANG', 'de_DE')
      await eventually(async () => assert.equal(at((await made())[1], 0, 'slug'), 'aerger-aeoeue-ss'))
    })
    it('rest-language/2 has its names of months in blocks', async () => {
      const { json } = await on().gateway.get('/wp-json/wp/v2/posts/9032')
      const html = String(at(json, 'content', 'rendered'))
      assert.match(html, />5\. März 2024<\/time>/)
      assert.match(html, />März 2024<\/a>/)
    })
    it('rest-language/6 has what a changed file says since a reload, and none of what was kept before it', async () => {
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
