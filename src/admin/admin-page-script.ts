// The script of the admin port's page: it requests the state every second and draws it. Plain JavaScript, which browsers run unchanged.
export const pageScript = `
'use strict'
const svgSpace = 'http://www.w3.org/2000/svg'
const everyMs = 1000
const samplesKept = 60
const byId = (id) => document.getElementById(id)
const say = (id, text) => { const at = byId(id); if (at.textContent !== text) at.textContent = text }
const number = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const memory = []

function draw(svg, width, height, shapes) {
  svg.setAttribute('viewBox', '0 0 ' + width + ' ' + height)
  svg.replaceChildren(...shapes.map(([name, attributes, title]) => {
    const shape = document.createElementNS(svgSpace, name)
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value)
    if (title) {
      const said = document.createElementNS(svgSpace, 'title')
      said.textContent = title
      shape.append(said)
    }
    return shape
  }))
}

/** Columns of parts that lie on each other, each part of a class. */
function columns(svg, list, gap, titleOf) {
  const height = 100
  const most = Math.max(1, ...list.map((parts) => parts.reduce((sum, [, count]) => sum + count, 0)))
  const shapes = [0.5, 1].map((part) => ['line', { class: 'rule', x1: 0, x2: list.length, y1: height * (1 - part), y2: height * (1 - part) }])
  shapes.push(['line', { class: 'rule', x1: 0, x2: list.length, y1: height, y2: height }])
  list.forEach((parts, at) => {
    let top = height
    for (const [name, count] of parts) {
      if (count === 0) continue
      const tall = Math.max(0.8, (count / most) * height * 0.96)
      top -= tall
      shapes.push(['rect', { class: name, x: at + gap / 2, width: 1 - gap, y: top, height: tall }, titleOf(at)])
    }
  })
  draw(svg, list.length, height, shapes)
}

function showRequests(seconds) {
  const all = ({ hits, misses, others }) => hits + misses + others
  const last = seconds.slice(-3)
  const rate = last.reduce((sum, second) => sum + all(second), 0) / last.length
  say('rate', rate >= 10 || rate === 0 ? number.format(rate) : rate.toFixed(1))
  say('peak', 'at most ' + number.format(Math.max(...seconds.map(all))) + ' /s')
  columns(byId('requests'), seconds.map(({ hits, misses, others, failed }) => {
    const made = Math.max(0, misses + others - failed)
    return [['kept', hits], ['made', Math.min(misses, made)], ['others', Math.max(0, made - misses)], ['failed', failed]]
  }), 0.22, (at) => {
    const second = seconds[at]
    return (seconds.length - at) + ' s ago: ' + all(second) + ' requests, ' + second.hits + ' from the cache, ' + second.failed + ' failed'
  })
}

function showRatio(seconds, totals) {
  const hits = seconds.reduce((sum, second) => sum + second.hits, 0)
  const asked = hits + seconds.reduce((sum, second) => sum + second.misses, 0)
  const round = 2 * Math.PI * 52
  const part = asked === 0 ? 0 : hits / asked
  const percent = part * 100
  say('hits', asked === 0 ? '–' : percent > 99 && percent < 100 ? percent.toFixed(1) : number.format(percent))
  const arc = byId('ratio').querySelector('.arc')
  if (!arc) draw(byId('ratio'), 120, 120, [
    ['circle', { class: 'ring', cx: 60, cy: 60, r: 52 }],
    ['circle', { class: 'arc', cx: 60, cy: 60, r: 52, transform: 'rotate(-90 60 60)', 'stroke-dasharray': '0 ' + round, visibility: 'hidden' }],
  ])
  else {
    arc.setAttribute('stroke-dasharray', part * round + ' ' + round)
    arc.setAttribute('visibility', part > 0 ? 'visible' : 'hidden')
  }
  say('hits-note', number.format(totals.hits) + ' of ' + number.format(totals.hits + totals.misses) + ' since the start'
    + (totals.shared === 0 ? '' : ', ' + number.format(totals.shared) + ' from other gateways'))
}

function milliseconds(ms) {
  return ms >= 1000 ? (ms / 1000).toFixed(1) + ' s' : ms >= 10 ? number.format(ms) + ' ms' : ms >= 1 ? ms.toFixed(1) + ' ms' : ms.toFixed(2) + ' ms'
}

/** The latency that a part of all answers is below, from their classes. */
function quantile(counts, bounds, part) {
  const total = counts.reduce((sum, count) => sum + count, 0)
  if (total === 0) return null
  let left = total * part
  for (const [at, count] of counts.entries()) {
    if (count > 0 && left <= count) {
      const below = bounds[at - 1] ?? 0
      return below + ((bounds[at] ?? below * 2) - below) * (left / count)
    }
    left -= count
  }
  return bounds.at(-1)
}

function showLatency({ boundsMs, kept, made }) {
  const counts = kept.map((count, at) => count + made[at])
  for (const [id, part] of [['p50', 0.5], ['p95', 0.95], ['p99', 0.99]]) {
    const ms = quantile(counts, boundsMs, part)
    say(id, ms === null ? '–' : milliseconds(ms))
  }
  columns(byId('latency'), counts.map((_, at) => [['kept', kept[at]], ['made', made[at]]]), 0.14, (at) =>
    (at < boundsMs.length ? 'up to ' + boundsMs[at] + ' ms: ' : 'longer: ') + counts[at] + ' answers, ' + kept[at] + ' from the cache')
  const bounds = byId('bounds')
  if (bounds.children.length === 0) bounds.append(...[...boundsMs, ''].map((bound) => element('span', bound >= 1000 ? bound / 1000 + ' s' : String(bound))))
}

function megabytes(bytes) {
  const mb = bytes / 1048576
  return mb >= 10 ? number.format(mb) : mb.toFixed(1)
}

function showMemory({ rssBytes, heapBytes }, loopBusy, connections, scans) {
  memory.push(rssBytes)
  if (memory.length > samplesKept) memory.shift()
  say('rss', megabytes(rssBytes))
  say('heap', megabytes(heapBytes) + ' MB')
  say('loop', number.format(loopBusy * 100) + ' % busy')
  say('connections', connections === null ? 'embedded' : connections.busy + ' busy, ' + connections.waiting + ' waiting')
  say('scans', scans.running + ' running, ' + scans.waiting + ' waiting')
  const most = Math.max(...memory) * 1.1
  const points = memory.map((bytes, at) => (at + samplesKept - memory.length) + ',' + (100 - (bytes / most) * 100).toFixed(2))
  draw(byId('memory'), samplesKept - 1, 100, [
    ['polygon', { class: 'area', points: [(samplesKept - memory.length) + ',100', ...points, samplesKept - 1 + ',100'].join(' ') }],
    ['polyline', { class: 'line', points: points.join(' ') }],
  ])
}

function showCache({ entries, bytes, tags, bytesMax }) {
  say('entries', number.format(entries))
  byId('full').style.width = (bytesMax === 0 ? 0 : Math.min(100, (bytes / bytesMax) * 100)) + '%'
  say('cache-note', megabytes(bytes) + ' of ' + megabytes(bytesMax) + ' MB, with ' + number.format(tags) + ' tags')
}

function element(name, text, className) {
  const made = document.createElement(name)
  made.textContent = text
  if (className) made.className = className
  return made
}

function ago(seconds) {
  return seconds < 1 ? 'now' : seconds < 90 ? seconds + ' s' : seconds < 5400 ? Math.round(seconds / 60) + ' min' : Math.round(seconds / 3600) + ' h'
}

function showDropped(dropped) {
  byId('dropped').replaceChildren(...(dropped.length === 0 ? [element('li', 'None yet', 'empty')] : dropped.map(({ agoS, entries, cause, delayMs }) => {
    const line = document.createElement('li')
    line.append(element('b', number.format(entries)), element('span', cause.replace(/^gap: /, '') + (delayMs === null ? '' : ', after ' + milliseconds(delayMs))), element('time', ago(agoS)))
    return line
  })))
}

function showFreshness({ delays: { boundsMs, counts }, inspected }) {
  for (const [id, part] of [['dropped50', 0.5], ['dropped99', 0.99]]) {
    const ms = quantile(counts, boundsMs, part)
    say(id, ms === null ? '–' : milliseconds(ms))
  }
  columns(byId('delays'), counts.map((count) => [['kept', count]]), 0.14, (at) =>
    (at < boundsMs.length ? 'up to ' + boundsMs[at] + ' ms: ' : 'longer: ') + counts[at] + ' changes')
  say('inspected', inspected.length === 0 ? 'No inspections yet' : 'Inspected: ' + inspected.map(({ afterS, checked, stale }) =>
    'after ' + afterS + ' s ' + number.format(checked - stale) + ' of ' + number.format(checked) + ' were fresh').join(', '))
}

function showRoutes(routes) {
  byId('routes').replaceChildren(...(routes.length === 0 ? [rowOf(['No answers yet', '', '', ''])] : routes.map(({ route, count, meanMs, maxMs }) =>
    rowOf([route, number.format(count), milliseconds(meanMs), milliseconds(maxMs)]))))
}

function rowOf(cells) {
  const row = document.createElement('tr')
  row.append(...cells.map((cell) => element('td', cell)))
  return row
}

function showState(state, text) {
  byId('state').dataset.is = state
  say('state', text)
}

/** Names the server that is read among several, with its replication. */
function behind(servers) {
  const at = servers.findIndex(({ isRead }) => isRead)
  if (at < 0) return ''
  const { condition, isReplica, lagMs } = servers[at]
  const which = servers.length > 1 ? ', ' + (at + 1) + ' of ' + servers.length + ' servers' : ''
  if (!isReplica) return which
  return which + (condition === 'stopped' ? ', does not replicate' : lagMs === null ? ', a replica' : ', ' + milliseconds(lagMs) + ' behind its source')
}

/** Shows the requests that were proxied to WordPress in the last minute. */
function showOrigin(origin) {
  const { requests = 0, failed = 0 } = origin ?? {}
  say('origin', origin === null ? 'nothing' : number.format(requests) + ' a minute' + (failed > 0 ? ', ' + number.format(failed) + ' failed' : ''))
}

/** Up to when the cache is known to be right, and how long that is enough. */
function freshness(feed, lease) {
  if (feed === null) return ''
  const by = 'changes by ' + feed.name + (feed.role === null ? '' : ' (' + feed.role + ')')
  if (lease === null) return by
  const proven = lease.provenAgoMs === null ? 'never' : milliseconds(lease.provenAgoMs) + ' ago'
  return by + ', proven ' + proven + (lease.isHeld ? ', fresh within ' : ', not fresh: more than ') + milliseconds(lease.withinMs)
}

function show({ ready, database, servers, feed, lease, origin, uptimeS, recent, memory: used, cache, loopBusy, connections, scans }) {
  showState(ready ? 'ready' : 'away', ready ? 'ready' : database === null ? 'no database' : 'stopping')
  say('database', database === null ? '' : database + behind(servers))
  say('feed', freshness(feed, lease))
  say('uptime', 'up ' + ago(uptimeS))
  showRequests(recent.seconds)
  showRatio(recent.seconds, recent.totals)
  showLatency(recent.latency)
  showMemory(used, loopBusy, connections, scans)
  showOrigin(origin)
  showCache(cache)
  showDropped(recent.dropped)
  showFreshness(recent.freshness)
  showRoutes(recent.routes)
}

async function look() {
  try {
    if (!document.hidden) {
      const response = await fetch('now', { cache: 'no-store' })
      if (!response.ok) throw new Error(String(response.status))
      show(await response.json())
    }
  } catch {
    showState('lost', 'the gateway does not answer')
  }
  setTimeout(look, everyMs)
}

look()
`
