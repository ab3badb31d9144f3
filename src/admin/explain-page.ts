// The page of the admin port that explains an address: a form and a report, rendered on the server, without a script.
import type { Explanation, StatementExplanation } from '../core/explanation.ts'
import { escapeHtml } from '../core/html-text.ts'

export const explainPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

/** `said`: the report, or a sentence where there is none; null before the form was sent. */
export function explainPage(address: string, said: Explanation | string | null): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Explain an address · Lectern</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="page.css">
<header>
  <h1>Lectern</h1>
  <p><a href="./">what it does now</a></p>
</header>
<main class="report">
  <section>
    <form action="explain" method="get">
      <label for="address">Explain an address</label>
      <input id="address" name="address" value="${escapeHtml(address)}" placeholder="path and query of a request to REST or GraphQL" required autofocus spellcheck="false">
      <button>Explain</button>
    </form>
    ${typeof said === 'string' ? `<p class="note" role="alert">${escapeHtml(said)}</p>` : ''}
  </section>
${said === null || typeof said === 'string' ? '' : reportOf(said)}</main>
</html>
`
}

function reportOf({ address, interface: name, path, cached, answer }: Explanation): string {
  return `  <section>
    <h2>Answer</h2>
    <dl>
      <dt>address</dt><dd>${escapeHtml(address)}</dd>
      <dt>interface</dt><dd>${escapeHtml(name)}</dd>
      <dt>resource</dt><dd>${escapeHtml(path)}</dd>
      <dt>status</dt><dd>${answer.status}</dd>
      <dt>size</dt><dd>${count(answer.bytes, 'byte')}</dd>
      <dt>made in</dt><dd>${milliseconds(answer.ms)}, without any cache</dd>
    </dl>
  </section>
  <section>
    <h2>Cache</h2>
    <dl>
      <dt>state</dt><dd>${states[cached.state]}${answer.isShared ? '' : ', and this answer may not be cached'}</dd>
      ${cached.key === null ? '' : `<dt>key</dt><dd>${escapeHtml(cached.key)}</dd>`}
      ${cached.hits === null ? '' : `<dt>hits</dt><dd>${cached.hits}</dd>`}
      <dt>last dropped</dt><dd>${droppedOf(cached)}</dd>
    </dl>
  </section>
  <section>
    <h2>Statements <small>${count(answer.statements.length, 'statement')}, ${count(rowsOf(answer.statements), 'row')}</small></h2>
    ${answer.statements.map(statementOf).join('\n    ') || '<p class="note">None ran.</p>'}
  </section>
  <section>
    <h2>Tags <small>a change of any of them drops the answer</small></h2>
    <p class="tags">${answer.tags.map((tag) => `<code>${escapeHtml(tag)}</code>`).join(' ') || 'none'}</p>
  </section>
`
}

const states = {
  fresh: 'it is in the cache, and fresh',
  lapsed: 'it is in the cache, but nothing proves that it is fresh',
  absent: 'it is not in the cache',
  never: 'answers to such requests are not cached',
} as const satisfies Readonly<Record<Explanation['cached']['state'], string>>

function droppedOf({ dropped }: Explanation['cached']): string {
  if (dropped === null) return 'not known'
  const delay = dropped.ms === null ? '' : `, ${milliseconds(dropped.ms)} after its commit`
  return `${count(dropped.agoS, 'second')} ago by ${escapeHtml(dropped.cause)}${delay}`
}

function statementOf({ plan, sql, ms, rows, access }: StatementExplanation): string {
  const lines = access.map((line) => `<li>${escapeHtml(line)}</li>`).join('')
  return `<details><summary><b>${escapeHtml(plan)}</b> ${count(rows, 'row')}, ${milliseconds(ms)}</summary>
    <ul>${lines || '<li>The database does not say how it runs this.</li>'}</ul><pre tabindex="0">${escapeHtml(sql)}</pre></details>`
}

function rowsOf(statements: readonly StatementExplanation[]): number {
  return statements.reduce((sum, { rows }) => sum + rows, 0)
}

function count(many: number, what: string): string {
  return `${many.toLocaleString('en')} ${what}${many === 1 ? '' : 's'}`
}

function milliseconds(ms: number): string {
  return `${ms.toFixed(1)} ms`
}
