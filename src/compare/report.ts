// The findings of a comparison: by route, by what differs, and how fast. As lines for a terminal, and as a page of HTML.
import { styleText } from 'node:util'
import { escapeHtml } from '../core/html-text.ts'
import type { Compared, Comparison } from './comparison.ts'
import type { Difference } from './differences.ts'

export interface Report {
  readonly site: string
  readonly identical: number
  readonly asked: number
  readonly routes: readonly RouteReport[]
  /** The most frequent first. */
  readonly causes: readonly CauseReport[]
  readonly times: { readonly siteMs: number; readonly firstMs: number; readonly nextMs: number } | null
  /** Sentences about what was not compared. */
  readonly notes: readonly string[]
}

interface RouteReport {
  readonly route: string
  readonly asked: number
  readonly identical: number
}

interface CauseReport {
  readonly path: string
  /** How many answers differ there. */
  readonly answers: number
  readonly routes: readonly string[]
  readonly address: string
  readonly example: Difference
}

const causesShown = 40

/** `doubts`: sentences about what makes more differ than has to. */
export function reportOf(
  site: string,
  { compared, notCompared, left }: Comparison,
  doubts: readonly string[],
): Report {
  const isIdentical = ({ differences }: Compared) => differences.length === 0
  const routes = [...Map.groupBy(compared, ({ route }) => route)].map(([route, each]) => ({
    route,
    asked: each.length,
    identical: each.filter(isIdentical).length,
  }))
  const found = compared.flatMap((each) =>
    [...Map.groupBy(each.differences, ({ path }) => path).values()].flatMap(([example]) =>
      example ? [{ each, example }] : [],
    ),
  )
  const causes = [...Map.groupBy(found, ({ example }) => example.path)].flatMap(([path, all]) => {
    const [first] = all
    return first
      ? [
          {
            path,
            answers: all.length,
            routes: [...new Set(all.map(({ each }) => each.route))],
            address: first.each.address,
            example: first.example,
          },
        ]
      : []
  })
  const reasons = [
    ...Map.groupBy(
      notCompared,
      ({ by, reason }) => `${by === 'site' ? 'the site' : 'Lectern'}: ${reason.detail}`,
    ),
  ]
  return {
    site,
    identical: compared.filter(isIdentical).length,
    asked: compared.length,
    routes,
    causes: causes.toSorted((one, other) => other.answers - one.answers),
    times:
      compared.length === 0
        ? null
        : {
            siteMs: medianOf(compared.map(({ siteMs }) => siteMs)),
            firstMs: medianOf(compared.map(({ firstMs }) => firstMs)),
            nextMs: medianOf(compared.map(({ nextMs }) => nextMs)),
          },
    notes: [
      ...doubts,
      ...reasons.map(([reason, each]) => `${each.length} addresses were not compared (${reason}).`),
      ...(left > 0 ? [`${left} more addresses were left out (--requests).`] : []),
    ],
  }
}

function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** `93.8 %`; never 100 % where one differs. */
function shareOf(identical: number, asked: number): string {
  return asked === 0 ? '–' : `${(Math.floor((1000 * identical) / asked) / 10).toFixed(1)} %`
}

function summaryOf({ identical, asked }: Report): string {
  return `${identical} of ${asked} answers are identical (${shareOf(identical, asked)}).`
}

function timesOf({ times }: Report): string {
  if (times === null) return 'Nothing was compared.'
  const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
  return `Median time to the whole answer: the site ${ms(times.siteMs)} (with its network), Lectern ${ms(times.firstMs)} at first and ${ms(times.nextMs)} from its cache.`
}

export function printReport(report: Report): string {
  const width = Math.max(5, ...report.routes.map(({ route }) => route.length))
  return [
    styleText('bold', report.site),
    summaryOf(report),
    timesOf(report),
    ...report.notes,
    '',
    `${'route'.padEnd(width)}  asked  identical`,
    ...report.routes.map(({ route, asked, identical }) => {
      const line = `${route.padEnd(width)}  ${String(asked).padStart(5)}  ${String(identical).padStart(9)}`
      return identical === asked ? line : styleText('yellow', line)
    }),
    ...(report.causes.length === 0 ? [] : ['', styleText('bold', 'What differs')]),
    ...report.causes
      .slice(0, causesShown)
      .flatMap(({ path, answers, routes, address, example }) => [
        `${String(answers).padStart(4)} × ${path}  ${styleText('dim', routes.join(', '))}`,
        styleText('dim', `       ${address}`),
        `       site     ${oneLine(example.site)}`,
        `       Lectern  ${oneLine(example.lectern)}`,
      ]),
  ].join('\n')
}

/** Text of the site's reaches a terminal without its control characters. */
function oneLine(text: string | null): string {
  return text === null ? '(nothing)' : text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
}

export function reportPage(report: Report): string {
  const cell = (text: string | null) =>
    text === null ? '<td class="none">nothing</td>' : `<td><code>${escapeHtml(text)}</code></td>`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern beside ${escapeHtml(report.site)}</title>
<style>${style}</style>
<main>
<h1>Lectern beside ${escapeHtml(report.site)}</h1>
<p class="figure"><b>${shareOf(report.identical, report.asked)}</b> ${escapeHtml(summaryOf(report))}</p>
<p>${escapeHtml(timesOf(report))}</p>
${report.notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('\n')}
<h2>By route</h2>
<table><thead><tr><th>route</th><th>asked</th><th>identical</th></tr></thead><tbody>
${report.routes.map(({ route, asked, identical }) => `<tr${identical === asked ? '' : ' class="differs"'}><td>${escapeHtml(route)}</td><td>${asked}</td><td>${identical}</td></tr>`).join('\n')}
</tbody></table>
<h2>What differs</h2>
${
  report.causes.length === 0
    ? '<p>Nothing does.</p>'
    : `<div class="wide" tabindex="0"><table><thead><tr><th>answers</th><th>where</th><th>for example</th><th>the site</th><th>Lectern</th></tr></thead><tbody>
${report.causes.map(({ path, answers, address, example }) => `<tr><td>${answers}</td><td><code>${escapeHtml(path)}</code></td><td><code>${escapeHtml(address)}</code></td>${cell(example.site)}${cell(example.lectern)}</tr>`).join('\n')}
</tbody></table></div>`
}
</main>
</html>
`
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f6f4ef, #15171b); color: light-dark(#22252b, #e8e6e1); }
main { max-width: 70rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font: 600 1.6rem/1.2 Georgia, serif; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; margin-top: 2rem; }
.figure b { font-size: 2.2rem; margin-right: .6rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .7rem .35rem 0; border-bottom: 1px solid light-dark(#e4dfd4, #2c3038); }
code { overflow-wrap: anywhere; font-size: .86rem; }
.differs td { color: light-dark(#8a4b00, #f0a850); }
.none { font-style: italic; }
`
