// `lectern compare`: prints where Lectern's answers would differ from a site's.
import { writeFile } from 'node:fs/promises'
import { compareSite } from '../app/compare.ts'
import { createProgress } from '../check/progress.ts'
import { printReport, reportOf, reportPage } from '../compare/report.ts'
import { StartError } from '../core/start-error.ts'
import { createLog } from '../observe/log.ts'
import type { CommandLine } from '../settings/flags.ts'
import { createReadSettings } from '../settings/read-settings.ts'
import { jsonFlag, type Command } from './command.ts'
import { throwUnlessWritable } from './writable.ts'

export const compareCommand: Command = {
  name: 'compare',
  operand: 'SITE',
  summary: 'says what Lectern would answer differently from a site',
  about: `Asks a site for public addresses, one a second and only what its robots.txt allows, compares what Lectern answers
over the database that serve would serve, and says what differs and how fast both are. Exit codes: 0 nothing differs,
1 something does, 2 not compared.`,
  flags: {
    requests: { value: 'NUMBER', about: 'Requests to the site at most (default 150)' },
    'pause-ms': { value: 'NUMBER', about: 'Milliseconds between two of them (default 1000)' },
    report: { value: 'FILE.html', about: 'Writes the report as a page too' },
    json: jsonFlag,
  },
  failed: 2,
  run: async ({ values, operands: [site = ''] }) => await compare(values, site),
}

async function compare(values: CommandLine['values'], site: string): Promise<number> {
  const { report: path } = values
  if (typeof path === 'string') await throwUnlessWritable(path)
  const progress = createProgress(process.stderr)
  const { rest, comparison, doubts } = await compareSite(await createReadSettings(values, process.env)(), {
    site,
    requestsMax: wholeNumber(values, 'requests', 150),
    pauseMs: wholeNumber(values, 'pause-ms', 1000),
    observe: createLog('error'),
    progress: (done, { address }) => progress.show(`${done} compared, now ${address}`),
  }).finally(progress.clear)
  const report = reportOf(rest, comparison, doubts)
  console.log(values['json'] === true ? JSON.stringify(report, null, 2) : printReport(report))
  if (typeof path === 'string') await writeFile(path, reportPage(report))
  return report.asked === 0 ? 2 : report.identical < report.asked ? 1 : 0
}

function wholeNumber(values: Readonly<Record<string, unknown>>, name: string, fallback: number): number {
  const { [name]: given = String(fallback) } = values
  if (typeof given === 'string' && /^\d{1,6}$/.test(given)) return Number(given)
  throw new StartError(`--${name} is a whole number, from 0 to 999999.`)
}
