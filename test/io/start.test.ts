// Starting, as an owner starts it: settings from file, environment and flags; what is wrong with them; the demo.
import assert, { fail } from 'node:assert/strict'
import { freePort } from '../support/free-port.ts'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, describe, it } from 'node:test'
import { sentenceOf } from '../../src/core/start-error.ts'
import { startReloadable } from '../../src/app/reload.ts'
import { readFlags } from '../../src/settings/flags.ts'
import { createReadSettings } from '../../src/settings/read-settings.ts'
import { asUser, basic, cookieOf, demoKeys, demoUsers, nonceOf } from '../support/demo-credentials.ts'
import { testDatabases } from '../support/databases.ts'
import { at } from '../support/gateway.ts'
import { startNpm, startProcess, until } from '../support/process.ts'
import { startRemoteServer } from '../support/remote-server.ts'
import { audience, bearer, issuer, jwtSecret, tokenOf } from '../support/tokens.ts'

const folder = mkdtempSync(join(tmpdir(), 'lectern-start-'))
after(() => rmSync(folder, { recursive: true, force: true }))

const file = (name: string, text: string) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const seeded = {
  DATABASE_URL: `sqlite:${join(folder, 'made.sqlite')}`,
  DATABASE_SEED: 'sql/schema/sqlite.sql,sql/demo.sql',
  PORT: '0',
}

/** Read and started in this process. */
async function startHere(args: readonly string[], environment: Readonly<Record<string, string>>) {
  const { config, addresses } = await createReadSettings(readFlags(args).values, environment)()
  const gateway = await startReloadable(config, addresses, () => {})
  try {
    await gateway.ready
    return gateway
  } catch (error) {
    await gateway.stop()
    throw error
  }
}

/** Of a start in this process: one test refuses as an owner sees it. */
async function refusal(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): Promise<string> {
  const started = startHere(args, environment).then((gateway) => gateway.stop())
  const error: unknown = await started.then(
    () => null,
    (reason: unknown) => reason,
  )
  return sentenceOf(error) ?? fail(`it is not refused in a sentence: ${String(error)}`)
}

