// The page of the admin port, which shows the gateway at this moment; these files alone draw it in the browser. Its content
// security policy lets it load nothing else.
import { pageScript } from './admin-page-script.ts'
import { pageStyle } from './admin-page-style.ts'

export interface PageFile {
  readonly type: string
  readonly text: string
}

export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const document = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="page.css">
<header>
  <h1>Lectern</h1>
  <p id="state" class="state" data-is="unknown" role="status">asking …</p>
  <p><a href="explain">explain an address</a></p>
  <p class="facts"><span id="database"></span><span id="feed"></span><span id="uptime"></span></p>
</header>
<main>
  <section class="wide">
    <h2>Requests <small>a second, the last minute</small></h2>
    <p class="figure"><span class="peak" id="peak"></span><b id="rate">–</b> <span>/s</span></p>
    <svg id="requests" class="chart tall" role="img" aria-label="Requests a second, the last minute" preserveAspectRatio="none"></svg>
    <p class="legend"><span><i class="kept"></i>from the cache</span> <span><i class="made"></i>made</span> <span><i class="others"></i>not cached</span> <span><i class="failed"></i>failed</span></p>
  </section>
  <section>
    <h2>Hit ratio <small>the last minute</small></h2>
    <div class="dial">
      <svg id="ratio" viewBox="0 0 120 120" role="img" aria-label="Hit ratio"></svg>
      <p class="figure"><b id="hits">–</b><span>%</span></p>
    </div>
    <p class="note" id="hits-note"></p>
  </section>
  <section class="wide">
    <p class="peak legend"><span><i class="kept"></i>from the cache</span> <span><i class="made"></i>made</span></p>
    <h2>Latency <small>answers of the last minute, by milliseconds</small></h2>
    <p class="figures"><span>half below <b id="p50">–</b></span><span>95 % <b id="p95">–</b></span><span>99 % <b id="p99">–</b></span></p>
    <svg id="latency" class="chart" role="img" aria-label="Latency of answers, the last minute" preserveAspectRatio="none"></svg>
    <p id="bounds" class="bounds" aria-hidden="true"></p>
  </section>
  <section>
    <h2>Memory</h2>
    <p class="figure"><b id="rss">–</b> <span>MB</span></p>
    <svg id="memory" class="chart low" role="img" aria-label="Memory since this page was opened" preserveAspectRatio="none"></svg>
    <dl>
      <dt>heap</dt><dd id="heap"></dd>
      <dt>event loop</dt><dd id="loop"></dd>
      <dt>connections</dt><dd id="connections"></dd>
      <dt>scans</dt><dd id="scans"></dd>
      <dt>passed on</dt><dd id="origin"></dd>
    </dl>
  </section>
  <section class="wide">
    <h2>Slowest routes <small>newly made answers, the last minutes</small></h2>
    <table><thead><tr><th>route</th><th>answers</th><th>mean</th><th>longest</th></tr></thead><tbody id="routes"></tbody></table>
  </section>
  <section class="long">
    <h2>Cache</h2>
    <p class="figure"><b id="entries">–</b> <span>answers</span></p>
    <div class="bar"><i id="full"></i></div>
    <p class="note" id="cache-note"></p>
    <h2>Latest invalidations</h2>
    <ol id="dropped"></ol>
  </section>
  <section class="wide">
    <h2>Freshness <small>from commit to invalidation, by milliseconds, since the start</small></h2>
    <p class="figures"><span>half within <b id="dropped50">–</b></span><span>99 % <b id="dropped99">–</b></span></p>
    <svg id="delays" class="chart low" role="img" aria-label="How long commits took to be dropped" preserveAspectRatio="none"></svg>
    <p class="note" id="inspected"></p>
  </section>
</main>
<script src="page.js"></script>
</html>
`

export const pageFiles: ReadonlyMap<string, PageFile> = new Map([
  ['/', { type: 'text/html; charset=utf-8', text: document }],
  ['/page.css', { type: 'text/css; charset=utf-8', text: pageStyle }],
  ['/page.js', { type: 'text/javascript; charset=utf-8', text: pageScript }],
])
