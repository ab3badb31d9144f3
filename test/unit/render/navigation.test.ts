// Navigations: where their links come from, how they are grouped, and what opens those below one.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import type { RenderContext } from '../../../src/render/context.ts'
import { needsOfText } from '../../../src/render/needs.ts'
import { renderContextOf } from '../../support/render-context.ts'

const pages = [
  { id: '1', parentId: '0', title: 'One & two', link: 'http://site.test/one/', isFront: false },
  { id: '2', parentId: '1', title: 'Below', link: 'http://site.test/one/below/', isFront: false },
]
const render = (text: string, parts: Partial<RenderContext> = {}) =>
  renderBlocks(text, renderContextOf({ blocks: builtInBlocks, pages: () => pages, ...parts }))
const link = (label: string, url = '#') => `<!-- wp:navigation-link {"label":"${label}","url":"${url}"} /-->`
const never = '"overlayMenu":"never"'

describe('navigations', () => {
  it('have the links that they enclose', () =>
    assert.equal(
      render(
        `<!-- wp:navigation {${never},"textColor":"red"} -->\n${link('A')}\n${link('B', '/b')}\n<!-- /wp:navigation -->`,
      ),
      '<nav class="has-text-color has-red-color wp-block-navigation is-layout-flex wp-block-navigation-is-layout-flex"><ul class="wp-block-navigation__container has-text-color has-red-color wp-block-navigation"><li class="wp-block-navigation-item wp-block-navigation-link"><a class="wp-block-navigation-item__content"  href="#"><span class="wp-block-navigation-item__label">A</span></a></li><li class="wp-block-navigation-item wp-block-navigation-link"><a class="wp-block-navigation-item__content"  href="/b"><span class="wp-block-navigation-item__label">B</span></a></li></ul></nav>',
    ))
  it('open a dialog that has its colours', () => {
    const own = '"customOverlayTextColor":"#333","customOverlayBackgroundColor":"#444"'
    const html = render(`<!-- wp:navigation {${own}} -->${link('A')}<!-- /wp:navigation -->`)
    assert(
      html.includes(
        '<div class="wp-block-navigation__responsive-container has-text-color has-background" style="color: #333;background-color: #444" id="modal-1"',
      ),
      html,
    )
  })
  const colored = '"style":{"elements":{"link":{"color":{"text":"#123456"}}}}'
  const item = `<!-- wp:navigation-link {"label":"A","url":"/a",${colored}} /-->`
  it('number what they enclose: below an item, which is rendered twice, twice', () => {
    const submenu = `<!-- wp:navigation-submenu {"label":"S"} -->${item}<!-- /wp:navigation-submenu -->`
    const html = render(`<!-- wp:navigation {${never}} -->${item}${submenu}${item}<!-- /wp:navigation -->`)
    assert.deepEqual(html.match(/item (?:wp-elements-\d ?)+/g), [
      'item wp-elements-1 ',
      'item wp-elements-2 wp-elements-4 ',
      'item wp-elements-3 ',
    ])
  })
  it('number no item of a menu, but what is below it', () => {
    const submenu = `<!-- wp:navigation-submenu {"label":"S",${colored}} -->${item}<!-- /wp:navigation-submenu -->`
    const menu = () => ({ title: '', content: item + submenu })
    assert.deepEqual(
      render(`<!-- wp:navigation {"ref":9,${never}} /-->`, { menu }).match(/wp-elements-\d/g),
      ['wp-elements-1'],
    )
  })
  it('have no empty style for overlay colours that no declaration can have', () => {
    const html = render(
      `<!-- wp:navigation {"customOverlayTextColor":"rgb(1,2,3)"} -->${link('A')}<!-- /wp:navigation -->`,
    )
    assert(html.includes('has-text-color"  id="modal-1"'), html)
  })
  it('name colours as they are stated, submenus and lists of pages as the style sheet has them', () => {
    const colors = '"textColor":"vividRed","overlayTextColor":"2XL"'
    const list = render(`<!-- wp:navigation {${colors}} --><!-- wp:page-list /--><!-- /wp:navigation -->`)
    assert(list.includes('<nav class="has-text-color has-vividRed-color '), list)
    assert(list.includes('__responsive-container has-text-color has-2XL-color"'), list)
    assert(list.includes('<ul class="has-text-color has-vivid-red-color wp-block-page-list">'), list)
    assert(list.includes(' has-text-color has-2-xl-color">'), list)
  })
  it('have those of the menu that they name, by its title', () => {
    const menu = (id: string | null) => (id === '7' ? { title: 'Main', content: link('M') } : null)
    const html = render(`<!-- wp:navigation {"ref":7} /-->`.repeat(2), { menu })
    assert(html.includes('aria-label="Main" '), html)
    assert(html.includes('aria-label="Main 2" '), html)
    assert.equal(html.match(/>M</g)?.length, 2)
    assert.match(html, /id="modal-1".*id="modal-2"/s)
    // A menu that is gone leaves its place
    const gone = () => ({ title: '', content: '' })
    assert.equal(
      render(`<!-- wp:navigation {"ref":8,${never}} /-->`, { menu: gone }),
      '<nav class="wp-block-navigation is-layout-flex wp-block-navigation-is-layout-flex"></nav>',
    )
  })
  it('have those of the newest menu, or all pages, where they name none', () => {
    const menu = (id: string | null) => (id === null ? { title: 'Main', content: link('M') } : null)
    assert(render(`<!-- wp:navigation {${never}} /-->`, { menu }).includes('>M<'))
    const html = render(`<!-- wp:navigation {${never}} /-->`)
    assert(html.includes('>One &amp; two</a><button data-wp-bind--aria-expanded="state.isSubmenuOpen"'), html)
    assert(html.includes('has-child wp-block-navigation-item open-on-hover-click"'), html)
  })
  it('put what is no link between their lists', () => {
    const html = render(
      `<!-- wp:navigation {${never}} -->${link('A')}<!-- wp:search /--><!-- wp:site-title /--><!-- /wp:navigation -->`,
    )
    assert.equal(html.match(/<ul class="wp-block-navigation__container/g)?.length, 2)
    assert(html.includes('<li class="wp-block-navigation-item"><h1 class="wp-block-site-title">'), html)
  })
  it('have colours of their own, which what they open and lists of pages have, too', () => {
    const own = `"customTextColor":"#111","overlayBackgroundColor":"red","customOverlayTextColor":"#222"`
    const submenu = `<!-- wp:navigation-submenu {"label":"More","url":"/more"} -->${link('A')}<!-- /wp:navigation-submenu -->`
    const html = render(
      `<!-- wp:navigation {${never},${own}} -->${submenu}<!-- wp:page-list /--><!-- /wp:navigation -->`,
    )
    assert(html.startsWith('<nav style="color: #111" class="has-text-color wp-block-navigation '), html)
    assert(html.includes('<ul style="color: #111" class="has-text-color wp-block-page-list">'), html)
    assert(
      html.includes(
        'style="color:#222" class="wp-block-navigation__submenu-container has-text-color has-background has-red-background-color wp-block-navigation-submenu"',
      ),
      html,
    )
  })
  it('number those that have the name of another, or none', () => {
    const html = render(`<!-- wp:navigation {${never}} -->${link('A')}<!-- /wp:navigation -->`.repeat(2))
    assert.equal(html.match(/aria-label=/g)?.length, 1)
    assert(html.includes('aria-label=" 2"'), html)
  })
  it('count the ids of what they enclose twice', () => {
    const html = render(`<!-- wp:navigation {${never}} --><!-- wp:search /--><!-- /wp:navigation -->`)
    assert(html.includes('id="wp-block-search__input-2"'), html)
  })
  it('open what is below a link by a button, or by a click', () => {
    const submenu = `<!-- wp:navigation-submenu {"label":"More","url":"/more"} -->${link('A')}<!-- /wp:navigation-submenu -->`
    const hover = render(`<!-- wp:navigation -->${submenu}<!-- /wp:navigation -->`)
    assert(hover.includes('<a class="wp-block-navigation-item__content" href="/more">'), hover)
    assert(hover.includes('has-child open-on-hover-click wp-block-navigation-submenu"'), hover)
    assert(hover.includes('aria-label="More submenu" class="wp-block-navigation__submenu-icon'), hover)
    const click = render(
      `<!-- wp:navigation {"openSubmenusOnClick":true} -->${submenu}<!-- /wp:navigation -->`,
    )
    assert(click.includes('has-child open-on-click wp-block-navigation-submenu"'), click)
    assert(!click.includes('href="/more"'), click)
    const opened = (visibility: string, more = '') =>
      render(
        `<!-- wp:navigation {"submenuVisibility":"${visibility}"${more}} -->${submenu}<!-- /wp:navigation -->`,
      )
    assert.equal(opened('click'), click)
    assert.equal(opened('always', ',"openSubmenusOnClick":true'), click)
    const always = opened('always')
    assert(always.includes('has-child open-always wp-block-navigation-submenu"'), always)
    assert(always.includes('href="/more"') && !always.includes('pointerenter'), always)
    assert(opened('always', ',"showSubmenuIcon":false').includes('has-child open-always '))
    const large = submenu.replace('{', '{"style":{"typography":{"lineHeight":"2"}},')
    const plain = render(`<!-- wp:navigation {"showSubmenuIcon":false} -->${large}<!-- /wp:navigation -->`)
    assert(plain.includes('tabindex="-1" style="line-height:2" class="wp-block-navigation-item'), plain)
  })
  it('lead home in another window, and say where, as they are told', () => {
    const home = render('<!-- wp:home-link {"opensInNewTab":true,"description":"Back"} /-->')
    assert(
      home.endsWith(
        'rel="home"  target="_blank">Home<span class="wp-block-navigation-item__description">Back</span></a></li>',
      ),
      home,
    )
  })
  it('have colours that older editors stored, where they have no others', () => {
    const coloured = (attributes: string) =>
      render(`<!-- wp:navigation {${never},${attributes}} -->${link('A')}<!-- /wp:navigation -->`)
    assert(
      coloured('"rgbTextColor":"#123456"').startsWith('<nav style="color: #123456" class="has-text-color '),
    )
    assert.equal(coloured('"rgbTextColor":"#123456","textColor":"red"'), coloured('"textColor":"red"'))
  })
  it('have their colours after what else their style states', () => {
    const made = (attributes: string) =>
      render(`<!-- wp:navigation {${never},${attributes}} -->${link('A')}<!-- /wp:navigation -->`)
    const bold = '"style":{"typography":{"fontWeight":"700"}}'
    assert(
      made(`"customTextColor":"#123456",${bold}`).startsWith('<nav style="font-weight:700;color: #123456" '),
    )
    assert(made('"customBackgroundColor":"rgb(1,2,3)"').startsWith('<nav style="" class="has-background '))
    assert(made(`"customBackgroundColor":"rgb(1,2,3)",${bold}`).startsWith('<nav style="font-weight:700" '))
    const submenu =
      '<!-- wp:navigation-submenu {"label":"a","style":{"typography":{"fontWeight":"700"},"color":{"text":"blue"}}} --><!-- wp:navigation-link {"label":"b","url":"/b"} /--><!-- /wp:navigation-submenu -->'
    assert(
      render(
        `<!-- wp:navigation {${never},"customOverlayBackgroundColor":"#123"} -->${submenu}<!-- /wp:navigation -->`,
      ).includes('style="color:blue;font-weight:700;color:blue;background-color:#123"'),
    )
  })
  it('have no colours where no navigation is around a link', () =>
    assert(render('<!-- wp:home-link /-->').startsWith('<li class="wp-block-navigation-item ')))
  it('have attributes of links that are stated, and say nothing', () =>
    assert.match(
      render('<!-- wp:navigation-link {"label":"a","url":"/a","rel":"","title":""} /-->'),
      / href="\/a" rel="" title="">/,
    ))
  it('end a list at what is no item, even at nothing', () => {
    const html = render(
      `<!-- wp:navigation {${never}} -->${link('A')}<!-- wp:site-logo /-->${link('B')}<!-- /wp:navigation -->`,
    )
    assert.equal(html.match(/<ul class="wp-block-navigation__container/g)?.length, 2)
    const alone = render(`<!-- wp:navigation {${never}} --><!-- wp:site-logo /--><!-- /wp:navigation -->`)
    assert.equal(
      alone,
      '<nav class="wp-block-navigation is-layout-flex wp-block-navigation-is-layout-flex"></nav>',
    )
  })
  it('have a button that opens nothing where a submenu has no links', () => {
    const html = render(
      '<!-- wp:navigation {"submenuVisibility":"click"} --><!-- wp:navigation-submenu {"label":"More"} --><!-- /wp:navigation-submenu --><!-- /wp:navigation -->',
    )
    assert.match(
      html,
      /<button aria-label="More submenu" class="[^"]*submenu__toggle" aria-expanded="false"><span[^>]*>More<\/span><\/button><\/li>/,
    )
  })
  it('open the first list alone where links have no buttons', () => {
    const submenu = `<!-- wp:navigation-submenu {"label":"More"} -->${link('A')}<!-- /wp:navigation-submenu -->`
    const html = render(
      `<!-- wp:navigation {"showSubmenuIcon":false} -->${submenu.repeat(2)}<!-- /wp:navigation -->`,
    )
    assert.equal(html.match(/<li data-wp-context=/g)?.length, 1)
    assert.equal(html.match(/<li /g)?.length, 4)
  })
  it('keep the numbers of what they enclose twice', () => {
    const button =
      '<!-- wp:button {"className":"is-style-outline"} --><div class="b"><a>a</a></div><!-- /wp:button -->'
    const html = render(
      `<!-- wp:navigation {${never}} -->${button}<!-- wp:search /--><!-- /wp:navigation -->`,
    )
    assert(html.includes('class="b is-style-outline--1"'), html)
    assert(html.includes('id="wp-block-search__input-3"'), html)
  })
  it('count a style below an item anew, and what a named menu replaces', () => {
    const buttons =
      '<!-- wp:buttons --><div><!-- wp:button {"className":"is-style-outline"} --><div class="b"><a class="wp-block-button__link">a</a></div><!-- /wp:button --></div><!-- /wp:buttons -->'
    const html = render(
      `<!-- wp:navigation {${never}} -->${buttons}<!-- wp:search /--><!-- /wp:navigation -->`,
    )
    assert(html.includes('class="b is-style-outline--1"'), html)
    assert(html.includes('id="wp-block-search__input-4"'), html)
    const menu = { title: 'M', content: '<!-- wp:search /-->' }
    const named = render(
      `<!-- wp:navigation {${never},"ref":7} --><!-- wp:search /--><!-- /wp:navigation -->`,
      {
        menu: () => menu,
      },
    )
    assert(named.includes(' aria-label="M"'), named)
    assert(named.includes('id="wp-block-search__input-2"'), named)
  })
  it('show phrases alone in labels', () => {
    const html = render(
      `<!-- wp:navigation {${never}} -->${link('a & <em>b</em><script>c</script>')}<!-- /wp:navigation -->`,
    )
    assert(html.includes('label">a &amp; <em>b</em>c</span>'), html)
  })
  it('are nothing within themselves', () => {
    const menu = () => ({ title: '', content: '<!-- wp:navigation /-->' })
    assert.equal(render('<!-- wp:navigation {"ref":1} /-->', { menu }), '')
    const deep = `<!-- wp:navigation --><!-- wp:group --><div><!-- wp:navigation /--></div><!-- /wp:group --><!-- /wp:navigation -->`
    assert.equal(render(deep), '')
  })
  it('render what is below a link once', () => {
    let rendered = 0
    const leaf = () => {
      rendered += 1
      return '<li>leaf</li>'
    }
    const blocks: RenderContext['blocks'] = new Map([...builtInBlocks, ['x/leaf', leaf]])
    let text = '<!-- wp:x/leaf /-->'
    for (let depth = 0; depth < 20; depth += 1)
      text = `<!-- wp:navigation-submenu {"label":"L"} -->${text}<!-- /wp:navigation-submenu -->`
    assert(render(`<!-- wp:navigation -->${text}<!-- /wp:navigation -->`, { blocks }).includes('leaf'))
    assert.equal(rendered, 1)
  })
  it('ask for the newest menu, all pages and what they name', () => {
    const kinds = (text: string) => needsOfText(text).listings.map(({ kind }) => kind)
    assert.deepEqual(needsOfText('<!-- wp:navigation {"ref":7} /-->').shared, ['7'])
    assert.deepEqual(kinds('<!-- wp:navigation {"ref":7} /-->'), [])
    assert.deepEqual(kinds('<!-- wp:navigation /-->'), ['menu', 'pages'])
    assert.deepEqual(kinds(`<!-- wp:navigation -->${link('A')}<!-- /wp:navigation -->`), [])
    assert.deepEqual(kinds('<!-- wp:navigation --><!-- wp:page-list /--><!-- /wp:navigation -->'), ['pages'])
  })
})
