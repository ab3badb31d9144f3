// Tabs: which ids their buttons and panels have, and what scripts of the site find in them.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { renderBlocks } from '../../../src/render/blocks.ts'
import { builtInBlocks } from '../../../src/render/built-in-blocks.ts'
import { renderContextOf } from '../../support/render-context.ts'

const render = (text: string) => renderBlocks(text, renderContextOf({ blocks: builtInBlocks }))

const panel = (attributes = '', id = '', inner = 'x') =>
  `<!-- wp:tab-panel ${attributes} --><section class="wp-block-tab-panel"${id}>${inner}</section><!-- /wp:tab-panel -->`
const panels = (inner: string) =>
  `<!-- wp:tab-panels --><div class="wp-block-tab-panels">${inner}</div><!-- /wp:tab-panels -->`
const list = (buttons = '', attributes = '') =>
  `<!-- wp:tab-list ${attributes} --><div class="wp-block-tab-list">${buttons}</div><!-- /wp:tab-list -->`
const tabs = (inner: string, attributes = '') =>
  `<!-- wp:tabs ${attributes} --><div class="wp-block-tabs">${inner}</div><!-- /wp:tabs -->`
const button = '<button>a</button>'

const idsOf = (html: string) => [...html.matchAll(/<section[^>]* id="([^"]*)"/g)].map(([, id]) => id)
const controlledBy = (html: string) => [...html.matchAll(/aria-controls="([^"]*)"/g)].map(([, id]) => id)

describe('tabs', () => {
  for (const [what, text, ids, controlled] of [
    ['number themselves', tabs(list(button) + panels(panel())), ['tabs_1-tab-0'], ['tabs_1-tab-0']],
    [
      'have the id that they are given, and count no other',
      tabs(panels(panel()), '{"anchor":"mine"}') + tabs(panels(panel())),
      ['mine-tab-0', 'tabs_1-tab-0'],
      [],
    ],
    ['are nothing with an empty id', tabs(panels(panel()), '{"anchor":""}'), [], []],
    [
      'number panels with an id of their own, too',
      tabs(list(button + button) + panels(panel('{"anchor":"b"}', ' id="b"') + panel())),
      ['b', 'tabs_1-tab-1'],
      ['b', 'tabs_1-tab-1'],
    ],
    [
      'let buttons name what the panel states, which its HTML may not',
      tabs(list(button + button) + panels(panel('{"anchor":"b"}') + panel('', ' id="c"'))),
      ['tabs_1-tab-0', 'c'],
      ['b', 'tabs_1-tab-1'],
    ],
    [
      'have as many buttons as their first group has panels',
      tabs(panel() + panels(panel()) + panels(panel()) + list(button + button + button)),
      ['tabs_1-tab-0', 'tabs_1-tab-1', 'tabs_1-tab-2'],
      ['tabs_1-tab-0'],
    ],
    [
      'count before the tabs in them, and their panels apart',
      tabs(panels(panel('', '', tabs(panels(panel()) + list(button))) + panel())),
      ['tabs_1-tab-0', 'tabs_2-tab-0', 'tabs_1-tab-1'],
      ['tabs_2-tab-0'],
    ],
    ['count a panel after those in it', tabs(panel('', '', panel())), ['tabs_1-tab-1', 'tabs_1-tab-0'], []],
    ['may be missing around panels', panel() + tabs('') + panel(), ['tab-0', 'tab-1'], []],
  ] as const)
    it(what, () => {
      const html = render(text)
      assert.deepEqual([idsOf(html), controlledBy(html)], [ids, controlled])
    })

  it('know which one is shown first', () =>
    assert(
      render(tabs('', '{"activeTabIndex":1}')).startsWith(
        '<div data-wp-context="{&quot;tabsId&quot;:&quot;tabs_1&quot;,&quot;activeTabIndex&quot;:1}" data-wp-init="callbacks.onTabsInit" data-wp-interactive="core/tabs" data-wp-on--keydown="actions.handleTabKeyDown" class="wp-block-tabs is-layout-flow',
      ),
    ))
  it('have buttons that say nothing of their state until scripts do', () =>
    assert(
      render(
        tabs(list('<button aria-selected="true" tabindex="0" id="z">a</button>') + panels(panel())),
      ).includes(
        '<div aria-label="Tabbed content" class="wp-block-tab-list is-layout-flex wp-block-tab-list-is-layout-flex"><button aria-controls="tabs_1-tab-0" data-wp-bind--aria-selected="state.isActiveTab" data-wp-bind--tabindex="state.tabIndexAttribute" data-wp-context="{&quot;tabIndex&quot;:0}" data-wp-on--click="actions.handleTabClick" data-wp-on--keydown="actions.handleTabKeyDown"   id="tab__tabs_1-tab-0">a</button>',
      ),
    ))
  it('hide all panels, if each element ends where it should', () => {
    const hidden =
      '<section hidden aria-labelledby="tab__tabs_1-tab-0" data-wp-bind--hidden="!state.isActiveTab" id="tabs_1-tab-0" class="wp-block-tab-panel is-layout-flow wp-block-tab-panel-is-layout-flow">'
    assert(render(tabs(panels(panel()))).includes(hidden))
    const shown = hidden.replace(' hidden', '')
    assert(render(tabs(panels(panel('', '', '<div>')))).includes(shown))
    assert(render(panel()).includes(shown.replaceAll('tabs_1-', '')))
  })
  it('have a list with a name', () => {
    for (const [attributes, name] of [
      ['', 'Tabbed content'],
      ['{"ariaLabel":""}', 'Tabbed content'],
      ['{"ariaLabel":" <b>a</b> & \'b\' "}', 'a &amp; &apos;b&apos;'],
      ['{"ariaLabel":"<i></i>"}', ''],
    ] as const)
      assert(render(list('', attributes)).startsWith(`<div aria-label="${name}" class=`), attributes)
  })
  it('lay out their list and panels', () => {
    assert.match(
      render(list('', '{"style":{"spacing":{"blockGap":"2px"}}}')),
      /core-tab-list-is-layout-3529695a /,
    )
    assert.match(
      render(panel('{"style":{"spacing":{"blockGap":"2px"}}}')),
      /core-tab-panel-is-layout-3abfb855 /,
    )
  })
})
