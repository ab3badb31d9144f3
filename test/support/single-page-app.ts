// A single-page app at an origin of its own: it logs in for a bearer token and reads drafts by REST, and their number by
// GraphQL. It is what a browser lets it be, so nothing of the gateway's is in it.
import { startRemoteServer } from './remote-server.ts'

const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Drafts</title>
<link rel="icon" href="data:,">
<form><input name="username"> <input name="password" type="password"> <button>Log in</button></form>
<p id="said"></p>
<p id="count"></p>
<ul id="drafts"></ul>
<button id="again">Read again</button>
<script>
  const gateway = new URLSearchParams(location.search).get('gateway')
  const at = (id) => document.getElementById(id)
  let token = null
  async function ask(path, init = {}) {
    const authorization = token === null ? {} : { Authorization: 'Bearer ' + token }
    const response = await fetch(gateway + path, { ...init, headers: { ...init.headers, ...authorization } })
    const body = await response.json()
    if (!response.ok) throw new Error(body.code)
    return { body, total: response.headers.get('X-CMS-Total') }
  }
  const post = (path, value) =>
    ask(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) })
  async function read() {
    const { body, total } = await ask('/cms-json/cms/v2/posts?status=draft&context=edit')
    at('drafts').replaceChildren(
      ...body.map(({ title }) => Object.assign(document.createElement('li'), { textContent: title.raw })),
    )
    const { body: { data } } = await post('/graphql', { query: '{ posts(status: DRAFT) { totalCount } }' })
    at('count').textContent = total + ' by REST, ' + data.posts.totalCount + ' by GraphQL'
  }
  async function logIn() {
    const { username, password } = Object.fromEntries(new FormData(document.forms[0]))
    token = null
    token = (await post('/cms-json/jwt-auth/v1/token', { username, password })).body.token
    await post('/cms-json/jwt-auth/v1/token/validate', {})
    await read()
  }
  const saying = (act) => async (event) => {
    event.preventDefault()
    at('said').textContent = ''
    at('said').textContent = await act().then(() => 'done', (error) => 'refused: ' + error.message)
  }
  document.forms[0].addEventListener('submit', saying(logIn))
  at('again').addEventListener('click', saying(read))
</script>
</html>`

export interface SinglePageApp {
  readonly origin: string
  readonly stop: () => Promise<void>
}

export async function startSinglePageApp(): Promise<SinglePageApp> {
  const server = await startRemoteServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  // Another host than the gateway's, so another site
  return { origin: server.url.replace('127.0.0.1', 'localhost'), stop: server.stop }
}
