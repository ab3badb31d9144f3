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
`

export const startStyle = `html { height: 100%; color-scheme: light dark; }
body { margin: 0; height: 100%; display: grid; grid-template-rows: max-content 1fr; font: 15px/1.5 system-ui, sans-serif; }
nav { padding: .4rem 1rem; border-bottom: 1px solid #8884; }
nav a { margin-left: .8rem; }
nav a[aria-current] { font-weight: bold; text-decoration: none; color: inherit; }
nav a { color: light-dark(#0b5394, #8ab4f8); }
main { min-height: 0; min-width: 0; }
@media (max-width: 700px) {
  .graphiql-container .graphiql-session { flex-direction: column; }
  .graphiql-container .graphiql-horizontal-drag-bar, .graphiql-container .graphiql-logo { display: none; }
}
`
