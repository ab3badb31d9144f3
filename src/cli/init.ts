// `lectern init`: writes a config file for a database, by its contents, and checks it.
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { initialConfig, type Answer } from '../app/init.ts'
import { StartError } from '../core/start-error.ts'
import type { Config } from '../settings/config.ts'
import type { CommandLine } from '../settings/flags.ts'
import { createReadSettings } from '../settings/read-settings.ts'
import { check } from './check.ts'
import type { Command } from './command.ts'
import { throwUnlessWritable } from './writable.ts'

export const initCommand: Command = {
  name: 'init',
  operand: null,
  summary: 'writes a config file for any database',
  about: `Looks at a database, proposes which of its tables are posts, people, terms and comments, writes the config file and
checks it. Nothing in the database is changed. Exit codes: 0 written, 1 not written, or the check found problems.`,
  flags: {
    out: { value: 'FILE', about: 'The config file to write (default lectern.config.ts)' },
    posts: { value: 'TABLE', about: 'The table of posts, instead of the one that is proposed' },
    yes: { value: null, about: 'Takes what is proposed, without a question' },
  },
  failed: 1,
  run: async ({ values }) => await init(values),
}

async function init(values: CommandLine['values']): Promise<number> {
  const { config, addresses } = await createReadSettings(values, process.env)()
  const [address] = addresses
  const { out = 'lectern.config.ts', posts } = values
  const path = String(out)
  if (existsSync(path))
    throw new StartError(`${path} is there already: remove it, or name another with --out.`)
  await throwUnlessWritable(path)
  const asking =
    process.stdin.isTTY && values['yes'] !== true
      ? createInterface({ input: process.stdin, output: process.stdout })
      : null
  const answer: Answer = async (question, proposed) =>
    (await asking?.question(`${question} [${proposed}]: `))?.trim() || proposed
  const databaseUrl = [config.databaseUrl ?? []].flat().join(',')
  const { text, notes } = await initialConfig(config, address, {
    databaseUrl,
    answer,
    ...(typeof posts === 'string' ? { posts } : {}),
  }).finally(() => asking?.close())
  // The address may contain a password
  await writeFile(path, text, { flag: 'wx', mode: 0o600 })
  console.log([...notes, `Written to ${path}.`].join('\n'))
  // The environment may name another database than the file
  const written = await createReadSettings({ config: path, 'database-url': databaseUrl }, process.env)()
  const code = await check(written.config, written.addresses, false)
  console.log(`\nlectern serve --config ${path}\n${addressesToTry(written.config).join('\n')}`)
  return code === 2 ? 1 : 0
}

function addressesToTry({ brand, host, port }: Config): readonly string[] {
  const server = `http://${host}:${port}`
  return [
    `${server}/${brand}-json/${brand}/v2/posts`,
    `${server}/${brand}-json/${brand}/v2/posts?search=a&_fields=id,title,link`,
    `${server}/graphql?query=${encodeURIComponent('{posts(first:3){edges{node{id title}}}}')}`,
  ]
}
