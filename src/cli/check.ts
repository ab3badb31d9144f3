// `lectern check`: prints the findings of the checks of a database.
import { checkDatabase, type Checked } from '../app/check.ts'
import { exitCodeOf } from '../check/finding.ts'
import { printServer, printSummary, printTopic } from '../check/print.ts'
import { createProgress } from '../check/progress.ts'
import type { Addresses } from '../database/address.ts'
import type { Config } from '../settings/config.ts'
import { createReadSettings } from '../settings/read-settings.ts'
import { jsonFlag, type Command } from './command.ts'

export const checkCommand: Command = {
  name: 'check',
  operand: null,
  summary: 'says what a database lacks to be served well',
  about: `Looks at the database that serve would serve, writes nothing, and says what is good about it and what is not,
with statements to paste. Exit codes: 0 nothing to mend, 1 warnings, 2 problems, or not looked.`,
  flags: { json: jsonFlag },
  failed: 2,
  run: async ({ values }) => {
    const { config, addresses } = await createReadSettings(values, process.env)()
    return await check(config, addresses, values['json'] === true)
  },
}

/** Returns the exit code. */
export async function check(config: Config, addresses: Addresses, isJson: boolean): Promise<number> {
  const all: Checked[] = []
  let before: string | undefined
  const progress = createProgress(process.stderr)
  for await (const checked of checkDatabase(config, addresses, progress.show)) {
    all.push(checked)
    progress.clear()
    if (isJson) continue
    const { server } = checked
    if (server !== undefined && server !== before) console.log(printServer(server))
    before = server
    if (checked.findings.length > 0) console.log(printTopic(checked.topic, checked.findings))
  }
  progress.clear()
  const findings = all.flatMap((checked) => checked.findings)
  const code = exitCodeOf(findings)
  console.log(isJson ? JSON.stringify({ code, topics: all }, null, 2) : printSummary(findings))
  return code
}
