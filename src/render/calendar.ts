// The calendar block (render_block_core_calendar): a month's days, those with posts as links. It shows the current month, unless
// the block names another and the site's permalinks contain months. The current day depends on the clock, so responses with it
// expire at the next quarter of an hour: in every time zone, days end at one.
import type { Listing } from '../core/text-needs.ts'
import { asRecord, type BlockAttributes } from './block-tree.ts'
import {
  colorClasses,
  declaration,
  linkColorClass,
  numberAttribute,
  textAttribute,
  withPresets,
  wrapped,
} from './block-wrapper.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { attributeText, attributeUrl } from './html-tag.ts'
import { dayName, formatDate, monthName, shortMonthName } from './php-date.ts'
import type { Period } from './shown.ts'
import { said, saidAs } from './words.ts'

export const publishedDays = { kind: 'periods', unit: 'day', endsByClock: true } as const satisfies Listing

interface Month {
  readonly year: number
  /** From 1. */
  readonly month: number
}

/** The calendar; empty where no post is published. */
export const calendar: BlockRenderer = ({ name, attributes }, context) => {
  const days = context.periods(publishedDays)
  if (days.length === 0) return ''
  const month = monthOf(context.hasMonthAddresses ? attributes : {}, context.today())
  const inner = [tableOf(month, days, attributes, context), linksOf(month, days, context)].join('')
  return wrapped(name, attributes, { tag: 'div' }, inner)
}

function monthOf(attributes: BlockAttributes, today: string): Month {
  const [year = 1970, month = 1] = today.split('-', 2).map(Number)
  const named = {
    year: numberAttribute(attributes, 'year', 0),
    month: numberAttribute(attributes, 'month', 0),
  }
  return named.year >= 1 && named.year <= 9999 && named.month >= 1 && named.month <= 12
    ? named
    : { year, month }
}

function tableOf(
  shown: Month,
  days: readonly Period[],
  stated: BlockAttributes,
  context: RenderContext,
): string {
  const attributes = withPresets(stated)
  const { year, month } = shown
  const weekdays = Array.from({ length: 7 }, (_, at) => (context.weekStart + at) % 7)
  const heads = weekdays.map(
    (day) =>
      `\t\t<th scope="col" aria-label="${attributeText(dayName(day, context.dateNames))}">${initialOf(day, context)}</th>`,
  )
  return `<table${styleOf(attributes)} id="wp-calendar" class="${['wp-calendar-table', ...classesOf(attributes)].join(' ')}">
\t<caption>${saidAs(context, 'calendar caption', '%1$s %2$s', monthName(month, context.dateNames), year)}</caption>
\t<thead>
\t<tr>
${heads.join('\n')}
\t</tr>
\t</thead>
\t<tbody>
${weeksOf(shown, days, context).join('\n')}
\t</tbody>
\t</table>`
}

/** Table rows of a week each, padded at both ends of the month. */
function weeksOf({ year, month }: Month, days: readonly Period[], context: RenderContext): readonly string[] {
  const { weekStart, periodLink, today, atClock } = context
  const format = saidAs(context, 'daily archives date format', 'F j, Y')
  const first = new Date(Date.UTC(year, month - 1, 1))
  const length = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const before = (first.getUTCDay() - weekStart + 7) % 7
  const published = new Map(
    days.flatMap((each) => (each.year === year && each.month === month ? [[each.day, each] as const] : [])),
  )
  const todayText = today().slice(0, 10)
  const cells = Array.from({ length }, (_, at) => {
    const [day, period] = [at + 1, published.get(at + 1)]
    const date = [String(year).padStart(4, '0'), padded(month), padded(day)].join('-')
    const link = (found: Period) => {
      // WordPress writes English names here
      const label = said(context, 'Posts published on %s', formatDate(format, atClock(`${date} 00:00:00`)))
      return `<a href="${attributeUrl(periodLink(found))}" aria-label="${attributeText(label)}">${day}</a>`
    }
    const shown = period === undefined ? String(day) : link(period)
    return `<td${date === todayText ? ' id="today"' : ''}>${shown}</td>`
  })
  const rows = Array.from({ length: Math.ceil((before + length) / 7) }, (_, week) =>
    cells.slice(Math.max(week * 7 - before, 0), (week + 1) * 7 - before).join(''),
  )
  const after = rows.length * 7 - before - length
  return rows.map((row, at) => {
    const start = at === 0 && before > 0 ? `<td colspan="${before}" class="pad">&nbsp;</td>` : ''
    const isLast = at === rows.length - 1 && after > 0
    const end = isLast ? `\n\t\t<td class="pad" colspan="${after}">&nbsp;</td>` : ''
    const indented = at === 0 && before === 0 ? '' : '\n\t\t'
    return `\t<tr>${indented}${start}${row}${end}\n\t</tr>`
  })
}

function padded(value: number): string {
  return String(value).padStart(2, '0')
}

/** The first letter of a weekday, from 0 for Sunday. */
function initialOf(day: number, context: RenderContext): string {
  switch (day) {
    case 0:
      return saidAs(context, 'Sunday initial', 'S')
    case 1:
      return saidAs(context, 'Monday initial', 'M')
    case 2:
      return saidAs(context, 'Tuesday initial', 'T')
    case 3:
      return saidAs(context, 'Wednesday initial', 'W')
    case 4:
      return saidAs(context, 'Thursday initial', 'T')
    case 5:
      return saidAs(context, 'Friday initial', 'F')
    default:
      return saidAs(context, 'Saturday initial', 'S')
  }
}

/** Links to the nearest months with posts on both sides. */
function linksOf({ year, month }: Month, days: readonly Period[], context: RenderContext): string {
  const at = year * 12 + month
  const placeOf = (period: Period) => period.year * 12 + (period.month ?? 0)
  const link = (period: Period | undefined, text: (name: string) => string) => {
    if (period === undefined) return '&nbsp;'
    const url = attributeUrl(context.periodLink({ ...period, day: null }))
    return `<a href="${url}">${text(shortMonthName(period.month ?? 0, context.dateNames))}</a>`
  }
  const before = days.find((period) => placeOf(period) < at)
  const after = days.findLast((period) => placeOf(period) > at)
  return `<nav aria-label="${attributeText(said(context, 'Previous and next months'))}" class="wp-calendar-nav">
\t\t<span class="wp-calendar-nav-prev">${link(before, (name) => `&laquo; ${name}`)}</span>
\t\t<span class="pad">&nbsp;</span>
\t\t<span class="wp-calendar-nav-next">${link(after, (name) => `${name} &raquo;`)}</span>
\t</nav>`
}

/** Classes of the table, which has the block's colours in place of the block's own tag. */
function classesOf(attributes: BlockAttributes): readonly string[] {
  const { style, textColor, backgroundColor } = attributes
  const classes = colorClasses({ textColor, backgroundColor, style: withoutGradient(style) })
  return [...classes, ...linkColorClass({ style })]
}

function withoutGradient(style: unknown): BlockAttributes {
  const { gradient: _, ...color } = asRecord(asRecord(style)?.['color']) ?? {}
  return { color }
}

function styleOf(attributes: BlockAttributes): string {
  const color = asRecord(asRecord(attributes['style'])?.['color'])
  const own = (attribute: string, property: string, member: string) =>
    textAttribute(attributes, attribute) === '' ? declaration(property, color?.[member]) : []
  const declared = [
    ...own('textColor', 'color', 'text'),
    ...own('backgroundColor', 'background-color', 'background'),
  ]
  return declared.length === 0 ? '' : ` style="${attributeText(declared.map((each) => `${each};`).join(''))}"`
}
