// Makes the pictures and the table of docs/benchmarks.md from its raw figures.
//   node test/bench/plots.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

interface Round {
  readonly perSecond: number
  readonly cpuUs: number
  readonly p50Ms: number
  readonly p99Ms: number
}

interface Raw {
  readonly results: readonly {
    readonly name: string
    readonly contenders: readonly {
      readonly name: string
      readonly statements: number
      readonly rounds: readonly Round[]
    }[]
  }[]
  readonly staleness: readonly { readonly name: string; readonly seconds: readonly number[] }[]
}

interface Plot {
  readonly file: string
  readonly title: string
  readonly groups: readonly { readonly name: string; readonly marks: readonly Mark[] }[]
}

interface Mark {
  readonly name: string
  readonly values: readonly number[]
}

/** The bench waits for an edit no longer than this. */
const staleMaxS = 30
const folder = join(import.meta.dirname, '../../docs/benchmarks')
const page = join(folder, '../benchmarks.md')
const raw: Raw = JSON.parse(readFileSync(join(folder, 'beside.json'), 'utf8'))

const groupsOf = (key: keyof Round, scale = 1) =>
  raw.results.map(({ name, contenders }) => ({
    name,
    marks: contenders.map((each) => ({
      name: each.name,
      values: each.rounds.map((round) => round[key] * scale),
    })),
  }))
const plots: readonly Plot[] = [
  { file: 'cpu', title: 'CPU time of one answer', groups: groupsOf('cpuUs', 0.001) },
  { file: 'p50', title: 'Median time to an answer', groups: groupsOf('p50Ms') },
  { file: 'p99', title: 'Slowest answer in a hundred', groups: groupsOf('p99Ms') },
]
for (const plot of plots) writeFileSync(join(folder, `${plot.file}.svg`), svgOf(plot))

const text = readFileSync(page, 'utf8')
const between = /(\n## Figures\n)[^]*?(\n## )/
writeFileSync(
  page,
  text.replace(between, (_, from: string, to: string) => `${from}\n${tables()}${to}`),
)

function tables(): string {
  const head =
    '| | answers/s | CPU ms | p50 ms | p99 ms | statements |\n| --- | ---: | ---: | ---: | ---: | ---: |'
  const ofWorks = raw.results.map(({ name, contenders }) => {
    const rows = contenders.map(({ name: contender, statements, rounds }) => {
      const of = (key: keyof Round, scale = 1) => shown(median(rounds.map((round) => round[key] * scale)))
      return `| ${contender} | ${of('perSecond')} | ${of('cpuUs', 0.001)} | ${of('p50Ms')} | ${of('p99Ms')} | ${shown(statements)} |`
    })
    return `${name.charAt(0).toUpperCase()}${name.slice(1)}:\n\n${head}\n${rows.join('\n')}\n`
  })
  const stale = raw.staleness.map(
    ({ name, seconds }) => `| ${name} | ${waited(median(seconds))} | ${waited(Math.max(...seconds))} |`,
  )
  return `${ofWorks.join('\n')}\nSeconds from the commit of an edit to the first answer that shows it:\n\n| | median | longest |\n| --- | ---: | ---: |\n${stale.join('\n')}\n`
}

/** A dot at the median and a line from the least to the most, on a scale of powers of ten: bars would hide all but the longest. */
function svgOf({ title, groups }: Plot): string {
  const all = groups.flatMap(({ marks }) => marks.flatMap(({ values }) => values))
  const from = Math.floor(Math.log10(Math.min(...all)))
  const to = Math.ceil(Math.log10(Math.max(...all)))
  const [left, right, row] = [30, 396, 40]
  const x = (value: number) => left + ((Math.log10(value) - from) / (to - from)) * (right - left)
  const lines: string[] = []
  let y = 62
  const ticks = Array.from({ length: to - from + 1 }, (_, n) => 10 ** (from + n))
  const label = (className: string, at: readonly [number, number], anchor: string, words: string) =>
    `<text class="${className}" x="${at[0].toFixed(1)}" y="${at[1]}" text-anchor="${anchor}">${escape(words)}</text>`
  for (const { name, marks } of groups) {
    lines.push(label('group', [16, y], 'start', name))
    y += 38
    for (const { name: mark, values } of marks) {
      const own = mark.startsWith('Lectern') ? ' own' : ''
      const middle = median(values)
      lines.push(
        label('name', [left - 8, y - 13], 'start', mark),
        `<line class="range${own}" x1="${x(Math.min(...values)).toFixed(1)}" x2="${x(Math.max(...values)).toFixed(1)}" y1="${y}" y2="${y}"/>`,
        `<circle class="dot${own}" cx="${x(middle).toFixed(1)}" cy="${y}" r="5"/>`,
        label('value', [right + 112, y + 5], 'end', shown(middle)),
      )
      y += row
    }
    y += 8
  }
  const grid = ticks.map(
    (tick) =>
      `<line class="grid" x1="${x(tick).toFixed(1)}" x2="${x(tick).toFixed(1)}" y1="46" y2="${y - 30}"/>${label('tick', [x(tick), y - 12], 'middle', shown(tick))}`,
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" width="520" height="${y + 4}" viewBox="0 0 520 ${y + 4}" font-family="system-ui, sans-serif" font-size="15" role="img" aria-label="${escape(title)}">
<style>
rect { fill: #fff } text { fill: #22252b } .title { font-size: 17px; font-weight: 600 } .group { font-weight: 600 } .tick { fill: #5c5a54; font-size: 13px }
.grid { stroke: #e4dfd4 } .range { stroke: #8a8780; stroke-width: 3; stroke-linecap: round } .dot { fill: #6a6760 } .range.own { stroke: #3f8a64 } .dot.own { fill: #17633f }
@media (prefers-color-scheme: dark) {
rect { fill: #1b1b1f } text { fill: #e8e6e1 } .tick { fill: #a9a69f } .grid { stroke: #34373e } .range { stroke: #85827b } .dot { fill: #b9b6ae } .range.own { stroke: #4ca478 } .dot.own { fill: #7ddcaa }
}
</style>
<rect width="100%" height="100%" rx="8"/>
${label('title', [16, 28], 'start', `${title}, in milliseconds`)}
${[...grid, ...lines].join('\n')}
</svg>
`
}

function shown(value: number): string {
  if (Number.isInteger(value) && value < 1000) return String(value)
  if (value >= 10) return Math.round(value).toLocaleString('en').replaceAll(',', ' ')
  return value >= 1 ? value.toFixed(1) : String(Number(value.toPrecision(2)))
}

function waited(seconds: number): string {
  return seconds < staleMaxS ? shown(seconds) : `not in ${staleMaxS}`
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const half = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[half] ?? NaN)
    : ((sorted[half - 1] ?? NaN) + (sorted[half] ?? NaN)) / 2
}

function escape(words: string): string {
  return words.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}
