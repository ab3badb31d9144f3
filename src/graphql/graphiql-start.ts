// Lectern's additions to GraphiQL's page: the script that starts it, and its styles. Both run in browsers.

/** Each view has its own tabs, which the browser stores; the address may contain a document (`?query=`). */
export const startScript = `'use strict'
const given = new URLSearchParams(location.search)
const page = document.getElementById('examples')
const { view } = page.dataset
const examples = JSON.parse(page.textContent)
const prefix = 'lectern:' + view + ':'
const storage = {
  getItem: (name) => localStorage.getItem(prefix + name),
  setItem: (name, value) => localStorage.setItem(prefix + name, value),
  removeItem: (name) => localStorage.removeItem(prefix + name),
  clear: () => Object.keys(localStorage).filter((name) => name.startsWith(prefix)).forEach((name) => localStorage.removeItem(name)),
  get length() {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix)).length
  },
}
createRoot(document.getElementById('graphiql')).render(
  createElement(GraphiQL, {
    fetcher: createFetcher({ url: location.pathname + (given.has('view') ? '?view=' + view : '') }),
    defaultTabs: examples,
    query: given.get('query') ?? undefined,
    variables: given.get('variables') ?? undefined,
    storage,
  }),
)
// Names for the fields of CodeMirror, which are those of the sections around them; and since what GraphiQL calls a tab holds two
// buttons, which no tab may, they are a group of buttons
function named() {
  for (const field of document.querySelectorAll('.CodeMirror textarea:not([aria-label])'))
    field.setAttribute('aria-label', field.closest('[aria-label]').getAttribute('aria-label'))
  for (const scrolled of document.querySelectorAll('.CodeMirror-scroll[tabindex="-1"]')) scrolled.tabIndex = 0
  document.querySelector('.graphiql-tabs')?.setAttribute('role', 'group')
  for (const tab of document.querySelectorAll('.graphiql-tab')) {
    tab.setAttribute('role', 'none')
    tab.removeAttribute('aria-selected')
    tab.querySelector('button').ariaPressed = tab.classList.contains('graphiql-tab-active')
  }
}
new MutationObserver(named).observe(document.getElementById('graphiql'), {
  attributeFilter: ['aria-selected'],
  childList: true,
  subtree: true,
})
`

/** The colours of the light theme are dark enough to read; rules of higher specificity set those of the dark theme. */
export const startStyle = `html { height: 100%; color-scheme: light dark; background: light-dark(#fff, #212a3b); }
body { margin: 0; height: 100%; display: grid; grid-template-rows: max-content 1fr; font: 15px/1.5 system-ui, sans-serif; }
nav { padding: .4rem 1rem; border-bottom: 1px solid #8884; }
nav a { margin-left: .8rem; }
nav a[aria-current] { font-weight: bold; text-decoration: none; color: inherit; }
nav a { color: light-dark(#0b5394, #8ab4f8); }
main { min-height: 0; min-width: 0; }
.graphiql-container, .CodeMirror-info, .CodeMirror-lint-tooltip, .graphiql-dialog, .graphiql-tooltip, [data-radix-popper-content-wrapper] {
  --color-secondary: 242, 51%, 52%;
  --color-tertiary: 188, 100%, 24%;
  --color-info: 208, 100%, 36%;
  --color-success: 158, 60%, 25%;
  --color-warning: 36, 100%, 27%;
  --color-error: 13, 93%, 38%;
  --alpha-secondary: .9;
  --alpha-tertiary: .85;
}
a.graphiql-doc-explorer-type-name { text-decoration: underline; }
@media (max-width: 700px) {
  .graphiql-container .graphiql-session { flex-direction: column; }
  .graphiql-container .graphiql-horizontal-drag-bar, .graphiql-container .graphiql-logo { display: none; }
}
`
