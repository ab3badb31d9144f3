// The theme.json that the settings name, with what the owner chose in the site editor over it: classes of blocks follow from
// both, and a change of the second drops the responses that were made with the first.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, it } from 'node:test'
import type { ConfigFile } from '../../src/settings/config.ts'
import { readOwnerConfig } from '../../src/settings/owner-config.ts'
import { eventually } from '../support/eventually.ts'
import { at, onEveryDatabase, onOneDatabase, startTestGateway, type TestGateway } from '../support/gateway.ts'
import { onPluginDatabases, setOption } from '../support/plugins.ts'
import { insertPosts, insertRows } from '../support/rows.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-theme-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const file = (path: string, json: unknown) => {
  const full = join(folder, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, typeof json === 'string' ? json : JSON.stringify(json))
  return full
}
const theme = {
  settings: { spacing: { blockGap: true }, color: { duotone: [{ slug: 'dusk' }] } },
  styles: { spacing: { blockGap: '1.2rem' } },
  templateParts: [{ name: 'foot', area: 'footer' }],
}
const path = file('ours/theme.json', theme)
file('ours/styles/blocks/waves.json', { slug: 'waves', blockTypes: ['core/separator'] })
const head = (slug: string) => `<?php\n/**\n * Title: A\n * Slug: ours/${slug}\n */\n?>\n`
file(
  'ours/patterns/greeting.php',
  `${head('greeting')}<!-- wp:paragraph -->\n<p><?php echo esc_html_x( 'It\\'s us', 'x', 'ours' ); ?>\n</p><!-- /wp:paragraph -->\n`,
)
file('ours/patterns/clock.php', `${head('clock')}<?php echo date( 'Y' ); ?>`)
const named = (slug: string) => `<!-- wp:pattern {"slug":"${slug}"} /-->`
const part = (slug: string, more = '') => `<!-- wp:template-part {"slug":"${slug}"${more}} /-->`
file(
  'ours/parts/foot.html',
  `<!-- wp:paragraph --><p>foot</p><!-- /wp:paragraph -->${named('ours/greeting')}${part('foot')}`,
)
const columns = '<!-- wp:columns --><div class="c"></div><!-- /wp:columns -->'
const waves =
  '<!-- wp:separator {"className":"is-style-waves"} --><hr class="is-style-waves"/><!-- /wp:separator -->'
const toned = (slug: string) =>
  `<!-- wp:cover {"style":{"color":{"duotone":"var:preset|duotone|${slug}"}}} --><div class="t"></div><!-- /wp:cover -->`

