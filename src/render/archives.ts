// The archives block (render_block_core_archives): the years, months, weeks or days with published posts, or the posts.
import type { Listing } from '../core/text-needs.ts'
import type { BlockAttributes } from './block-tree.ts'
import { statedText } from './block-attributes.ts'
import { textAttribute, wrapped } from './block-wrapper.ts'
import type { BlockRenderer, RenderContext } from './context.ts'
import { followChoice } from './follow-choice.ts'
import { attributeUrl } from './html-tag.ts'
import { listingOf } from './listing.ts'
import { formatDate, monthName } from './php-date.ts'
import type { Period, ShownPost } from './shown.ts'
import { shownTitle } from './title-blocks.ts'
import { said } from './words.ts'

export const archives: BlockRenderer = ({ name, attributes }, context) => {
  const listing = listingOf(name, attributes)
  const type = textAttribute(attributes, 'type')
  const entries = entriesOf(listing, type, context)
  const counts = attributes['showPostCounts'] === true && listing?.kind === 'periods'
  if (attributes['displayAsDropdown'] === true) {
    const inner = choice(entries, counts, attributes, context)
    return wrapped(name, attributes, { tag: 'div', classes: ['wp-block-archives-dropdown'] }, inner)
  }
  const items = entries.map(
    ({ url, text, count, isShown }) =>
      `\t<li><a href='${url}'${isShown ? ' aria-current="page"' : ''}>${text}</a>${counts ? `&nbsp;(${count})` : ''}</li>\n`,
  )
  return items.length === 0
    ? wrapped(
        name,
        attributes,
        { tag: 'div', classes: ['wp-block-archives-list'] },
        said(context, 'No archives to show.'),
      )
    : wrapped(name, attributes, { tag: 'ul', classes: ['wp-block-archives-list'] }, items.join(''))
}

interface Entry {
  readonly url: string
  readonly text: string
  readonly count: number
  /** True of the post that contains the block. */
  readonly isShown?: boolean
}

function entriesOf(listing: Listing | null, type: string, context: RenderContext): readonly Entry[] {
  if (listing?.kind === 'posts')
    return context.posts(listing).map((post) => ({
      url: attributeUrl(post.link),
      text: titleOf(post, context),
      count: 0,
      isShown: post.id === context.postId,
    }))
  const periods = listing?.kind === 'periods' ? context.periods(listing) : []
  return type === 'weekly' ? weeksOf(periods, context) : periods.map((period) => entryOf(period, context))
}

/** The title without tags, or the id of a post without a title. */
function titleOf(post: ShownPost, context: RenderContext): string {
  return shownTitle(post, context).replace(/<[^<>]*>/g, '') || post.id
}

function entryOf(period: Period, context: RenderContext): Entry {
  const { year, month, day, count } = period
  const text =
    month === null
      ? String(year)
      : day === null
        ? said(context, '%1$s %2$d', monthName(month, context.dateNames), year)
        : dayText(period, context)
  return { url: attributeUrl(context.periodLink(period)), text, count }
}

function dayText(
  { year, month, day }: Omit<Period, 'count'>,
  { dateFormat, dateNames, atClock }: RenderContext,
  time = '00:00:00',
): string {
  const date = [String(year).padStart(4, '0'), month ?? 1, day ?? 1].map((part) =>
    String(part).padStart(2, '0'),
  )
  return formatDate(dateFormat, atClock(`${date.join('-')} ${time}`), dateNames)
}

const dayMs = 86_400_000

/**
 * Groups days by weeks, which begin on the site's first weekday. A week in two years is counted in each of them. As in
 * WordPress, a week is left out whose number is that of the week before it in the list, in another year.
 */
function weeksOf(days: readonly Period[], context: RenderContext): readonly Entry[] {
  const { home, weekStart } = context
  const weeks = new Map<string, { readonly start: number; readonly week: number; readonly count: number }>()
  for (const { year, month, day, count } of days) {
    const at = Date.UTC(year, (month ?? 1) - 1, day ?? 1)
    const start = at - ((new Date(at).getUTCDay() - weekStart + 7) % 7) * dayMs
    const week = databaseWeek(at, weekStart)
    const key = `?m=${year}&w=${week}`
    weeks.set(key, { start, week, count: (weeks.get(key)?.count ?? 0) + count })
  }
  const shown = [...weeks].filter(([, { week }], at, all) => week !== all[at - 1]?.[1].week)
  return shown.map(([key, { start, count }]) => {
    const text = (ms: number, time?: string) => {
      const date = new Date(ms)
      const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
      return dayText(day, context, time)
    }
    const ends = `${text(start)}&#8211;${text(start + 6 * dayMs, '23:59:59')}`
    return { url: attributeUrl(`${home}/${key}`), text: ends, count }
  })
}

/** The week number, from 0, that MySQL's WEEK gives a day in WordPress's queries (_wp_mysql_week). */
function databaseWeek(ms: number, weekStart: number): number {
  const isMonday = weekStart === 1
  const at = weekStart > 1 ? ms - weekStart * dayMs : ms
  const newYear = Date.UTC(new Date(at).getUTCFullYear(), 0, 1)
  const weekday = (new Date(newYear).getUTCDay() + (isMonday ? 6 : 0)) % 7
  const whole = Math.floor(((at - newYear) / dayMs + weekday) / 7)
  return whole + ((isMonday ? weekday <= 3 : weekday === 0) ? 1 : 0)
}

/** The drop-down's first option, shown until a reader chooses another. */
function unitOf(type: string, context: RenderContext): string {
  switch (type) {
    case 'yearly':
      return said(context, 'Select Year')
    case 'monthly':
      return said(context, 'Select Month')
    case 'daily':
      return said(context, 'Select Day')
    case 'weekly':
      return said(context, 'Select Week')
    default:
      return said(context, 'Select Post')
  }
}

function choice(
  entries: readonly Entry[],
  counts: boolean,
  attributes: BlockAttributes,
  context: RenderContext,
): string {
  const id = `wp-block-archives-${context.count('unique id')}`
  const hidden = attributes['showLabel'] === false ? ' screen-reader-text' : ''
  const options = entries.map(
    ({ url, text, count, isShown }) =>
      `\t<option value='${url}'${isShown ? " selected='selected'" : ''}> ${text} ${counts ? `&nbsp;(${count})` : ''}</option>\n`,
  )
  const unit = unitOf(statedText(attributes, 'type', 'monthly'), context)
  return `<label for="${id}" class="wp-block-archives__label${hidden}">${said(context, 'Archives')}</label>\n\t\t<select id="${id}" name="archive-dropdown">\n\t\t<option value="">${unit}</option>${options.join('')}</select>${followChoice(id, 'choice')}\n`
}
