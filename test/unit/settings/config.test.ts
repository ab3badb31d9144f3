// Settings: flags over environment over file; limits to the number; problems that name everything but secrets.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import {
  describeSettings,
  misspeltVariables,
  readConfig,
  settingNames,
  type Sources,
} from '../../../src/settings/config.ts'

const read = (sources: Partial<Sources>) => {
  const given = readConfig({ file: {}, environment: {}, flags: {}, ...sources })
  assert.ok(given.kind === 'config', 'it was refused')
  return given.config
}

function configOf(sources: Partial<Sources>) {
  const config = read(sources)
  assert.ok('port' in config, JSON.stringify(config))
  return config
}

function problemsOf(sources: Partial<Sources>): readonly string[] {
  const given = readConfig({ file: {}, environment: {}, flags: {}, ...sources })
  assert.ok(given.kind === 'problems', 'it was taken')
  return given.problems.map(({ problem }) => problem)
}

const variableOf = (setting: string) =>
  describeSettings().find(({ name }) => name === setting)?.environment ?? ''

describe('names of settings', () => {
  const names = [
    ['port', 'PORT', '--port'],
    ['databaseUrl', 'DATABASE_URL', '--database-url'],
    ['tablePrefix', 'TABLE_PREFIX', '--table-prefix'],
    ['secureAuthSalt', 'SECURE_AUTH_SALT', '--secure-auth-salt'],
  ] as const
  for (const [name, environment, flag] of names) {
    it(`${name} is ${environment} and ${flag}`, () => {
      const described = describeSettings().find((setting) => setting.name === name)
      assert.deepEqual([described?.environment, described?.flag], [environment, flag])
    })
  }

  it('are all described', () => {
    const described = describeSettings()
    assert.deepEqual(
      described.map(({ name }) => name),
      settingNames,
    )
    for (const { name, about, allowed } of described)
      for (const text of [about, allowed]) assert.ok(text !== '' && text !== 'undefined', name)
  })
})

