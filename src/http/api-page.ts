// The page of the REST interface, at `/cms-json/openapi`: the operations of openapi.json, each with a form that sends a request.
import { escapeHtml } from '../core/html-text.ts'
import type { EndpointDefinition } from '../registry/endpoint.ts'
import { staticFiles } from '../registry/static-files.ts'
import { apiPageScript } from './api-page-script.ts'
import { apiPageStyle } from './api-page-style.ts'

/** `publicUrl`: the address of the gateway, with which links of the page begin. */
export function createApiPage({
  brand,
  publicUrl,
}: {
  readonly brand: string
  readonly publicUrl: string
}): EndpointDefinition {
  const base = new URL(publicUrl).pathname.replace(/\/+$/, '')
  const path = `/${brand}-json/openapi`
  const html = document(escapeHtml(base), escapeHtml(`${base}/${brand}-json`))
  return staticFiles(
    'api-page',
    path,
    new Map([
      ['', { type: 'text/html', content: html }],
      ['page.js', { type: 'text/javascript', content: apiPageScript }],
      ['page.css', { type: 'text/css', content: apiPageStyle }],
    ]),
  )
}

function document(base: string, rest: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>REST</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${rest}/openapi/page.css">
<header>
  <h1>REST</h1>
  <p><a href="${base}/">What is served</a> <a href="${base}/graphql">GraphQL</a> <a href="${rest}/openapi.json">openapi.json</a></p>
  <p id="about"></p>
  <p><label>Filter <input id="filter" type="search" autocomplete="off"></label> <span id="found" role="status"></span></p>
</header>
<main id="operations" data-rest="${rest}">Loading …</main>
<script src="${rest}/openapi/page.js"></script>
</html>
`
}
