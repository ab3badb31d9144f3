// The findings of a comparison: by route, by what differs, and how fast. As lines for a terminal, and as a page of HTML.
import { styleText } from 'node:util'
import { escapeHtml } from '../core/html-text.ts'
import { described } from './addresses.ts'
import type { Compared, Comparison } from './comparison.ts'
import type { Difference } from './differences.ts'

export interface Report {
  readonly site: string
  /** Sentences about what makes more differ than has to. */
  readonly doubts: readonly string[]
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
  /** Where it lies in an item, whether that was alone or in a list. */
  readonly path: string
  readonly side: Side
  /** How many answers differ there. */
  readonly answers: number
  readonly routes: readonly string[]
  readonly address: string
  readonly example: Difference
}

/** The sides that have a value there. */
type Side = 'both' | 'site' | 'lectern'

const sides: Readonly<Record<Side, { readonly title: string; readonly about: string }>> = {
  both: {
    title: 'Other values',
    about: 'Lectern answers another value than the site.',
  },
  site: {
    title: 'Only the site has it',
    about:
      'As a rule a plug-in adds it: a pack may know that plug-in (docs/plugins.md), or an extension adds it.',
  },
  lectern: {
    title: 'Only Lectern has it',
    about:
      'As a rule the site runs an older WordPress, which did not have it yet, or a plug-in takes it away. Clients of the site do without it.',
  },
}