onEveryDatabase(
  "an owner's theme",
  (on) => {
    const post = (id: number, type: string, slug: string, content: string) =>
      on().database.execute(
        `insert into wp_posts (ID, post_author, post_date, post_date_gmt, post_content, post_title, post_excerpt,
         post_status, comment_status, ping_status, post_password, post_name, to_ping, pinged, post_modified,
         post_modified_gmt, post_content_filtered, post_parent, guid, menu_order, post_type, post_mime_type, comment_count)
         values (${id}, 1, '2024-05-01 10:00:00', '2024-05-01 10:00:00', '${content}', 'One', '', 'publish', 'closed',
         'closed', '', '${slug}', '', '', '2024-05-01 10:00:00', '2024-05-01 10:00:00', '', 0, '', 0, '${type}', '', 0)`,
      )
    const rendered = async () =>
      String(at((await on().gateway.get('/cms-json/cms/v2/pages/9001')).json, 'content', 'rendered'))
    it('rest-theme/1 gives blocks its gaps and styles, and what its owner chose since', async () => {
      await on().database.execute(
        "update wp_options set option_value = 'ours' where option_name = 'stylesheet'",
      )
      await post(9001, 'page', 'themed', columns + waves + toned('dusk') + toned('dawn'))
      const unchosen = await rendered()
      assert.match(unchosen, /is-style-waves--\d/)
      assert.match(unchosen, /wp-duotone-dusk"/)
      assert.doesNotMatch(unchosen, /wp-duotone-dawn"/)
      const chosen = JSON.stringify({
        version: 3,
        isGlobalStylesUserThemeJSON: true,
        settings: { color: { duotone: { custom: [{ slug: 'dawn' }] } } },
        styles: { blocks: { 'core/columns': { spacing: { blockGap: 'var:preset|spacing|50' } } } },
      })
      assert(!unchosen.includes('-794e3cfa '), unchosen)
      await post(9002, 'wp_global_styles', 'wp-global-styles-ours-2', chosen)
      await post(9003, 'wp_global_styles', 'wp-global-styles-ours', chosen)
      await eventually(async () => assert.match(await rendered(), /-794e3cfa /))
      assert.match(await rendered(), /wp-duotone-dusk".*wp-duotone-dawn"/s)
      await on().database.execute('delete from wp_posts where ID = 9003')
      await eventually(async () => assert.equal(await rendered(), unchosen))
      await on().database.execute('delete from wp_posts where ID in (9001, 9002)')
    })
    it('rest-theme/3 gives its patterns and parts, without what only PHP knows', async () => {
      const inner = '<!-- wp:paragraph --><p>in a text</p><!-- /wp:paragraph -->'
      await post(
        9011,
        'page',
        'made',
        `${named('ours/greeting')}|${named('ours/clock')}|${part('foot')}|${part('else', ',"theme":"theirs"')}|${inner}`,
      )
      const answer = await on().gateway.get('/cms-json/cms/v2/pages/9011')
      const html = String(at(answer.json, 'content', 'rendered'))
      assert.equal(
        html,
        '\n<p class="wp-block-paragraph">It&#039;s us</p>\n||<footer class="wp-block-template-part"><p class="wp-block-paragraph">foot</p>\n<p class="wp-block-paragraph">It&#039;s us</p>\n</footer>||<p class="wp-block-paragraph">in a text</p>',
      )
      assert.equal(answer.headers.get('x-cms-unrendered'), 'core/pattern 1, core/template-part 1')
    })
    it('rest-theme/4 gives parts as they were changed in the site editor, with their lists', async () => {
      const { database } = on()
      const footer = async () =>
        String(at((await on().gateway.get('/cms-json/cms/v2/pages/9012')).json, 'content', 'rendered'))
      await post(9012, 'page', 'changed', part('foot'))
      const unchanged = await footer()
      await insertRows(database, 'wp_terms', [
        { term_id: 9001, name: 'ours', slug: 'ours', term_group: 0 },
        { term_id: 9002, name: 'header', slug: 'header', term_group: 0 },
      ])
      await insertRows(database, 'wp_term_taxonomy', [
        {
          term_taxonomy_id: 9001,
          term_id: 9001,
          taxonomy: 'wp_theme',
          description: '',
          parent: 0,
          count: 1,
        },
        {
          term_taxonomy_id: 9002,
          term_id: 9002,
          taxonomy: 'wp_template_part_area',
          description: '',
          parent: 0,
          count: 1,
        },
      ])
      await post(9013, 'wp_template_part', 'foot', 'changed: <!-- wp:site-title /-->')
      await post(9014, 'wp_template_part', 'foot', 'of another theme')
      await insertRows(database, 'wp_term_relationships', [
        { object_id: 9013, term_taxonomy_id: 9001, term_order: 0 },
        { object_id: 9013, term_taxonomy_id: 9002, term_order: 0 },
      ])
      await eventually(async () =>
        assert.match(await footer(), /^<header class="wp-block-template-part">changed: <h1 /),
      )
      await database.execute('delete from wp_term_relationships where object_id = 9013')
      await database.execute('delete from wp_posts where ID in (9013, 9014)')
      await eventually(async () => assert.equal(await footer(), unchanged))
    })
  },
  { themeJson: path, feed: 'auto', unrenderedHeader: 'on' },
)

onOneDatabase('a theme.json that cannot be used', 'it is refused before any database is asked', (on) => {
  it('rest-theme/2 ends the start with a sentence that names the file', async () => {
    const wrong: readonly (readonly [path: string, bytesMax: number, sentence: RegExp])[] = [
      [join(folder, 'none.json'), 1000, /none\.json cannot be read: there is no such file$/],
      [folder, 1000, /lectern-theme-\w+ is no file$/],
      [file('broken/theme.json', '{'), 1000, /theme\.json is no JSON( object)?$/],
      [file('list/theme.json', []), 1000, /theme\.json is no JSON( object)?$/],
      [
        file('package/package.json', { name: 'a' }),
        1000,
        /has neither settings nor styles: is it a theme\.json\?$/,
      ],
      [path, 10, /theme\.json has \d+ bytes, of which 10 are left for it \(themeBytesMax\)$/],
      [path, JSON.stringify(theme).length + 1, /waves\.json has \d+ bytes, of which 1 are left/],
    ]
    for (const [themeJson, themeBytesMax, sentence] of wrong)
      await assert.rejects(startTestGateway(on().database, { themeJson, themeBytesMax }), (error) => {
        assert(error instanceof Error)
        assert.match(error.message, /^themeJson: /)
        assert.match(error.message, sentence)
        return true
      })
  })
})

file('younger/style.css', '/*\nTheme Name: Younger\nTemplate: ours\n*/')
file('younger/parts/head.html', '<!-- wp:paragraph --><p>younger</p><!-- /wp:paragraph -->')
const younger = file('younger/theme.json', {
  settings: { color: { duotone: [{ slug: 'noon' }] } },
  templateParts: [{ name: 'head', area: 'header' }],
})

onOneDatabase('a child theme', 'its files are the same whatever the database is', (on) => {
  it('rest-theme/5 has from its parent what its own files do not have', async () => {
    const gateway = await startTestGateway(on().database, { themeJson: younger })
    const content = `${named('ours/greeting')}|${part('head')}|${part('foot')}|${waves}${toned('dusk')}${toned('noon')}`
    await on().database.execute(
      `update wp_posts set post_content = '${content}' where ID = (select id from (select min(ID) as id from wp_posts where post_type = 'page' and post_status = 'publish' and post_password = '') as pages)`,
    )
    const { json } = await gateway.get('/cms-json/cms/v2/pages?orderby=id&order=asc&per_page=1')
    const html = String(at(json, 0, 'content', 'rendered'))
    assert.match(
      html,
      /It&#039;s us<\/p>\n\|<header [^>]*><p class="wp-block-paragraph">younger<\/p><\/header>\|/,
    )
    assert.match(html, /\|<div class="wp-block-template-part"><p class="wp-block-paragraph">foot<\/p>/)
    assert.match(html, /is-style-waves--\d/)
    // Of two lists of presets the child's counts alone
    assert.match(html, /wp-duotone-varpresetduotonedusk-\d+"/)
    assert.match(html, /wp-duotone-noon"/)
    await gateway.stop()
  })
})

const above = `<?php
  define('DB_NAME', 'site'); define('DB_USER', 'reader'); define('DB_PASSWORD', ''); define('DB_HOST', 'localhost');
  $table_prefix = 'wp_';
  define('WP_CONTENT_DIR', ABSPATH . 'files');`
const wpConfig = file('site/wp-config.php', above)
file('site/cms/wp-settings.php', '')
file(
  'site/cms/wp-includes/images/icon-library/dot.svg',
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><path d="M1 1h7v7z" /></svg>',
)
file('site/cms/files/themes/first/theme.json', theme)
file('site/cms/files/themes/first/parts/foot.html', '<p>first</p>')
file('site/cms/files/themes/child/style.css', '/*\nTemplate: first\n*/')
file('site/cms/files/themes/broken/theme.json', '{')
file('site/cms/files/themes/classic/style.css', '/* Theme Name: Classic */')
file('site/cms/files/themes/hybrid/theme.json', theme)
file('site/cms/files/themes/hybrid/style.css', '')
file('site/cms/files/themes/blocks/style.css', '')
file('site/cms/files/themes/blocks/templates/index.html', '')
file('site/cms/files/themes/blocks/theme.json', theme)
file('site/cms/files/themes/below/style.css', '/*\nTemplate: blocks\n*/')
file('site/cms/files/themes/below/theme.json', theme)
file('site/cms/files/themes/plain/style.css', '')
file('site/cms/files/themes/plain/templates/index.html', '')
file('site/cms/files/themes/plain/parts/foot.html', '<p>plain</p>')
file('site/cms/files/themes/younger/style.css', '/*\nTemplate: plain\n*/')
file('site/cms/files/themes/youngest/style.css', '/*\nTemplate: first\n*/')
file('site/cms/files/themes/youngest/parts/foot.html', '<p>youngest</p>')
file('site/cms/files/themes/group/deep/style.css', '/*\nTemplate: plain\n*/')
file('site/cms/files/themes/group/near/style.css', '/*\nTemplate: alone\n*/')
file('site/cms/files/themes/group/near/templates/index.html', '')
file('site/cms/files/themes/group/alone/style.css', '')
file('site/cms/files/themes/group/alone/parts/foot.html', '<p>alone</p>')
file('site/cms/files/themes/small/style.css', '')
file('site/cms/files/themes/small/theme.json', { version: 3 })
const other = file('site/cms/files/themes/other/theme.json', theme)
file('site/cms/files/themes/other/parts/foot.html', '<p>other</p>')

onOneDatabase(
  'the active theme beside wp-config.php',
  'its files are the same whatever the database is',
  (on) => {
    const activate = async (stylesheet: string, template = stylesheet) => {
      for (const [name, value] of Object.entries({ stylesheet, template }))
        await on().database.execute(
          `update wp_options set option_value = '${value}' where option_name = '${name}'`,
        )
    }
    const page = async ({ get }: TestGateway) =>
      String(
        at(
          (await get('/cms-json/cms/v2/pages?orderby=id&order=asc&per_page=1')).json,
          0,
          'content',
          'rendered',
        ),
      )
    const rendered = async (stylesheet: string, template: string, settings?: ConfigFile) => {
      await activate(stylesheet, template)
      const gateway = await startTestGateway(on().database, settings ?? (await found()))
      const html = await page(gateway)
      await gateway.stop()
      const warnings = gateway.observed.flatMap((each) => (each.kind === 'warning' ? [each.message] : []))
      return { html, warnings: warnings.filter((message) => message.startsWith('wpContentDir')) }
    }
    const found = async (): Promise<ConfigFile> => {
      const owner = await readOwnerConfig(wpConfig, {})
      assert(typeof owner !== 'string')
      const { wpContentDir } = owner
      assert(wpContentDir !== undefined)
      return { wpContentDir }
    }
    before(() =>
      on().database.execute(
        `update wp_posts set post_content = '${part('foot')}${columns}' where ID = (select id from (select min(ID) as id from wp_posts where post_type = 'page' and post_status = 'publish' and post_password = '') as pages)`,
      ),
    )
    it('rest-theme/6 is read without being named, and where it cannot be, the default counts', async () => {
      const standard = await rendered('first', 'first', {})
      assert.doesNotMatch(standard.html, /first/)
      assert.match(standard.html, /-794e3cfa /)
      const own = await rendered('first', 'first')
      assert.match(own.html, /<footer class="wp-block-template-part"><p>first<\/p>/)
      assert.doesNotMatch(own.html, /-794e3cfa /)
      assert.deepEqual(own.warnings, [])
      assert.deepEqual(await rendered('child', 'first'), own)
      assert.deepEqual(await rendered('first', 'first', { ...(await found()), packs: ['none'] }), own)
      // The parent of a theme in a subfolder lies with all themes, or else beside it
      for (const [stylesheet, template, foot] of [
        ['group/deep', 'plain', 'plain'],
        ['group/near', 'group/alone', 'alone'],
      ] as const)
        assert.match((await rendered(stylesheet, template)).html, new RegExp(`<p>${foot}</p>`))
      for (const [name, why] of Object.entries({
        broken: 'broken/theme.json is no JSON: ',
        none: 'there is no theme in ',
        '../themes/first': 'the option stylesheet names no theme: ',
        '': 'the option stylesheet names no theme: ',
      })) {
        const { html, warnings } = await rendered(name, name)
        assert.equal(html, standard.html, name)
        assert.equal(warnings.length, 1)
        assert.ok(warnings.join('').includes(why), warnings.join(''))
      }
      const small = await rendered('first', 'first', { ...(await found()), themeBytesMax: 10 })
      assert.equal(small.html, standard.html)
      assert.match(small.warnings.join(''), /first\/theme\.json has \d+ bytes, of which 10 are left/)
    })
    it('rest-theme/10 has the containers and forms of themes that are not made of blocks', async () => {
      const kept = '<!-- wp:loginout {"displayLoginAsForm":true} /-->'
      const grouped = '<!-- wp:group --><div class="wp-block-group">a</div><!-- /wp:group -->'
      const insert = (content: string) =>
        on().database.execute(
          `update wp_posts set post_content = '${content}' where ID = (select id from (select min(ID) as id from wp_posts where post_type = 'page' and post_status = 'publish' and post_password = '') as pages)`,
        )
      await insert(kept + grouped)
      const seen = async (name: string, settings?: ConfigFile) => {
        const { html, warnings } = await rendered(name, name, settings)
        return {
          hasContainer: html.includes('inner-container'),
          isBlock: html.includes('block-button'),
          warnings,
        }
      }
      const classic = { hasContainer: true, isBlock: false, warnings: [] }
      const made = { hasContainer: false, isBlock: true, warnings: [] }
      assert.deepEqual(await seen('classic'), classic)
      assert.deepEqual(await seen('hybrid'), { ...made, isBlock: false })
      for (const name of ['blocks', 'below', 'first']) assert.deepEqual(await seen(name), made, name)
      for (const name of ['plain', 'younger'])
        assert.deepEqual(await seen(name), { ...classic, isBlock: true }, name)
      assert.deepEqual(await seen('small'), { ...made, isBlock: false })
      assert.deepEqual(await seen('ours', { themeJson: 'none' }), classic)
      // Nothing but their names is known
      for (const [name, is] of Object.entries({
        twentytwentyone: classic,
        ours: made,
        twentytwentytwo: made,
      }))
        assert.deepEqual(await seen(name, {}), is, name)
      assert.deepEqual(await seen('twentytwentyone', { themeJson: 'off' }), made)
      assert.deepEqual(await seen('classic', { ...(await found()), themeJson: 'off' }), made)
      await insert(part('foot') + columns)
    })
    it('rest-theme/11 has parts of its own over those of its parent, whichever of them has a theme.json', async () => {
      for (const [name, parent, shown] of [
        ['younger', 'plain', 'plain'],
        ['youngest', 'first', 'youngest'],
      ] as const) {
        const { html, warnings } = await rendered(name, parent)
        assert.match(html, new RegExp(`<p>${shown}</p>`))
        assert.deepEqual(warnings, [])
      }
    })
    it('rest-theme/7 is not read where the settings name another, or off', async () => {
      const chosen = await rendered('first', 'first', { ...(await found()), themeJson: other })
      assert.match(chosen.html, /<p>other<\/p>/)
      const off = await rendered('first', 'first', { ...(await found()), themeJson: 'off' })
      assert.match(off.html, /-794e3cfa /)
      assert.deepEqual(off.warnings, [])
    })
    it('rest-theme/9 has the drawings of icons beside it', async () => {
      await on().database.execute(
        `update wp_posts set post_content = '<!-- wp:icon {"icon":"core/dot","rotation":90} /-->' where ID = (select id from (select min(ID) as id from wp_posts where post_type = 'page' and post_status = 'publish' and post_password = '') as pages)`,
      )
      const ask = async (settings: ConfigFile) => {
        const gateway = await startTestGateway(on().database, { ...settings, unrenderedHeader: 'on' })
        const html = await page(gateway)
        const { headers } = await gateway.get('/cms-json/cms/v2/pages?orderby=id&order=asc&per_page=1')
        await gateway.stop()
        return [html, headers.get('x-cms-unrendered')]
      }
      assert.deepEqual(await ask(await found()), [
        '<div class="wp-block-icon"><svg style="rotate: 90deg;" aria-hidden="true" focusable="false" xmlns="http://www.w3.org/2000/svg" viewbox="0 0 9 9"><path d="M1 1h7v7z" /></svg></div>',
        null,
      ])
      assert.deepEqual(await ask({}), ['', 'core/icon 1'])
    })
  },
)

onPluginDatabases(
  'a site that switches its theme',
  async (database) => {
    await setOption(database, 'stylesheet', 'first')
    await setOption(database, 'template', 'first')
    await insertPosts(database, [
      { ID: 9021, post_type: 'page', post_name: 'switched', post_content: part('foot') },
    ])
  },
  (on) => {
    it('rest-theme/8 is followed without a restart', async () => {
      const rendered = async () =>
        String(at((await on().gateway.get('/wp-json/wp/v2/pages/9021')).json, 'content', 'rendered'))
      assert.match(await rendered(), /<p>first<\/p>/)
      await setOption(on().database, 'template', 'other')
      await setOption(on().database, 'stylesheet', 'other')
      await eventually(async () => assert.match(await rendered(), /<p>other<\/p>/))
    })
  },
  { wpContentDir: dirname(dirname(dirname(other))), feed: 'auto' },
)
