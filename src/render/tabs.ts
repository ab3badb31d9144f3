// Tabs (render_block_core_tabs): what scripts of the site need to show one at a time.
import { numberAttribute } from './block-wrapper.ts'
import type { BlockRenderer } from './context.ts'
import { withAttributes } from './first-tag.ts'

export const tabs: BlockRenderer = ({ html, attributes }, { count }) =>
  withAttributes(html, {
    'data-wp-context': JSON.stringify({
      tabsId: `tabs_${count('unique id')}`,
      activeTabIndex: numberAttribute(attributes, 'activeTabIndex', 0),
    }),
    'data-wp-init': 'callbacks.onTabsInit',
    'data-wp-interactive': 'core/tabs',
    'data-wp-on--keydown': 'actions.handleTabKeyDown',
  })