describe('where a setting comes from', () => {
  const file = { port: 1 }
  const environment = { PORT: '2' }
  const flags = { port: '3' }
  const cases: readonly (readonly [Partial<Sources>, number])[] = [
    [{}, 8080],
    [{ file }, 1],
    [{ environment }, 2],
    [{ file, environment }, 2],
    [{ file, flags }, 3],
    [{ environment, flags }, 3],
    [{ file, environment, flags }, 3],
    [{ file, environment: { PORT: '' } }, 1],
    [{ environment: { PORT: undefined } }, 8080],
  ]
  for (const [sources, port] of cases) {
    it(`${JSON.stringify(sources)} gives ${port}`, () => assert.equal(configOf(sources).port, port))
  }

  it('is nowhere: the defaults', () => {
    const { host, brand, tablePrefix, cursorKey, databaseUrl } = configOf({})
    assert.deepEqual(
      { host, brand, tablePrefix, cursorKey, databaseUrl },
      { host: '127.0.0.1', brand: 'cms', tablePrefix: 'wp_', cursorKey: [], databaseUrl: undefined },
    )
  })

  it('is the environment: lists by commas, without blanks and empty items', () => {
    const keys = 'k'.repeat(16)
    const given = ` ${keys} ,,${keys}2,`
    assert.deepEqual(configOf({ environment: { CURSOR_KEY: given } }).cursorKey, [keys, `${keys}2`])
  })

  it('is the file: a layout of its own', () => {
    const layout = { extends: 'plain', tables: { posts: { table: 'a', columns: { title: 'b' } } } }
    assert.deepEqual(configOf({ file: { layout } }).layout, layout)
    for (const other of [{ extends: 'other' }, { table: {} }, { tables: { posts: { title: 'b' } } }, 7])
      assert.equal(problemsOf({ file: { layout: other } }).length, 1)
  })

  it('says where the form of a layout is wrong, and how it should be', () => {
    const layout = {
      mapping: {},
      tables: {
        posts: {
          colums: {},
          columns: { title: 7, created_at: { column: 'made', as: 'unix' }, id: { column: 'nr', plus: -1 } },
          fields: { price: { column: 'price', type: 'decimal' } },
          where: { site: [], live: { is: 1 } },
        },
      },
      options: { blogname: null },
    }
    const [said = ''] = problemsOf({ file: { layout } })
    const starts = said.split('\n').map((line) => line.replace(/, but .*|The parts.*/, '').trim())
    assert.deepEqual(starts, [
      'layout (config file): layout.mapping: there is no such part.',
      'layout (config file): tables.posts.colums: there is no such part.',
      'layout (config file): tables.posts.columns.title: got 7',
      'layout (config file): tables.posts.columns.created_at: got {"column":"made","as":"unix"}',
      'layout (config file): tables.posts.columns.id: got {"column":"nr","plus":-1}',
      'layout (config file): tables.posts.fields.price: got {"column":"price","type":"decimal"}',
      'layout (config file): tables.posts.where.site: got []',
      'layout (config file): tables.posts.where.live: got {"is":1}',
      'layout (config file): options.blogname: got null',
    ])
  })

  it('says so of each member of a layout, without the rest of it', () => {
    const wrong = [
      [{ extends: 'drupal' }, `layout.extends: got "drupal", but it is 'wordpress' or 'plain'.`],
      [{ tables: [] }, 'layout.tables: got [], but it is an object: { name: … }.'],
      [{ options: 'x' }, 'layout.options: got "x", but it is an object: { name: … }.'],
      [
        { tables: { posts: 'articles' } },
        'tables.posts: got "articles", but a table is { table, query or parts, columns, where, fields, reads }, or null.',
      ],
      [
        { tables: { posts: { table: 5 } } },
        'tables.posts.table: got 5, but it is a name of 1 to 64 characters.',
      ],
      [
        { tables: { posts: { query: '' } } },
        'tables.posts.query: got "", but it is SQL of 1 to 4000 characters.',
      ],
      [
        { tables: { posts: { parts: {} } } },
        'tables.posts.parts: got {}, but they are a list of 1 to 20 tables.',
      ],
      [
        { tables: { posts: { reads: 'bodies' } } },
        'tables.posts.reads: got "bodies", but it is a list of up to 100 names of tables.',
      ],
      [
        { tables: { posts: { where: ['a'] } } },
        'tables.posts.where: got ["a"], but it is an object: { name: … }.',
      ],
      [
        { tables: { posts: { columns: 'id' } } },
        'tables.posts.columns: got "id", but it is an object: { name: … }.',
      ],
    ] as const
    for (const [layout, says] of wrong)
      assert.deepEqual(problemsOf({ file: { layout } }), [`layout (config file): ${says}`])
  })

  it('says where a list of objects is wrong, and what is allowed there', () => {
    const filters = [
      { types: ['post'], meta: 'a', type: 'float', operators: ['equals'] },
      { types: ['post'], metaa: 'a', type: 'text', operators: ['eq'] },
    ]
    const [said = ''] = problemsOf({ file: { filters } })
    assert.deepEqual(said.split('\n'), [
      'filters (config file): filters.0.type must be equal to one of the allowed values: integer, decimal, text, boolean, date',
      'filters (config file): filters.0.operators.0 must be equal to one of the allowed values: eq, ne, gt, gte, lt, lte, in, exists',
      'filters (config file): filters.1 must not have additional properties: metaa',
    ])
    assert.match(
      problemsOf({ file: { cachePolicies: [{ path: '/a', maxAge: 5 }] } })[0] ?? '',
      /: cachePolicies\.0 must not have additional properties: maxAge$/,
    )
    assert.match(problemsOf({ file: { filters: {} } })[0] ?? '', /: got \{\}, allowed: in a config file: /)
  })

  it('is the file: policies of addresses', () => {
    const cachePolicies = [
      { path: '/a/*', maxAgeS: 5 },
      { path: '/b', store: 'never' },
    ]
    assert.deepEqual(configOf({ file: { cachePolicies } }).cachePolicies, cachePolicies)
    for (const policy of [
      { path: 'a' },
      { path: '/a?b' },
      { path: '/a', maxAge: 5 },
      { path: '/a', maxAgeS: -1 },
      {},
    ])
      assert.equal(problemsOf({ file: { cachePolicies: [policy] } }).length, 1)
  })

  it('ends in a value that cannot be changed', () => assert.ok(Object.isFrozen(configOf({}))))
})