const causesShown = 40

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
  const found = compared.flatMap((answer) =>
    [...Map.groupBy(answer.differences, (each) => `${sideOf(each)} ${each.path}`).values()].flatMap(
      ([example]) => (example ? [{ each: answer, example }] : []),
    ),
  )
  const causes = [
    ...Map.groupBy(
      found,
      ({ each, example }) => `${sideOf(example)} ${placeOf(each.route, example)}`,
    ).values(),
  ].flatMap((all) => {
    const [first] = all
    return first
      ? [
          {
            path: placeOf(first.each.route, first.example),
            side: sideOf(first.example),
            answers: new Set(all.map(({ each }) => each)).size,
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
    doubts,
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
      ...reasons.map(([reason, each]) => `${each.length} addresses were not compared (${reason}).`),
      ...(left > 0 ? [`${left} more addresses were left out (--requests).`] : []),
    ],
  }
}

function sideOf({ site, lectern }: Difference): Side {
  if (site === null) return 'lectern'
  return lectern === null ? 'site' : 'both'
}

/** `[].title.rendered` → `title.rendered`, and of answers whose members are named by the site, `.post.template` → `*.template` */
function placeOf(route: string, { path }: Difference): string {
  const inItem = path.replace(/^(?:\[\](?=\.))?\./, '')
  return described.includes(route) ? inItem.replace(/^[^.]+(?=\.)/, '*') : inItem
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
  return `${identical} of ${asked} answers are identical`
}

function timesOf({ times }: Report): string {
  if (times === null) return 'Nothing was compared.'
  const { siteMs, firstMs, nextMs } = times
  const ms = (value: number) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`
  const faster = (value: number) => {
    const factor = siteMs / value
    return `${factor < 10 ? factor.toFixed(1) : Math.round(factor)} × as fast`
  }
  return `Median time to the whole answer: the site ${ms(siteMs)} (with its network), Lectern ${ms(firstMs)} at first (${faster(firstMs)}) and ${ms(nextMs)} from its cache (${faster(nextMs)}).`
}

/** The causes that are shown, by the sides that have a value. */
function causesBySide({ causes }: Report) {
  const bySide = Map.groupBy(causes.slice(0, causesShown), ({ side }) => side)
  return (['both', 'site', 'lectern'] as const).flatMap((side) => {
    const found = bySide.get(side)
    return found ? [{ ...sides[side], found }] : []
  })
}

export function printReport(report: Report): string {
  const width = Math.max(5, ...report.routes.map(({ route }) => route.length))
  return [
    styleText('bold', report.site),
    ...report.doubts.map(oneLine),
    `${summaryOf(report)} (${shareOf(report.identical, report.asked)}).`,
    timesOf(report),
    ...report.notes.map(oneLine),
    '',
    `${'route'.padEnd(width)}  asked  identical`,
    ...report.routes.map(({ route, asked, identical }) => {
      const line = `${route.padEnd(width)}  ${String(asked).padStart(5)}  ${String(identical).padStart(9)}`
      return identical === asked ? line : styleText('yellow', line)
    }),
    ...causesBySide(report).flatMap(sideLines),
    ...moreOf(report),
  ].join('\n')
}

function sideLines({ title, about, found }: ReturnType<typeof causesBySide>[number]): readonly string[] {
  return ['', styleText('bold', title), about].concat(found.flatMap(causeLines))
}

function causeLines({ path, answers, routes, address, example }: CauseReport): readonly string[] {
  const value = (name: string, text: string | null) =>
    text === null ? [] : [`       ${name} ${oneLine(text)}`]
  return [
    `${String(answers).padStart(4)} × ${oneLine(path)}  ${styleText('dim', routes.join(', '))}`,
    styleText('dim', `       ${address}`),
  ].concat(value('site    ', example.site), value('Lectern ', example.lectern))
}

/** A sentence where not all is shown. */
function moreOf({ causes }: Report): readonly string[] {
  const more = causes.length - causesShown
  return more > 0 ? [`${more} more places differ in fewer answers (--json has them).`] : []
}

/** Text of the site's reaches a terminal without its control characters. */
function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ')
}

export function reportPage(report: Report): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern beside ${escapeHtml(report.site)}</title>
<style>${style}</style>
<main>
<h1>Lectern beside ${escapeHtml(report.site)}</h1>
${report.doubts.map((doubt) => `<p>${escapeHtml(doubt)}</p>`).join('\n')}
<p class="figure"><b>${shareOf(report.identical, report.asked)}</b> ${summaryOf(report)}</p>
<p>${escapeHtml(timesOf(report))}</p>
${report.notes.map((note) => `<p>${escapeHtml(note)}</p>`).join('\n')}
<h2>By route</h2>
<table><thead><tr><th>route</th><th class="number">asked</th><th class="number">identical</th></tr></thead><tbody>
${report.routes.map(({ route, asked, identical }) => `<tr${identical === asked ? '' : ' class="differs"'}><td>${escapeHtml(route)}</td><td class="number">${asked}</td><td class="number">${identical}</td></tr>`).join('\n')}
</tbody></table>
${report.causes.length === 0 ? '<h2>What differs</h2>\n<p>Nothing does.</p>' : causesBySide(report).map(sideSection).join('\n')}
${moreOf(report)
  .map((line) => `<p>${line}</p>`)
  .join('')}
</main>
</html>
`
}

function sideSection({ title, about, found }: ReturnType<typeof causesBySide>[number]): string {
  const value = (name: string, text: string | null) =>
    text === null ? '' : `<div><dt>${name}</dt><dd><code>${escapeHtml(text)}</code></dd></div>`
  const cause = ({ path, answers, routes, address, example }: CauseReport) => `<article>
<h3><code>${escapeHtml(path)}</code> <span>${answers} ${answers === 1 ? 'answer' : 'answers'}: ${escapeHtml(routes.join(', '))}</span></h3>
<p>for example <code>${escapeHtml(address)}</code></p>
<dl>${value('the site', example.site)}${value('Lectern', example.lectern)}</dl>
</article>`
  return `<h2>${title}</h2>
<p>${escapeHtml(about)}</p>
${found.map(cause).join('\n')}`
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; background: light-dark(#f6f4ef, #15171b); color: light-dark(#22252b, #e8e6e1); }
main { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; }
h1 { font: 600 1.6rem/1.2 Georgia, serif; overflow-wrap: anywhere; }
h2 { font-size: 1.15rem; margin: 2.5rem 0 .3rem; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
h3 span, article p, dt { font-size: .86rem; font-weight: 400; color: light-dark(#5c5a54, #a9a69f); }
.figure b { font-size: 2.2rem; margin-right: .6rem; }
table { border-collapse: collapse; font-size: .92rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem 2rem .35rem 0; border-bottom: 1px solid light-dark(#e4dfd4, #2c3038); }
.number { text-align: right; padding-right: .7rem; font-variant-numeric: tabular-nums; }
article { margin: 1rem 0; padding: .8rem 1rem; border-radius: .5rem; background: light-dark(#fff, #1c1f25); }
article p { margin: .1rem 0 .5rem; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(18rem, 100%), 1fr)); gap: .5rem 1.5rem; margin: 0; }
dd { margin: 0; }
code { overflow-wrap: anywhere; font-size: .86rem; }
h3 code { font-size: .95rem; }
.differs td { color: light-dark(#8a4b00, #f0a850); }
`