describe('starting', () => {
  it('makes the embedded database, says where everything is in one line, and stops with 0', async () => {
    const started = startProcess(['serve'], seeded)
    const url = await started.served()
    assert.match(started.output(), new RegExp(`REST ${url}/cms-json/  GraphQL ${url}/graphql  page ${url}/`))
    assert.equal((await fetch(`${url}/cms-json/cms/v2/posts`)).headers.get('x-cms-total'), '32')
    started.child.kill('SIGTERM')
    assert.equal(await started.ended, 0)
  })

  it('gives back what memory only a start needed, once it is at rest', async () => {
    const hook = `const tag = process.getBuiltinModule('node:v8').cachedDataVersionTag
      const atFirst = tag()
      process.once('exit', () => console.log('takes kept code:', tag() === atFirst))`
    const started = startProcess(['serve'], {
      ...seeded,
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(hook)}`,
    })
    await started.served()
    const { pid } = started.child
    const residentKb = () =>
      Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
    const atFirst = residentKb()
    await until(() => residentKb() < atFirst - 5000)
    started.child.kill('SIGTERM')
    assert.equal(await started.ended, 0)
    assert.match(started.output(), /takes kept code: true/)
  })

  it('is stopped by a SIGINT to npm start, which leaves nothing behind', async () => {
    const started = startNpm(seeded)
    const url = await started.served()
    assert.equal((await fetch(`${url}/cms-json/`)).status, 200)
    // As a terminal sends it: to npm and to what npm runs
    process.kill(-started.pid, 'SIGINT')
    await started.ended
    assert.match(started.output(), /stopping: 0 requests in flight/)
    await assert.rejects(fetch(url))
  })

  it('is stopped by a SIGTERM to npm alone', async () => {
    const started = startNpm(seeded)
    const url = await started.served()
    started.child.kill('SIGTERM')
    assert.equal(await started.ended, 0)
    await assert.rejects(fetch(url))
  })

  it('says in a sentence what is wrong with a seed, and leaves no database behind', async () => {
    const made = join(folder, 'half', 'made.sqlite')
    for (const [name, text, reason] of [
      ['broken.sql', 'create table one (id); insert into one values (1); nonsense;', /near "nonsense"/],
      ['half.sql', 'create table one (id); insert into two values (1);', /no such table: two/],
    ] as const) {
      const seed = file(name, text)
      const said = await refusal([], { ...seeded, DATABASE_URL: `sqlite:${made}`, DATABASE_SEED: seed })
      assert(said.startsWith(`databaseSeed: ${seed} cannot be run: `), said)
      assert.match(said, reason)
      assert.equal(said.split('\n').length, 1)
    }
    const absent = await refusal([], {
      ...seeded,
      DATABASE_URL: `sqlite:${made}`,
      DATABASE_SEED: join(folder, 'none.sql'),
    })
    assert.match(absent, /none\.sql/)
    assert.deepEqual(readdirSync(join(folder, 'half')), [])
  })

  it('takes flags before the environment, and that before the file; an empty variable is none', async () => {
    const path = file('settings.json', JSON.stringify({ brand: 'file', logLevel: 'warn', port: 7 }))
    const { values } = readFlags(['--config', path, '--brand', 'flag'])
    const { config } = await createReadSettings(values, {
      ...seeded,
      BRAND: 'environment',
      PORT: '8',
      LOG_LEVEL: '',
    })()
    assert.deepEqual([config.brand, config.port, config.logLevel], ['flag', 8, 'warn'])
  })

  it('names what is wrong: setting, what was given, what is allowed; all at once', async () => {
    const started = startProcess(['serve', '--port', '99999'], {
      LOG_LEVEL: 'loud',
      BRAND: 'C M S',
      TABLE_PREFIX: 'wp-',
    })
    assert.equal(await started.ended, 1)
    assert.deepEqual(started.output().trim().split('\n').toSorted(), [
      'brand (BRAND): got "C M S", allowed: a word of at most 16 lower-case letters and digits',
      'logLevel (LOG_LEVEL): got "loud", allowed: debug, info, warn, error, silent',
      'port (--port): got "99999", allowed: a whole number from 0 to 65535',
      'tablePrefix (TABLE_PREFIX): got "wp-", allowed: up to 40 letters, digits, _ and $',
    ])
  })

  it('never repeats a password', async () => {
    const said = await refusal([], {
      DATABASE_URL: 'mysql://reader:hunter2@db',
      CURSOR_KEY: 'short',
      JWT_SECRET: 'hunter3',
      OAUTH_INTROSPECTION_URL: 'https://gateway:hunter4@issuer.test/',
    })
    assert.match(said, /^databaseUrl \(DATABASE_URL\): got "mysql:\/\/…@db", allowed: sqlite:path or mysql:/m)
    assert.match(said, /^cursorKey \(CURSOR_KEY\): got a value that is not shown, allowed: /m)
    assert.doesNotMatch(said, /hunter|short/)
  })

  it('takes prefix, addresses and keys from a wp-config.php, and names what it cannot read there', async () => {
    const keys = `define('LOGGED_IN_KEY', '${demoKeys.loggedInKey}'); define('LOGGED_IN_SALT', '${demoKeys.loggedInSalt}');
      define('NONCE_KEY', '${demoKeys.nonceKey}'); define('NONCE_SALT', '${demoKeys.nonceSalt}');`
    const database = `define('DB_NAME', 'site'); define('DB_USER', 'reader'); define('DB_PASSWORD', 'hunter2');
      define('DB_HOST', getenv_docker('DB_HOST', 'mysql'));`
    const written = `<?php ${database} ${keys} define('WP_HOME', 'https://www.example.org');`
    const path = file('wp-config.php', `${written} $table_prefix = getenv_docker('PREFIX', 'wp_');`)
    const started = await startHere(['--wp-config', path], seeded)
    const url = started.localUrl
    const post = await (await fetch(`${url}/cms-json/cms/v2/posts/201?_fields=link`)).text()
    assert.match(post, /"link":"https:\\?\/\\?\/www\.example\.org/)
    const credentials = { cookie: cookieOf('admin'), 'x-cms-nonce': nonceOf('admin') }
    assert.equal((await fetch(`${url}/cms-json/cms/v2/users/me`, { headers: credentials })).status, 200)
    await started.stop()

    const computed = file('computed.php', `${written} $table_prefix = prefix();`)
    assert.match(
      await refusal(['--wp-config', computed], seeded),
      /^wpConfig: \$?table_prefix in \S+computed\.php /,
    )
    const withoutNeed = await startHere(['--wp-config', computed], { ...seeded, TABLE_PREFIX: 'wp_' })
    assert.equal((await fetch(`${withoutNeed.localUrl}/cms-json/cms/v2/posts`)).status, 200)
    await withoutNeed.stop()
    assert.match(await refusal(['--wp-config', '/none.php'], seeded), /^wpConfig: \/none\.php cannot be read/)
  })

  for (const kind of testDatabases().filter(({ flavour }) => flavour !== 'sqlite'))
    it(`takes the database itself from a wp-config.php, on ${kind.name}`, async () => {
      const database = await kind.create()
      const { username, password, host, pathname } = new URL(database.url)
      const written = (change: Readonly<Record<string, string>> = {}) =>
        Object.entries({
          DB_NAME: `'${pathname.slice(1)}'`,
          DB_USER: `'${username}'`,
          DB_PASSWORD: `'${password}'`,
          DB_HOST: `'${host}'`,
          LOGGED_IN_KEY: `'${demoKeys.loggedInKey}'`,
          ...change,
        })
          .map(([name, value]) => `define('${name}', ${value});`)
          .join('\n')
      const config = (name: string, text: string) => file(name, `<?php ${text} $table_prefix = 'wp_';`)
      const started = startProcess(['serve', '--wp-config', config('whole.php', written())], { PORT: '0' })
      const answer = await fetch(`${await started.served()}/cms-json/cms/v2/users/me`, {
        headers: asUser('admin'),
      })
      started.child.kill('SIGTERM')
      assert.equal(await started.ended, 0)
      assert.equal(answer.status, 200)
      assert(!started.output().includes(password))

      for (const name of ['DB_NAME', 'DB_USER', 'DB_PASSWORD', 'DB_HOST', 'LOGGED_IN_KEY', 'COOKIEHASH']) {
        const path = config(`${name}.php`, written({ [name]: `secret('${password}')` }))
        assert.equal(
          await refusal(['--wp-config', path], { PORT: '0' }),
          `wpConfig: ${name} in ${path} is written as more than a plain value${
            name.startsWith('DB_') ? '; databaseUrl can be set instead (DATABASE_URL)' : ''
          }`,
        )
      }
      await database.drop()
    })

  it('ends where the certificates to trust are not there, and holds no port', async () => {
    const address = 'mysql://reader:hunter2@127.0.0.1:1/site?ssl-ca=/none.pem'
    assert.match(await refusal([], { DATABASE_URL: address, PORT: '0' }), /^ENOENT.*\/none\.pem/)
  })

  it('says nothing of the credentials that it is sent, at any log level', async () => {
    const started = startProcess(['serve'], {
      ...seeded,
      LOG_LEVEL: 'debug',
      LOGGED_IN_KEY: demoKeys.loggedInKey,
      LOGGED_IN_SALT: demoKeys.loggedInSalt,
      NONCE_KEY: demoKeys.nonceKey,
      NONCE_SALT: demoKeys.nonceSalt,
    })
    const url = await started.served()
    const posts = `${url}/cms-json/cms/v2/posts`
    const cookie = cookieOf('admin')
    const secrets = [
      demoUsers.admin.token,
      demoUsers.admin.applicationPassword,
      demoUsers.admin.fragment,
      nonceOf('admin'),
      'of-a-post',
      'wrong-credential',
      ...Object.values(demoKeys),
    ]
    const answers = await Promise.all([
      fetch(`${posts}?_wpnonce=${nonceOf('admin')}&per_page=1`, { headers: { cookie } }),
      fetch(`${posts}/212?password=of-a-post`),
      fetch(posts, { headers: asUser('admin') }),
      fetch(`${posts}?context=edit`, { headers: basic('admin', 'wrong-credential') }),
      fetch(`${posts}?_wpnonce=wrong-credential`, { headers: { cookie } }),
    ])
    const said = [started.output()]
    for (const answer of answers) {
      const { ['x-cms-nonce']: _fresh, ...headers } = Object.fromEntries(answer.headers)
      said.push(JSON.stringify(headers), await answer.text())
    }
    started.child.kill('SIGTERM')
    await started.ended
    said.push(started.output())
    assert.match(started.output(), /"method":"GET"/)
    for (const secret of secrets) assert(!said.join('\n').includes(secret), `${secret} is said`)
  })

  it('says nothing of tokens, of passwords that they are given out for, and of its own secrets', async () => {
    const server = await startRemoteServer(async (incoming, response) => {
      const sent: Buffer[] = []
      for await (const part of incoming) if (Buffer.isBuffer(part)) sent.push(part)
      // A server that repeats what it was sent, and fails with every other token
      const text = Buffer.concat(sent).toString()
      const body = JSON.stringify({ active: true, username: 'edith', repeated: text })
      response.writeHead(text.includes('-failing') ? 500 : 200).end(body)
    })
    const started = startProcess(['serve'], {
      ...seeded,
      LOG_LEVEL: 'debug',
      JWT_SECRET: jwtSecret,
      JWT_ISSUER: issuer,
      JWT_AUDIENCE: audience,
      TOKEN_ROUTE: 'on',
      PASSWORD_ANSWER_MS: '0',
      OAUTH_INTROSPECTION_URL: `${server.url}/introspect?key=secret-of-the-address`,
      OAUTH_CLIENT_ID: 'gateway',
      OAUTH_CLIENT_SECRET: 'secret-of-the-client',
    })
    const url = await started.served()
    const api = `${url}/cms-json`
    const own = [
      await tokenOf(),
      await tokenOf({ claims: { exp: 1 } }),
      await tokenOf({ claims: { sub: 'no' } }),
    ]
    const tokens = ['opaque-token', 'opaque-failing', 'not/a/token', ...own]
    const secrets = [
      ...tokens,
      ...own.flatMap((token) => token.split('.').slice(1)),
      jwtSecret,
      Buffer.from(jwtSecret).toString('base64'),
      'secret-of-the-address',
      'secret-of-the-client',
      'edith-pass',
      'guessed-pass',
    ]
    const logIn = (password: string) =>
      fetch(`${api}/jwt-auth/v1/token`, {
        method: 'POST',
        body: new URLSearchParams({ username: 'edith', password }),
      })
    const asked = tokens.flatMap((token) => [
      fetch(`${api}/cms/v2/posts?per_page=1`, { headers: bearer(token) }),
      fetch(`${api}/cms/v2/users/me`, { headers: bearer(token) }),
      fetch(`${api}/cms/v2/posts?per_page=1&access_token=${encodeURIComponent(token)}`),
      fetch(`${url}/graphql?query={__typename}`, { headers: bearer(token) }),
      fetch(`${url}/.well-known/oauth-protected-resource`, { headers: bearer(token) }),
    ])
    const answers = await Promise.all([...asked, logIn('guessed-pass')])
    const said: string[] = []
    for (const answer of answers) {
      const { ['x-cms-nonce']: _fresh, ...headers } = Object.fromEntries(answer.headers)
      said.push(JSON.stringify(headers), await answer.text())
    }
    const given: unknown = await (await logIn('edith-pass')).json()
    const token = at(given, 'token')
    assert(typeof token === 'string')
    assert.equal((await fetch(`${api}/cms/v2/users/me`, { headers: bearer(token) })).status, 200)
    started.child.kill('SIGTERM')
    await started.ended
    said.push(started.output())
    assert.match(started.output(), /the authorization server at \S+ cannot be asked: it answered 500/)
    for (const secret of [...secrets, token]) assert(!said.join('\n').includes(secret), `${secret} is said`)
  })

  it('refuses what there is not: settings, flags, files, commands, a database', async () => {
    assert.match(
      await refusal(['--config', file('wrong.json', '{"prot": 1}')]),
      /^prot \(config file\): there is no such setting\. Did you mean port\?$/,
    )
    for (const name of ['none.json', 'none.ts'])
      assert.match(
        await refusal(['--config', join(folder, name)]),
        /^config file .*none\.(?:json|ts): there is no such file$/,
      )
    for (const [text, where] of [
      ['{', '1:2'],
      ['', '1:1'],
      ['{\n"port":\n', '3:1'],
      [`{\n"port": 1,\n"adminToken": 'AdminTokenSecret0123456789'}`, '3:15'],
      ['{"adminToken": "secret-0123456789" "port": 1}', '1:36'],
      ['{"adminToken": secret}', '1:16'],
      ['{"brand": ": tru}",\n"port": tru}', '2:12'],
    ] as const) {
      const said = await refusal(['--config', file('broken.json', text)])
      assert(said.endsWith(`broken.json:${where}: it is no valid JSON`), said)
      assert.doesNotMatch(said, /secret/i)
    }
    const broken = file('broken.ts', 'export default {\n  adminToken: "secret" port\n}')
    assert.equal(
      await refusal(['--config', broken]),
      `config file ${broken}: ${broken}:2:24: Expected ',', got 'ident'`,
    )
    assert.match(
      await refusal(['--config', file('list.json', '[]')]),
      /^config file .*list\.json: it has to be an object of settings$/,
    )
    assert.match(
      await refusal(['--prot', '1']),
      /^Unknown option '--prot'\. Did you mean --port\?\nlectern help/,
    )
    assert.match(await refusal([]), /^There is no database to serve: set DATABASE_URL/)
    const other = startProcess(['dance'])
    assert.equal(await other.ended, 1)
    assert.match(
      other.output(),
      /^There is no command "dance": the commands are serve, check, init, compare, help, completion\./,
    )
    const none = startProcess([])
    assert.equal(await none.ended, 1)
    assert.match(none.output(), /^Usage: lectern \[COMMAND\]/)
  })

  it('refuses a layout that is wrong in a sentence, and holds no port', async () => {
    const path = join(folder, 'legacy.sqlite')
    const database = new DatabaseSync(path)
    database.exec(`create table items (nr integer primary key, title varchar(9), state integer, kind varchar(9),
      made datetime, code blob); create table notes (nr integer primary key, title varchar(9), made datetime)`)
    database.close()
    const columns = {
      id: 'nr',
      title: 'title',
      status: { column: 'state', values: { 1: 'publish' } },
      type: { constant: 'post' },
      password: { constant: '' },
      created_at: 'made',
    }
    const items = { table: 'items', columns }
    const notes = { table: 'notes', columns: { ...columns, status: { constant: 'publish' } } }
    const cases = [
      [{ ...items, table: 'itmes' }, 'tables.posts.table is itmes, which the database does not have'],
      [
        { ...items, columns: { ...columns, title: 'titel' } },
        'tables.posts.columns.title is titel, which items does not have. It has code, kind, made, ',
      ],
      [
        { ...items, columns: { ...columns, status: 'state' } },
        'posts.status is compared with words, but items.state is',
      ],
      [
        { ...items, columns: { ...columns, created_at: 'nr' } },
        'posts.created_at is compared with dates, but items.nr is',
      ],
      [
        {
          ...items,
          columns: { ...columns, status: { column: 'state', values: { 1: 'publish', 2: 'publish' } } },
        },
        '"1" and "2" are both mapped to "publish", which only one value can be.',
      ],
      [{ ...items, where: { gone: null } }, 'tables.posts.where names gone, which items does not have'],
      [
        { ...items, where: { state: 'on' } },
        'tables.posts.where compares items.state with "on", but it is INTEGER',
      ],
      [{ parts: [items, notes] }, 'items and notes both have the type "post": only one can.'],
      [
        {
          parts: [
            items,
            { table: 'notes', columns: { ...notes.columns, type: { constant: 'page' }, slug: 'short' } },
          ],
        },
        'tables.posts.parts.1.columns.slug is short, which notes does not have. It has made, nr, title.',
      ],
      [
        { parts: [{ table: 'notes', columns: { id: 'nr' } }] },
        'tables.posts.parts.0: a part has all its names in its mapping, and lacks created_at, title, status, type, password.',
      ],
      [
        { parts: [items], where: { state: 1 } },
        'tables.posts: a table that has parts cannot have where itself; its parts have it.',
      ],
    ] as const
    const configs = cases.map(([posts], nth) => {
      const layout = { extends: 'plain', tables: { posts } }
      return file(`layout-${nth}.json`, JSON.stringify({ layout, databaseUrl: `sqlite:${path}` }))
    })
    for (const [nth, [, says]] of cases.entries()) {
      const said = await refusal(['--config', configs[nth] ?? '', '--port', '0'])
      assert(said.includes(says), `${says} in ${said}`)
    }
    const started = startProcess(['serve', '--config', configs[0] ?? '', '--port', '0'])
    assert.equal(await started.ended, 1)
    assert(started.output().includes(cases[0][1]))
    assert(!started.output().includes('REST http'), started.output())
  })

  it('never puts the demo over a database that it did not make', async () => {
    const path = join(folder, 'mine.sqlite')
    const mine = new DatabaseSync(path)
    mine.exec(`create table notes (text); insert into notes values ('mine')`)
    mine.close()
    utimesSync(path, 0, 0)
    const address = { DATABASE_URL: `sqlite:${path}` }
    assert.match(await refusal([], { ...seeded, ...address }), /the database has no table wp_posts/)
    assert.match(
      await refusal(['--config', 'config/demo.ts', '--port', '0'], address),
      /the database has no table wp_posts/,
    )
    const kept = new DatabaseSync(path, { readOnly: true })
    assert.equal(kept.prepare('select text from notes').get()?.['text'], 'mine')
    kept.close()
  })

  for (const { name, server } of testDatabases())
    it(`ends where its port is taken, over ${name}`, async () => {
      const first = await startRemoteServer((_incoming, response) => void response.end())
      const started = startProcess(['serve', '--port', new URL(first.url).port], {
        ...seeded,
        ...(server && { DATABASE_URL: new URL('/mysql', server.url).href }),
      })
      assert.equal(await started.ended, 1)
      assert.match(started.output(), /^Port \d+ of 127\.0\.0\.1 is in use/)
      await first.stop()
    })

  it('says first that its admin port is taken, whatever ends then', async () => {
    const first = await startRemoteServer((_incoming, response) => void response.end())
    const { port } = new URL(first.url)
    for (const workers of ['1', '2']) {
      const started = startProcess(['serve', '--workers', workers], { ...seeded, ADMIN_PORT: port })
      assert.equal(await started.ended, 1)
      const said = started.output().split('\n')
      assert.match(
        said.find((line) => /in use|stopping/.test(line)) ?? '',
        new RegExp(`^Port ${port} of .* is in use`),
      )
    }
    await first.stop()
  })

  it('says in a sentence that its port is taken', async () => {
    const first = await startRemoteServer((_incoming, response) => void response.end())
    const { port } = new URL(first.url)
    assert.match(
      await refusal(['--port', port], seeded),
      /^Port \d+ of 127\.0\.0\.1 is in use by another program, or is Lectern's other port \(EADDRINUSE\): choose another with PORT or --port/,
    )
    await first.stop()
    const free = String(await freePort())
    assert.match(
      await refusal(['--port', free, '--admin-port', free], seeded),
      /, or is Lectern's other port \(/,
    )
  })
})