describe('limits of settings', () => {
  const limits: readonly (readonly [name: string, least: number, most: number])[] = [
    ['port', 0, 65_535],
    ['cacheLifeMs', 1, 86_400_000],
    ['cacheBlindLifeMs', 1, 3_600_000],
    ['feedPollMs', 10, 60_000],
    ['queryTimeoutMs', 10, 600_000],
    ['addressBytesMax', 256, 65_536],
    ['bodyBytesMax', 1024, 67_108_864],
    ['graphqlDepthMax', 1, 100],
  ]
  for (const [name, least, most] of limits) {
    it(`${name} lies from ${least} to ${most}`, () => {
      const environment = (value: number) => ({ [variableOf(name)]: String(value) })
      for (const value of [least, most])
        assert.ok(
          Object.entries(configOf({ environment: environment(value) })).some(([, each]) => each === value),
        )
      for (const value of [least - 1, most + 1])
        assert.deepEqual(problemsOf({ environment: environment(value) }), [
          `${name} (${variableOf(name)}): got "${value}", allowed: a whole number from ${least} to ${most}`,
        ])
    })
  }

  const refused: readonly (readonly [variable: string, value: string])[] = [
    ['PORT', '80x'],
    ['PORT', '1e3'],
    ['PORT', '8.5'],
    ['PORT', ' '],
    ['BRAND', 'CMS'],
    ['BRAND', '1cms'],
    ['BRAND', 'a'.repeat(17)],
    ['TABLE_PREFIX', 'wp-'],
    ['TABLE_PREFIX', 'a'.repeat(41)],
    ['HOST', 'a b'],
    ['LOG_LEVEL', 'loud'],
    ['LAYOUT', 'joomla'],
    ['DATABASE_CHARSET', 'gbk'],
    ['PUBLIC_URL', 'example.org'],
    ['PUBLIC_URL', 'ftp://example.org'],
    ['PUBLIC_URL', 'https://user@example.org'],
    ['PUBLIC_URL', 'https://example.org/?a'],
    ['CURSOR_KEY', 'k'.repeat(15)],
    ['DATABASE_URL', 'postgres://u@h/db'],
    ['DATABASE_URL', 'mysql://u@h/db,sqlite:file'],
    ['DATABASE_URL', 'mysql://u@h/db,'],
    ['CORS_ORIGINS', '*'],
    ['CORS_ORIGINS', 'null'],
    ['CORS_ORIGINS', 'https://app.example.org/'],
    ['CORS_ORIGINS', 'https://APP.example.org'],
    ['CORS_ORIGINS', 'https://app.example.org:443'],
    ['JWT_SECRET', 's'.repeat(31)],
    ['JWT_ALGORITHMS', 'HS256'],
    ['JWT_ALGORITHMS', 'none'],
    ['JWT_JWKS_URL', 'http://issuer.example.org/jwks'],
    ['JWT_JWKS_URL', 'https://user@issuer.example.org/jwks'],
    ['JWT_JWKS_URL', 'file:///etc/passwd'],
  ]
  for (const [variable, value] of refused) {
    it(`refuses ${variable}=${value}`, () => {
      const [problem = '', ...more] = problemsOf({ environment: { [variable]: value } })
      assert.ok(problem.includes(`(${variable}): got `), problem)
      assert.ok(problem.includes(', allowed: '), problem)
      assert.deepEqual(more, [])
    })
  }

  const taken: readonly (readonly [variable: string, value: string])[] = [
    ['BRAND', 'a'.repeat(16)],
    ['TABLE_PREFIX', 'a'.repeat(40)],
    ['HOST', '::1'],
    ['PUBLIC_URL', 'https://example.org:8443/api'],
    ['CURSOR_KEY', 'k'.repeat(16)],
    ['DATABASE_URL', 'mysql://u:p@h/db'],
    ['DATABASE_URL', 'mysql://u:p,q@h/db, mariadb://u:p@h:3307/db'],
    ['LOGGED_IN_KEY', 'x'],
    ['LAYOUT', 'plain'],
    ['DATABASE_CHARSET', 'latin1'],
    ['CORS_ORIGINS', 'https://app.example.org, http://[::1]:5173'],
    ['JWT_SECRET', 's'.repeat(32)],
    ['JWT_JWKS_URL', 'https://issuer.example.org/jwks?v=1'],
    ['JWT_JWKS_URL', 'http://localhost:8080/jwks'],
  ]
  for (const [variable, value] of taken)
    it(`takes ${variable}=${value}`, () => void configOf({ environment: { [variable]: value } }))
})

