// Blocks that need nothing but their own markup and what is kept with their post: accordions, lists of sounds, social
// links, footnotes, searches.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { renderContent, renderExcerpt } from '../../../src/render/content.ts'
import type { RenderContext } from '../../../src/render/context.ts'
import { needsOfText } from '../../../src/render/needs.ts'
import type { Period, ShownAuthor } from '../../../src/render/shown.ts'
import { pier } from '../../support/attachments.ts'
import { renderContextOf, shownPost } from '../../support/render-context.ts'

const render = (text: string, parts: Partial<RenderContext> = {}) =>
  renderBlocks(text, renderContextOf({ blocks: builtInBlocks, ...parts }))

const item = (attributes = '') =>
  `<!-- wp:accordion-item${attributes} --><div class="wp-block-accordion-item"><h3><button type="button" class="wp-block-accordion-heading__toggle">a</button></h3><!-- wp:accordion-panel --><div role="region" class="wp-block-accordion-panel">b</div><!-- /wp:accordion-panel --></div><!-- /wp:accordion-item -->`

describe('accordions', () => {
  it('have headings and panels that know each other', () => {
    const html = render(item())
    assert(html.includes('<button aria-controls="accordion-item-1-panel" data-wp-bind--aria-expanded='), html)
    assert(html.includes('id="accordion-item-1" type="button"'), html)
    assert(html.includes('<div aria-labelledby="accordion-item-1" data-wp-bind--hidden='), html)
    assert(html.includes('class="wp-block-accordion-panel is-layout-flow'), html)
  })
  it('say which of their items are open', () => {
    const html = render(
      `<!-- wp:accordion {"autoclose":true} --><div class="wp-block-accordion">${item()}${item(' {"openByDefault":true}')}</div><!-- /wp:accordion -->`,
    )
    assert(html.startsWith('<div data-wp-context="{ &quot;autoclose&quot;: true, '), html)
    assert.deepEqual(
      [...html.matchAll(/<button aria-expanded="(\w+)" aria-controls="([\w-]+)"/g)].map(([, ...all]) => all),
      [
        ['false', 'accordion-item-1-panel'],
        ['true', 'accordion-item-2-panel'],
      ],
    )
    assert.equal(html.match(/ is-open"/g)?.length, 1)
  })
  it('are as they are stored without their classes', () => {
    const bare = (text: string, className: string) => render(text.replace(` class="${className}"`, ''))
    const around = `<!-- wp:accordion --><div class="wp-block-accordion">a</div><!-- /wp:accordion -->`
    assert.match(render(around), /data-wp-/)
    assert.doesNotMatch(bare(around, 'wp-block-accordion'), /data-wp-/)
    assert.doesNotMatch(bare(item(), 'wp-block-accordion-item'), /data-wp-|aria-controls/)
  })
  it('do not where an element ends elsewhere', () => {
    const html = render(
      `<!-- wp:accordion --><div class="wp-block-accordion">${item()}<p>c</div><!-- /wp:accordion -->`,
    )
    assert(html.includes('<button aria-controls='), html)
  })
})

describe('the logo of the site', () => {
  const blockSettings = { ...renderContextOf().blockSettings, logo: '101' }
  const logo = (attributes: string, parts: Partial<RenderContext> = {}) =>
    render(`<!-- wp:site-logo ${attributes} /-->`, {
      blockSettings,
      attachmentOf: (id) => (id === '101' ? { ...pier, alt: '' } : null),
      siteName: 'Harbour "Hill"',
      ...parts,
    })
  it('is an image of the site as it is called, and leads home', () => {
    const html = logo('')
    assert(
      html.startsWith(
        '<div class="is-default-size wp-block-site-logo"><a href="http://site.test/" class="custom-logo-link" rel="home"><img ',
      ),
      html,
    )
    assert(html.includes(' width="1600" height="1067" '), html)
    assert(html.includes(' class="custom-logo" alt="Harbour &#8220;Hill&#8221;"'), html)
  })
  it('is as wide as is said, in whole pixels', () => {
    for (const [width, sides] of [
      ['120', 'width="120" height="80"'],
      ['"70"', 'width="70" height="46"'],
      ['70.5', 'width="70" height="46"'],
      ['-3', 'width="3" height="2"'],
    ] as const) {
      const html = logo(`{"width":${width}}`)
      assert(html.startsWith('<div class="wp-block-site-logo">'), html)
      assert(html.includes(` ${sides} `), html)
    }
    assert(logo('{"width":0}').includes('is-default-size'))
    assert(
      !/has-|color/.test(logo('{"textColor":"base","fontSize":"large","style":{"color":{"text":"#111"}}}')),
    )
  })
  it('opens a new tab, or leads nowhere', () => {
    assert(
      logo('{"linkTarget":"_blank"}').includes(
        '<a aria-label="(Home link, opens in a new tab)" target="_blank" href=',
      ),
    )
    assert(!logo('{"linkTarget":"_top"}').includes('target'))
    assert(!logo('{"isLink":false}').includes('<a'))
  })
  it('is nothing where there is none', () => {
    assert.equal(logo('', { blockSettings: { ...blockSettings, logo: '0' } }), '')
    assert.equal(logo('', { attachmentOf: () => null }), '')
  })
  it('is read for where a text shows it', () => {
    const filesOf = (text: string) => needsOfText(text, undefined, blockSettings).files
    assert.deepEqual(filesOf('<!-- wp:group --><div><!-- wp:site-logo /--></div><!-- /wp:group -->'), ['101'])
    assert.deepEqual(filesOf('<!-- wp:site-title /-->'), [])
  })
})

describe('avatars', () => {
  const named = (name: string): ShownAuthor => ({
    name,
    link: `http://site.test/author/${name}/`,
    biography: '',
    avatarUrl: (size) => `http://avatars.test/${name}?s=${size}`,
  })
  const avatar = (attributes: string) =>
    render(`<!-- wp:avatar ${attributes} /-->`, {
      post: () => shownPost({ author: () => named('writer') }),
      user: (id) => named(`user-${id}`),
    })
  it('are those of the writer, or of the user who is named', () => {
    for (const [attributes, name] of [
      ['', 'writer'],
      ['{"userId":2}', 'user-2'],
      ['{"userId":"2"}', 'user-2'],
      ['{"userId":2.7}', 'user-2'],
      ['{"userId":"x"}', 'writer'],
      ['{"userId":true}', 'writer'],
    ] as const)
      assert(avatar(attributes).includes(`alt='${name} Avatar'`), attributes)
    assert(avatar('{"userId":2,"isLink":true}').includes('<a href="http://site.test/author/user-2/"'))
    assert.equal(avatar('{"userId":0}'), '')
  })
  it('have the usual size where they are asked to have none, next to an author no picture then', () => {
    assert(avatar('{"size":0}').includes("class='avatar avatar-96 photo wp-block-avatar__image' height='96'"))
    const author = (size: number) =>
      render(`<!-- wp:post-author {"avatarSize":${size}} /-->`, {
        post: () => shownPost({ author: () => named('writer') }),
      })
    assert(author(0).includes('<div class="wp-block-post-author__avatar"></div>'))
    assert(author(24).includes("height='24'"))
  })
  it('keep their place and their link where the site shows none', () => {
    const hidden = { ...named('a'), avatarUrl: () => '' }
    const shown = (attributes: string) => render(`<!-- wp:avatar ${attributes} /-->`, { user: () => hidden })
    assert.equal(shown('{"userId":1}'), '<div class="wp-block-avatar"></div>')
    assert.match(shown('{"userId":1,"isLink":true}'), /class="wp-block-avatar__link"><\/a><\/div>$/)
  })
  it('of comments lead to the website of who wrote them, where there is one', () => {
    const comment = (ownUrl: string) => ({
      depth: 1,
      id: '1',
      parentId: '0',
      author: 'A',
      authorUrl: '',
      ownUrl,
      avatarUrl: () => 'http://avatars.test/a',
      link: '',
      postTitle: '',
      created: { local: '2024-01-07 10:00:00', offsetHours: 0, zone: '' },
      content: '',
      classes: [],
    })
    const shown = (ownUrl: string) =>
      render('<!-- wp:avatar {"isLink":true,"linkTarget":"_blank"} /-->', { comment: comment(ownUrl) })
    assert(!shown('').includes('<a'))
    assert(
      shown('http://a.test').includes(
        '<a href="http://a.test" target="_blank" aria-label="(A website link, opens in a new tab)"',
      ),
    )
  })
  it('say whom they need', () => {
    const text = '<!-- wp:avatar {"userId":7} /--><!-- wp:avatar {"userId":0} /--><!-- wp:avatar /-->'
    assert.deepEqual(needsOfText(text).users, ['7'])
  })
})

describe('calendars', () => {
  const day = (text: string) => {
    const [year = 0, month = 0, date = 0] = text.split('-').map(Number)
    return { year, month, day: date, count: 1 }
  }
  const periodLink = ({ year, month, day: date }: Period) =>
    `http://site.test/${[year, month, date].filter((part) => part !== null).join('/')}/`
  const calendar = (attributes: string, days: readonly string[]) =>
    render(`<!-- wp:calendar ${attributes} /-->`, { periods: () => days.map(day), periodLink })
  it('show the days of this month, and link those with posts', () => {
    const html = calendar('{}', ['2024-03-01', '2024-02-03', '2023-12-31'])
    assert(
      html.startsWith('<div class="wp-block-calendar"><table id="wp-calendar" class="wp-calendar-table">'),
    )
    assert(html.includes('<caption>February 2024</caption>'), html)
    assert(html.includes('\t\t<td colspan="3" class="pad">&nbsp;</td><td>1</td><td>2</td><td><a href='), html)
    assert(html.includes('aria-label="Posts published on February 3, 2024">3</a></td>'), html)
    assert(html.includes('<td id="today">14</td>'), html)
    assert(html.includes('<td>29</td>\n\t\t<td class="pad" colspan="3">&nbsp;</td>'), html)
    assert(html.includes('<a href="http://site.test/2023/12/">&laquo; Dec</a>'), html)
    assert(html.includes('<a href="http://site.test/2024/3/">Mar &raquo;</a>'), html)
  })
  it('show another month, with colours on the table', () => {
    const html = calendar('{"year":2013,"month":3,"textColor":"red"}', ['2024-02-03'])
    assert(html.includes('class="wp-calendar-table has-text-color has-red-color"'), html)
    assert(html.includes('<caption>March 2013</caption>') && !html.includes('today'), html)
  })
  it('begin with the first day where the week begins with it', () =>
    assert(calendar('{"year":2010,"month":2}', ['2024-02-03']).includes('\t<tr><td>1</td><td>2</td>')))
  it('name presets as classes do', () =>
    assert.match(
      calendar('{"textColor":"myColor2","backgroundColor":"a/b"}', ['2024-02-03']),
      /wp-calendar-table has-text-color has-my-color-2-color has-background has-a-b-background-color"/,
    ))
  it("show today's month where addresses have no months", () => {
    const html = render('<!-- wp:calendar {"year":2010,"month":2} /-->', {
      periods: () => [day('2024-02-03')],
      periodLink,
      hasMonthAddresses: false,
    })
    assert(html.includes('<caption>February 2024</caption>'), html)
  })
  it('are nothing where nothing is published', () => assert.equal(calendar('{}', []), ''))
  it('ask for days, and end by the clock', () =>
    assert.deepEqual(needsOfText('<!-- wp:calendar /-->').listings, [
      { kind: 'periods', unit: 'day', endsByClock: true },
    ]))
})

describe('links to log in', () => {
  it('lead back to where the reader is', () =>
    assert.equal(
      render('<!-- wp:loginout /-->'),
      '<div class="logged-out wp-block-loginout"><a href="http://site.test/wp-login.php?redirect_to=http%3A%2F%2Fsite.test%2Fcms-json%2Fcms%2Fv2%2Fposts%2F1">Log in</a></div>',
    ))
  it('lead nowhere else, or are a form', () => {
    assert(render('<!-- wp:loginout {"redirectToCurrent":false} /-->').includes('wp-login.php">Log in<'))
    const form = render('<!-- wp:loginout {"displayLoginAsForm":true} /-->')
    assert(form.startsWith('<div class="logged-out has-login-form wp-block-loginout"><form name="loginform"'))
    assert(form.includes('name="redirect_to" value="http://site.test/cms-json/cms/v2/posts/1" />'), form)
  })
})

describe('searches', () => {
  const search = (attributes: string) => render(`<!-- wp:search ${attributes} /-->`)
  it('are as wide as a number with a unit', () => {
    assert(!search('{"width":350}').includes('350'))
    assert(search('{"width":50,"widthUnit":"%"}').includes(' style="width: 50%"'))
  })
  it('hide a label that says nothing', () =>
    assert(search('{"label":""}').includes('"wp-block-search__label screen-reader-text" for="wp-block')))
  it('write what they say as text', () => {
    const html = search('{"buttonText":"a & <b>b</b>","placeholder":"\'&amp;"}')
    assert(html.includes('aria-label="a &amp; b"') && html.includes('>a &amp; <b>b</b></button>'), html)
    assert(html.includes('placeholder="&apos;&amp;amp;"'), html)
  })
})

describe('lists of sounds', () => {
  it('have a button a track', () => {
    const tracks = [
      '{"id":1,"title":"A","artist":"B","length":"1:02"}',
      '{"title":"D"}',
      '{"id":2,"title":"C"}',
    ].map((attributes) => `<!-- wp:playlist-track ${attributes} /-->`)
    const html = render(
      `<!-- wp:playlist {"showArtists":false} --><figure class="p"><ol>${tracks.join('')}</ol></figure><!-- /wp:playlist -->`,
    )
    assert(html.includes('&quot;tracks&quot;:[&quot;track-0&quot;,&quot;track-1&quot;]'), html)
    assert(html.includes('{&quot;trackId&quot;:&quot;track-1&quot;}'), html)
    assert(html.includes('<span class="screen-reader-text">Duration: </span>1:02</span>'), html)
    // Style sheets alone hide artists
    assert(html.includes('>B<') && !html.includes('>D<'), html)
  })
  it('have words as text, colours of their waves, and tracks without a title', () => {
    const html = render(
      `<!-- wp:playlist {"waveformColor":"#123456","waveformBackgroundGradient":"linear-gradient(red,blue)"} --><figure><!-- wp:playlist-track {"id":1,"artist":"A & \\u003cb"} /--></figure><!-- /wp:playlist -->`,
    )
    assert(
      html.includes(
        '__waveform-player" data-waveform-player-color="#123456" data-waveform-player-background-gradient="linear-gradient(red,blue)"\n',
      ),
      html,
    )
    assert(html.includes('track__title">Unknown title</span><span'), html)
    assert(html.includes('track__artist">A &amp; &lt;b</span>'), html)
  })
  it('are a track alone as well, which says what its button does', () => {
    const html = render('<!-- wp:playlist-track {"id":1,"title":"0"} /-->')
    assert(html.includes('track__title">Unknown title</span>'), html)
    assert(html.includes('data-wp-text="state.trackButtonActionLabel">Play</span>'), html)
    assert(!html.includes('trackId'), html)
  })
  it('are nothing without a track that names its file', () => {
    const list = (inner: string) =>
      render(`<!-- wp:playlist --><figure class="p"><ol>${inner}</ol></figure><!-- /wp:playlist -->`)
    assert.equal(list(''), '')
    assert.equal(list('<!-- wp:playlist-track {"title":"A","src":"/a.mp3"} /-->'), '')
  })
})

describe('social links', () => {
  const links = (attributes: string, link: string) =>
    render(
      `<!-- wp:social-links ${attributes} --><ul><!-- wp:social-link ${link} /--></ul><!-- /wp:social-links -->`,
    ).replace(/<svg.*<\/svg>/, '')
  it('show their label, and their service in a class', () =>
    assert(
      links('{}', '{"url":"example.org/me","service":"github"}').includes(
        '<li class="wp-social-link wp-social-link-github wp-block-social-link"><a href="https://example.org/me" class="wp-block-social-link-anchor"><span class="wp-block-social-link-label screen-reader-text">GitHub</span></a></li>',
      ),
    ))
  it('look as their list says', () =>
    assert(
      links(
        '{"showLabels":true,"openInNewTab":true,"iconColor":"red","iconColorValue":"#f00;x"}',
        '{"url":"me@example.org","service":"mail","label":"<b>"}',
      ).includes(
        '<li style="" class="wp-social-link wp-social-link-mail has-red-color wp-block-social-link"><a rel="noopener nofollow" target="_blank" href="mailto:me@example.org" class="wp-block-social-link-anchor"><span class="wp-block-social-link-label">&lt;b&gt;</span></a></li>',
      ),
    ))
  it('have the icon of their service, those of unknown services that of sharing', () => {
    const iconOf = (service: string) =>
      /<svg.*<\/svg>/.exec(
        render(`<!-- wp:social-link {"url":"https://example.org","service":"${service}"} /-->`),
      )?.[0]
    const icons = ['facebook', 'instagram', 'share'].map(iconOf)
    assert.equal(new Set(icons).size, icons.length)
    assert.equal(
      iconOf('bandcamp')?.match(/ d="([^"]*)"/)?.[1],
      'M15.27 17.289 3 17.289 8.73 6.711 21 6.711 15.27 17.289',
    )
    assert.equal(iconOf('unknown'), iconOf('share'))
  })
  it('are nothing without an address', () => assert(!links('{}', '{"service":"mail"}').includes('<li')))
})

describe('footnotes', () => {
  const text =
    '<!-- wp:paragraph --><p>Word<sup data-fn="a" class="fn"><a href="#a" id="a-link">1</a></sup></p><!-- /wp:paragraph --><!-- wp:footnotes /-->'
  const kept = JSON.stringify([{ id: 'a"b', content: '<em>Note</em>' }, 7])
  it('are kept with their post', () => {
    assert(needsOfText(text).embeds.includes('footnotes'))
    const html = render(text, { embedded: (key) => (key === 'footnotes' ? kept : null) })
    assert(
      html.endsWith(
        '<ol class="wp-block-footnotes"><li id="a&quot;b"><em>Note</em> <a href="#a&quot;b-link" aria-label="Jump to footnote reference 1">↩︎</a></li></ol>',
      ),
      html,
    )
  })
  it('are nothing where they are broken', () => {
    for (const broken of ['', '{', '{}', '7'])
      assert(!render(text, { embedded: () => broken }).includes('<ol'))
  })
  it('have no numbers in excerpts', () =>
    assert.equal(renderExcerpt('', text, renderContextOf({ blocks: builtInBlocks })), '<p>Word</p>\n'))
})

describe('searches', () => {
  const search = (attributes: string) => render(`<!-- wp:search ${attributes} /-->`)
  it('are limited by what PHP writes as text', () =>
    assert.deepEqual(
      search('{"query":{"a":"b","n":3,"yes":true,"no":false,"list":[1]}}').match(
        /name="\w+" value="\w*" \/>/g,
      ),
      ['name="a" value="b" />', 'name="n" value="3" />', 'name="yes" value="1" />', 'name="no" value="" />'],
    ))
  it('have borders on all sides before those of each, and space around round corners', () => {
    const border = (value: string, more = '') => search(`{"style":{"border":${value}}${more}}`)
    const inside = ',"buttonPosition":"button-inside"'
    const sides =
      '{"top":{"width":"1px","color":"#fff"},"right":{},"width":"2px","color":"var:preset|color|a"}'
    assert(
      border(sides).includes(
        'style="border-width: 2px;border-top-width: 1px;border-color: var:preset|color|a;border-top-color: #fff"',
      ),
    )
    const round = border('{"radius":{"topLeft":"8px","bottomLeft":"0px"}}', inside)
    assert(round.includes('inside-wrapper"  style="border-top-left-radius: calc(8px + 4px)">'), round)
    assert(
      round.includes('required  style="border-top-left-radius: 8px;border-bottom-left-radius: 0px"'),
      round,
    )
    assert(!border('{"radius":"0","width":"0","style":""}', inside).includes('style='))
    for (const odd of ['clamp(1rem, 2vw, 3rem)', '0.5em', 'var(--round)']) {
      const html = border(`{"radius":"${odd}"}`, inside)
      assert(html.includes('inside-wrapper" >') && html.includes(`style="border-radius: ${odd}"`), html)
    }
    const bare = border('{"radius":{"topLeft":"0","topRight":"4","bottomLeft":5}}', inside)
    assert(
      bare.includes(
        '"  style="border-top-right-radius: calc(4 + 4px);border-bottom-left-radius: calc(5 + 4px)">',
      ) &&
        bare.includes(
          '"border-top-left-radius: 0;border-top-right-radius: 4;border-bottom-left-radius: 5"/>',
        ),
      bare,
    )
  })
  it('stand in an element of their own where they are asked to', () => {
    const html = search('{"tagName":"search","className":"c"}')
    assert(
      html.startsWith(
        '<search class="wp-block-search__button-outside wp-block-search__text-button c wp-block-search" ><form method="get" action="http://site.test/"><label ',
      ) && html.endsWith('</div></form></search>'),
      html,
    )
    assert(search('{"tagName":"div"}').startsWith('<form role="search" method="get" action='))
  })
  it('hide their field behind a button alone', () => {
    const html = search('{"buttonPosition":"button-only"}')
    assert(html.includes('wp-block-search__button-only wp-block-search__searchfield-hidden'), html)
    assert(html.includes('data-wp-interactive="core/search"'), html)
    assert(html.includes('<input aria-hidden="true" class="wp-block-search__input"'), html)
  })
  it('show an icon where they are asked to', () =>
    assert.match(
      search('{"buttonUseIcon":true}'),
      /class="wp-block-search__button has-icon wp-element-button" type="submit" ><svg /,
    ))
  it('have the borders and type that they ask for on their parts', () => {
    const html = search(
      '{"style":{"border":{"width":"1px","color":"#fff"},"typography":{"lineHeight":"2","textDecoration":"underline"}}}',
    )
    assert(
      html.includes('for="wp-block-search__input-1"  style="line-height: 2;text-decoration: underline">'),
      html,
    )
    assert(html.includes('class="wp-block-search__input has-border-color"'), html)
    assert(html.includes('required  style="border-width: 1px;border-color: #fff;line-height: 2"/>'), html)
  })
})

describe('a text that has shown as much as it may', () => {
  const shown = { allows: () => false, embedded: () => 'kept', meta: () => 'kept' }
  it('shows nothing that blocks make, and what it has itself', () =>
    assert.equal(
      render('<!-- wp:site-title /--><!-- wp:html --><i>own</i><!-- /wp:html -->', shown),
      '<i>own</i>',
    ))
  it('shows no meta that is bound', () =>
    assert.match(
      render(
        '<!-- wp:paragraph {"metadata":{"bindings":{"content":{"source":"core/post-meta","args":{"key":"a"}}}}} --><p>own</p><!-- /wp:paragraph -->',
        shown,
      ),
      />own</,
    ))
  it('shows addresses instead of what is kept for them', () =>
    assert.equal(renderContent('http://a.test/', renderContextOf(shown)), '<p>http://a.test/</p>\n'))
  for (const [name, attributes, enclosed] of [
    ['details', '', '<p><img src="/a"/></p>'],
    ['accordion-item', '', '<p><img src="/a"/></p>'],
    ['group', '{"metadata":{"blockVisibility":{"viewport":{"mobile":false}}}} ', '<p><img src="/a"/></p>'],
    ['shortcode', '', 'One\n\nTwo'],
  ] as const)
    it(`counts what a ${name} encloses as often as it is looked through`, () => {
      const levels = 90
      const text = `${`<!-- wp:${name} ${attributes}--><div>`.repeat(levels)}${enclosed}${`</div><!-- /wp:${name} -->`.repeat(levels)}`
      let counted = 0
      render(text, { allows: (letters) => (counted += letters) >= 0 })
      assert(counted >= (levels * enclosed.length) / 4, `${counted} letters`)
    })
})
