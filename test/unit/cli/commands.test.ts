// The command line's help, refusals and completion, as an owner gets them.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it, mock } from 'node:test'
import { commands, failureCode, run } from '../../../src/cli/commands.ts'
import { describeSettings } from '../../../src/settings/config.ts'

async function printed(...args: readonly string[]): Promise<string> {
  const log = mock.method(console, 'log', () => {})
  try {
    assert.equal(await run(args, async () => '1.2.3'), undefined)
    return log.mock.calls.flatMap((call) => call.arguments.map(String)).join('\n')
  } finally {
    log.mock.restore()
  }
}

describe('help', () => {
  it('lists every command and every setting, by topic', async () => {
    for (const all of [await printed('help'), await printed('--help')]) {
      for (const { name, summary } of commands)
        assert.match(all, new RegExp(`^  ${name}\\b.*  ${summary}$`, 'm'))
      for (const { flag, topic } of describeSettings()) {
        assert(all.includes(`  ${topic}\n`))
        assert.match(all, new RegExp(` ${flag}( |$)`, 'm'))
      }
      assert(all.split('\n').every((line) => line.length <= 120))
    }
  })

  for (const { name, flags } of commands)
    it(`of ${name} says its flags, asked for in two ways`, async () => {
      const text = await printed('help', name)
      assert.equal(await printed(name, '--help'), text)
      assert.match(text, new RegExp(`^Usage: lectern ${name}\\b`))
      for (const flag of Object.keys(flags)) assert(text.includes(`--${flag}`))
    })

  it('of a setting is the same by each of its names', async () => {
    const text = await printed('help', 'CACHE_BYTES_MAX')
    assert.match(text, /^--cache-bytes-max  CACHE_BYTES_MAX  cacheBytesMax\n.*\(default \d+\)\n.*Allowed: /)
    for (const name of ['cacheBytesMax', 'cache-bytes-max']) assert.equal(await printed('help', name), text)
    assert((await printed('help', 'settings')).includes(text.split('\n')[0] ?? ''))
  })

  it('says the version', async () => assert.equal(await printed('--version'), '1.2.3'))
})

describe('what is no command line', () => {
  for (const [args, message] of [
    [[], /^Usage: lectern \[COMMAND\]/],
    [['--report', 'x'], /^--report is a flag of compare, not of serve\./],
    [['--wp-config', '/nowhere.php'], /nowhere\.php/],
    [['serv'], /^There is no command "serv": did you mean serve\?\n/],
    [['dance'], /^There is no command "dance": the commands are serve, check, /],
    [['help', 'prot'], /^There is no command and no setting "prot"\. Did you mean port\?$/],
    [['check', '--report', 'x'], /^--report is a flag of compare, not of check\./],
    [['serve', 'now'], /^"now" is neither a command nor a setting/],
    [['compare'], /^lectern compare needs SITE\./],
    [['compare', 'https://one.test', 'https://two.test'], /^"https:\/\/two\.test" is neither/],
    [['completion', 'tcsh'], /^There is no completion for "tcsh"/],
  ] as const)
    it(`is refused: ${args.join(' ') || 'nothing'}`, async () =>
      await assert.rejects(async () => await run(args, async () => ''), { message }))

  it('ends a process with the code of its command', () => {
    assert.deepEqual(
      [
        ['serve'],
        ['init'],
        ['check', '--nothing'],
        ['--port', '1', 'compare'],
        ['--brand', 'check', 'serve'],
        ['dance'],
        [],
      ].map(failureCode),
      [1, 1, 2, 2, 1, 1, 1],
    )
  })
})

describe('completion', () => {
  /** The words that bash completes the last of each of these to. */
  async function completed(lines: readonly (readonly string[])[]): Promise<readonly (readonly string[])[]> {
    const asked = lines.map((words) => `completed lectern ${words.map((word) => `'${word}'`).join(' ')}`)
    const script = `${await printed('completion', 'bash')}
completed() {
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  COMPREPLY=()
  _lectern
  echo "\${COMPREPLY[@]}"
}
${asked.join('\n')}`
    const said = execFileSync('bash', ['-c', script], { encoding: 'utf8' })
    return said
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ').filter(Boolean))
  }

  it('knows commands, their flags and settings in bash', async () => {
    const cases = [
      [['c'], ['check', 'compare', 'completion']],
      [['compare', '--repo'], ['--report']],
      [['serve', '--repo'], []],
      [['--port', '80', 'che'], ['check']],
      [['--port', '80', 'compare', '--repo'], ['--report']],
      [['serve', '--cache-by'], ['--cache-bytes-max']],
      [
        ['help', 'cacheB'],
        ['cacheBytesMax', 'cacheBlindLifeMs'],
      ],
      [
        ['completion', ''],
        ['bash', 'zsh', 'fish'],
      ],
    ] as const
    assert.deepEqual(
      await completed(cases.map(([words]) => words)),
      cases.map(([, expected]) => expected),
    )
  })

  it('names every command and setting for fish, with its words quoted', async () => {
    const lines = (await printed('completion', 'fish')).split('\n')
    for (const { name } of commands) assert(lines.some((line) => line.includes(` -a ${name} -d '`)))
    for (const { flag } of describeSettings())
      assert(lines.some((line) => line.startsWith(`complete -c lectern -l ${flag.slice(2)} -r -d '`)))
    const operandsOf = (command: string) =>
      lines.find((line) =>
        line.startsWith(`complete -c lectern -f -n '__fish_seen_subcommand_from ${command}' -a '`),
      )
    assert.match(operandsOf('help') ?? '', /'.*\bcheck .*\bsettings .*\bcacheBytesMax\b.*'$/)
    assert.match(operandsOf('completion') ?? '', / -a 'bash zsh fish'$/)
    for (const line of lines) assert.match(line, /^complete -c lectern .*'(?:[^'\\]|\\.)*'$/)
  })

  it('is the one of bash for zsh', async () =>
    assert((await printed('completion', 'zsh')).endsWith(await printed('completion', 'bash'))))
})