describe('problems of settings', () => {
  it('come all at once, each with its origin', () => {
    const problems = problemsOf({
      file: { prot: 1, brand: 7 },
      environment: { PORT: 'x' },
      flags: { 'log-level': 'loud' },
    })
    assert.deepEqual(problems, [
      'prot (config file): there is no such setting. Did you mean port?',
      'brand (config file): got 7, allowed: a word of at most 16 lower-case letters and digits',
      'port (PORT): got "x", allowed: a whole number from 0 to 65535',
      'logLevel (--log-level): got "loud", allowed: debug, info, warn, error, silent',
    ])
  })

  it('name a setting that only looks like one', () => {
    assert.deepEqual(problemsOf({ file: { constructor: 1 } }), [
      'constructor (config file): there is no such setting',
    ])
  })

  it('never show a key', () => {
    const [problem = ''] = problemsOf({ environment: { CURSOR_KEY: 'short-secret' } })
    assert.ok(!problem.includes('short-secret'), problem)
  })

  it('show of an address where it is, never its user and password', () => {
    const [problem = ''] = problemsOf({
      environment: { DATABASE_URL: 'mysql://root:secret@db:3306/x?tls=secret' },
    })
    assert.ok(problem.includes('got "mysql://…@db:3306/x?…", allowed: '), problem)
    fc.assert(
      fc.property(fc.stringMatching(/^[\w@/?#:%&=-]{4,20}$/), (password) => {
        const environment = { DATABASE_URL: `mysql://u:Z${password}Z@host/db?no=such` }
        const given = readConfig({ file: {}, flags: {}, environment })
        assert.ok(given.kind === 'config' || !JSON.stringify(given).includes(`Z${password}Z`))
      }),
    )
  })

  it('show no password of an address, and no key, of any setting', () => {
    for (const { name, environment } of describeSettings()) {
      const isKey = /key|salt|secret|token$/i.test(name)
      for (const value of ['ftp://user:marker@host', ...(isKey ? ['website:marker', 'm\n marker'] : [])]) {
        const given = readConfig({ file: {}, flags: {}, environment: { [environment]: value } })
        assert.ok(given.kind === 'config' || !JSON.stringify(given).includes('marker'), name)
      }
    }
  })

  it('show no password of an address whose host was forgotten', () => {
    const [problem = ''] = problemsOf({ environment: { DATABASE_URL: 'mysql://root:secret/db' } })
    assert.ok(!problem.includes('secret'), problem)
  })

  it('show no password of any of several addresses', () => {
    const several = [
      'mysql://u:secret@a/db,mysql://u:secret@b/db,sqlite:file',
      'mysql://u:secret@a/db,postgres://u:secret@b/db',
      'mysql://u:secret@a/db,mysql://u:secret',
      'mysql://u:secret@a/db,mysqll://u:secret',
      'mysql://u:secret,mysql://u:sec@secret/x@b/db',
    ]
    for (const given of several) {
      const shown = [
        ...problemsOf({ environment: { DATABASE_URL: given } }),
        ...problemsOf({ file: { databaseUrl: given.split(',') } }),
      ]
      assert.equal(shown.length, 2)
      for (const each of shown) assert.ok(!each.includes('secret'), each)
    }
    const [first = ''] = problemsOf({ environment: { DATABASE_URL: several[0] } })
    assert.ok(first.includes('got "mysql://…@a/db", "mysql://…@b/db", …, allowed: '), first)
  })

  it('name addresses and networks that are none', () => {
    const cases = {
      publicUrl: ['http://localhost:99999', 'http://[::1', 'https://a%zz', 'ftp://example.org'],
      frontendUrl: ['http://[1'],
      wpHome: ['http://localhost:99999'],
      wpSiteurl: ['http://[1'],
      originUrl: ['http://localhost:99999', 'http://[:::1]'],
      trustedProxies: ['300.0.0.1', ':::', '10.0.0.0/33', '10.0.0.0/', '::1/129', '10.0.0.0/8/8', 'proxy'],
    }
    for (const [name, texts] of Object.entries(cases))
      for (const text of texts) {
        const [problem, ...others] = problemsOf({ environment: { [variableOf(name)]: text } })
        assert.match(problem ?? '', new RegExp(`^${name} .*allowed: `), text)
        assert.deepEqual(others, [])
      }
    const trustedProxies = ['10.0.0.0/8', '::1', '2001:db8::/32', '0.0.0.0/0']
    assert.deepEqual(configOf({ file: { trustedProxies } }).trustedProxies, trustedProxies)
  })
})

describe('variables that are almost settings', () => {
  for (const [variable, meant] of [
    ['CACHE_BYTE_MAX', 'CACHE_BYTES_MAX'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['LECTERN_PORT', 'PORT'],
    ['LECTERN_LOG_LEVEL', 'LOG_LEVEL'],
    ['CACHE_BYTES_MAX', null],
    ['LECTERN_HOME', null],
    ['PATH', null],
    ['POST', null],
    ['HOSTNAME', null],
    ['DATABASE_USER', null],
  ] as const)
    it(`${variable} ${meant === null ? 'is left alone' : `is named with ${meant}`}`, () =>
      assert.deepEqual(
        misspeltVariables({ [variable]: 'a secret' }),
        meant === null ? [] : [`the variable ${variable} is no setting: did you mean ${meant}?`],
      ))

  it('LECTERN_PORT is left alone where Kubernetes gives it', () =>
    assert.deepEqual(misspeltVariables({ LECTERN_PORT: 'tcp://10.0.0.1:80' }), []))
})
