// Tabs (render_block_core_tabs, render_block_core_tab_list, render_block_core_tab_panel): connects buttons and panels by the
// id of the tabs around them, and adds the attributes that WordPress's scripts need to show one panel at a time.
import { phpTrim } from '../core/php-trim.ts'
import { plainText } from '../core/plain-text.ts'
import { isEmpty } from '../core/php-empty.ts'
import { blocksAmong } from './block-tree.ts'
import { numberAttribute, textAttribute } from './block-wrapper.ts'
import type { BlockRenderer, RenderedBlock } from './context.ts'
import { attributeOf, fromClass, unescaped, withAttributes } from './first-tag.ts'
import { attributeText, isBalanced } from './html-tag.ts'
import { said } from './words.ts'

/** The state of tabs that the blocks in them use. */
export interface TabsState {
  readonly id: string
  /** The ids that the buttons name, which are those of the panels unless their HTML has others. */
  readonly panelIds: readonly string[]
  /** Takes the number of the next panel, from 0. */
  readonly nextPanel: () => number
}

/** The tabs; empty where their id is empty. */
export const tabs: BlockRenderer = ({ attributes, parts, inner }, context) => {
  const { anchor } = attributes
  const id = typeof anchor === 'string' ? anchor : `tabs_${context.count('unique id')}`
  if (isEmpty(id)) return ''
  let panels = 0
  const state = { id, panelIds: panelIdsOf(parts, id), nextPanel: () => panels++ }
  const values = {
    'data-wp-context': JSON.stringify({
      tabsId: id,
      activeTabIndex: numberAttribute(attributes, 'activeTabIndex', 0),
    }),
    'data-wp-init': 'callbacks.onTabsInit',
    'data-wp-interactive': 'core/tabs',
    'data-wp-on--keydown': 'actions.handleTabKeyDown',
  }
  const html = inner({ ...context, tabs: state })
  const marked = fromClass(html, 'wp-block-tabs', (rest) => withAttributes(rest, values))
  return marked !== html && context.tabs === undefined && isBalanced(marked) ? withStates(marked) : marked
}

/** The ids of the panels in the first group of panels, which alone have buttons. */
function panelIdsOf(parts: RenderedBlock['parts'], tabsId: string): readonly string[] {
  const group = blocksAmong(parts).find(({ name }) => name === 'core/tab-panels')
  return blocksAmong(group?.parts ?? [])
    .filter(({ name }) => name === 'core/tab-panel')
    .map(({ attributes }, at) => textAttribute(attributes, 'anchor') || panelId(tabsId, at))
}

function panelId(tabsId: string, at: number): string {
  return tabsId === '' ? `tab-${at}` : `${tabsId}-tab-${at}`
}

/** Connects the buttons behind the start of the list with panels in turn, as long as there are panels. */
export const tabList: BlockRenderer = ({ html, attributes }, context) =>
  fromClass(html, 'wp-block-tab-list', (list) => {
    const label = textAttribute(attributes, 'ariaLabel')
    const named = isEmpty(label) ? said(context, 'Tabbed content') : phpTrim(plainText(label))
    let next = 0
    return withAttributes(list, { 'aria-label': named }).replace(button, (tag) => {
      const index = next++
      const id = context.tabs?.panelIds[index]
      return id === undefined ? tag : withAttributes(tag, buttonOf(attributeText(id), index))
    })
  })

const button = /<button(?=[\s/>])[^<>]*>/gi

function buttonOf(panel: string, tabIndex: number): Readonly<Record<string, string>> {
  return {
    'aria-controls': panel,
    'data-wp-bind--aria-selected': 'state.isActiveTab',
    'data-wp-bind--tabindex': 'state.tabIndexAttribute',
    'data-wp-context': JSON.stringify({ tabIndex }),
    'data-wp-on--click': 'actions.handleTabClick',
    'data-wp-on--keydown': 'actions.handleTabKeyDown',
    id: `tab__${panel}`,
  }
}

/** A panel, which takes its number after the panels in it. */
export const tabPanel: BlockRenderer = ({ html }, { tabs: around, count }) =>
  fromClass(html, 'wp-block-tab-panel', (panel) => {
    const generated = panelId(around?.id ?? '', around?.nextPanel() ?? count('tab panel') - 1)
    const id = unescaped(attributeOf(panel, 'id') ?? '') || generated
    return withAttributes(panel, {
      'aria-labelledby': `tab__${id}`,
      'data-wp-bind--hidden': '!state.isActiveTab',
      id,
    })
  })

const bound = /\sdata-wp-bind--(hidden|tabindex)="(?:!state\.isActiveTab|state\.tabIndexAttribute)"/

/** Applies the state in which WordPress renders tabs: none is active, so that all panels are hidden and no button is selected. */
function withStates(html: string): string {
  return html.replace(/<[a-z][^<>]*>/gi, (tag) => {
    const kind = bound.exec(tag)?.[1]
    if (kind === undefined) return tag
    return withAttributes(
      tag,
      kind === 'hidden' ? { hidden: true } : { 'aria-selected': null, tabindex: null },
    )
  })
}
