// The dashboard of config/monitoring over the rehearsed day, as a picture: Debian's Prometheus scrapes the gateways, is asked each
// panel's own queries, and what it answers is drawn as SVG.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../support/free-port.ts'
import { at } from '../support/gateway.ts'

const program = '/usr/bin/prometheus'
export const hasPrometheus = existsSync(program)

export interface Moment {
  readonly name: string
  /** Seconds since 1970. */
  readonly at: number
}

interface Series {
  readonly name: string
  readonly points: readonly (readonly [time: number, value: number])[]
}

interface Panel {
  readonly title: string
  readonly unit: string
  readonly column: number
  readonly row: number
  readonly series: readonly Series[]
}

const textOf = (object: unknown, name: string) => {
  const value = at(object, name)
  return typeof value === 'string' ? value : ''
}
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** `targets`: admin ports, `host:port`, by the names that they have in the picture. */
export async function startPrometheus(folder: string, targets: Readonly<Record<string, string>>) {
  const port = await freePort()
  const config = join(folder, 'prometheus.json')
  const named = Object.entries(targets).map(([instance, host]) => ({ targets: [host], labels: { instance } }))
  const scraped = [{ job_name: 'lectern', static_configs: named }]
  writeFileSync(config, JSON.stringify({ global: { scrape_interval: '1s' }, scrape_configs: scraped }))
  const child = spawn(
    program,
    [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder, 'metrics')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    { stdio: 'ignore' },
  )
  const api = `http://127.0.0.1:${port}/api/v1/query_range`

  async function seriesOf(target: unknown, from: number, to: number): Promise<readonly Series[]> {
    const query = String(at(target, 'expr'))
      .replaceAll('$__rate_interval', '8s')
      .replaceAll('$instance', '.*')
    const asked = new URLSearchParams({ query, start: String(from), end: String(to), step: '1' })
    const answer: unknown = await (await fetch(`${api}?${asked.toString()}`)).json()
    if (at(answer, 'status') !== 'success') throw new Error(`${query}: ${JSON.stringify(answer)}`)
    return list(at(answer, 'data', 'result')).map((found) => ({
      name: textOf(target, 'legendFormat').replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) =>
        textOf(at(found, 'metric'), label),
      ),
      points: list(at(found, 'values')).flatMap((pair) => {
        const [time, value] = list(pair).map(Number)
        return time === undefined || value === undefined || !Number.isFinite(value)
          ? []
          : [[time, value] as const]
      }),
    }))
  }

  return {
    /** Draws all panels over these moments, each a step's beginning but the last, which is the end. */
    draw: async (file: string, moments: readonly Moment[]) => {
      await sleep(1500)
      const [from, to] = [moments[0]?.at ?? 0, moments.at(-1)?.at ?? 0]
      const dashboard: unknown = JSON.parse(readFileSync('config/monitoring/grafana.json', 'utf8'))
      const panels: Panel[] = []
      for (const panel of list(at(dashboard, 'panels'))) {
        const series: Series[] = []
        for (const target of list(at(panel, 'targets'))) series.push(...(await seriesOf(target, from, to)))
        const place = (name: string) => Number(at(panel, 'gridPos', name))
        panels.push({
          title: String(at(panel, 'title')),
          unit: String(at(panel, 'fieldConfig', 'defaults', 'unit')),
          column: place('x') / place('w'),
          row: place('y') / place('h'),
          series,
        })
      }
      writeFileSync(file, picture(panels, moments))
    },
    stop: async () => {
      const ended = once(child, 'close')
      child.kill('SIGKILL')
      await ended
    },
  }
}

const [width, height, gap] = [380, 190, 14]
const [left, top, bottom] = [46, 26, 40]
const colours = ['#1f6feb', '#d1242f', '#1a7f37', '#9a6700', '#8250df', '#bf3989', '#0a7ea4', '#57606a']

function picture(panels: readonly Panel[], moments: readonly Moment[]): string {
  const columns = 1 + Math.max(...panels.map(({ column }) => column))
  const rows = 1 + Math.max(...panels.map(({ row }) => row))
  const [wide, high] = [columns * (width + gap) + gap, rows * (height + gap) + gap + 20 * moments.length]
  const legend = moments
    .slice(0, -1)
    .map(
      ({ name }, nth) =>
        `<text x="${gap + (nth % 3) * 390}" y="${24 + Math.floor(nth / 3) * 18}">${nth + 1} ${name}</text>`,
    )
  const headMax = 24 + Math.ceil(moments.length / 3) * 18
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${wide} ${Math.min(high, headMax + rows * (height + gap) + gap)}" font-family="sans-serif" font-size="11" fill="#1f2328">
<rect width="100%" height="100%" fill="#fff"/>
${legend.join('\n')}
${panels.map((panel) => drawn(panel, moments, headMax)).join('\n')}
</svg>
`
}

function drawn({ title, unit, column, row, series }: Panel, moments: readonly Moment[], y: number): string {
  const [from, to] = [moments[0]?.at ?? 0, moments.at(-1)?.at ?? 1]
  const most = Math.max(...series.flatMap(({ points }) => points.map(([, value]) => value)), 1e-9)
  const x = (time: number) => (left + ((time - from) / (to - from)) * (width - left - 8)).toFixed(0)
  const level = (value: number) => (height - bottom - (value / most) * (height - bottom - top)).toFixed(0)
  const lines = series.slice(0, colours.length).map(({ points }, nth) => {
    const path = points.map(([time, value]) => `${x(time)},${level(value)}`).join(' ')
    return `<polyline points="${path}" fill="none" stroke="${colours[nth]}" stroke-width="1.2"/>`
  })
  const steps = moments
    .slice(0, -1)
    .map(
      ({ at: time }, nth) =>
        `<path d="M${x(time)} ${top}V${height - bottom}" stroke="#d0d7de"/><text x="${Number(x(time)) + 3}" y="${height - bottom + 12}" font-size="9" fill="#656d76">${nth + 1}</text>`,
    )
  const names = series.slice(0, 4).map(({ name }, nth) => {
    const shown = name.length > 16 ? `${name.slice(0, 15)}…` : name
    return `<text x="${left + nth * 84}" y="${height - 10}" fill="${colours[nth]}" font-size="10">${shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`
  })
  return `<g transform="translate(${gap + column * (width + gap)} ${y + row * (height + gap)})">
<rect width="${width}" height="${height}" rx="6" fill="none" stroke="#d0d7de"/><text x="10" y="17" font-weight="bold">${title}</text>
<text x="${left - 4}" y="${top + 8}" text-anchor="end" font-size="9" fill="#656d76">${inUnit(most, unit)}</text><text x="${left - 4}" y="${height - bottom}" text-anchor="end" font-size="9" fill="#656d76">0</text>
${steps.join('')}
${lines.join('\n')}
${names.join('')}
</g>`
}

function inUnit(value: number, unit: string): string {
  if (value <= 1e-9) return ''
  if (unit === 's') return value < 1 ? `${rounded(value * 1000)} ms` : `${rounded(value)} s`
  if (unit === 'bytes') return `${rounded(value / 1e6)} MB`
  if (unit === 'percentunit') return `${(value * 100).toFixed(0)} %`
  return rounded(value)
}

function rounded(value: number): string {
  return String(Number(value.toPrecision(2)))
}
