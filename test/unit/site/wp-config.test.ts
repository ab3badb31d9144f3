// Owners' wp-config.php files: as the installer writes them, as the official container does, and as people do. What
// cannot be read is named, and no text keeps the reader busy or makes it throw.
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import type { Environment } from '../../../src/site/php-constants.ts'
import { parseWpConfig, type WpConfig } from '../../../src/site/wp-config.ts'
import { anyCodePoints } from '../../support/code-points.ts'
import type { Recipe } from '../../support/hostile-text.ts'
import { createJudge } from '../../support/linear.ts'

const plain = `<?php
// Generated once.
define( 'DB_NAME', 'wp_a' );
define( 'DB_USER', 'wp' );
define( 'DB_PASSWORD', 'secret' );
define( 'DB_HOST', '127.0.0.1:3306' );
define( 'DB_CHARSET', 'utf8mb4' );
define( 'DB_COLLATE', '' );
define( 'AUTH_KEY', 'auth-key' );
define( 'SECURE_AUTH_KEY', 'secure-auth-key' );
define( 'LOGGED_IN_KEY', 'logged-in-key' );
define( 'NONCE_KEY', 'nonce-key' );
define( 'AUTH_SALT', 'auth-salt' );
define( 'SECURE_AUTH_SALT', 'secure-auth-salt' );
define( 'LOGGED_IN_SALT', 'logged-in-salt' );
define( 'NONCE_SALT', 'nonce-salt' );
$table_prefix = 'wp_';
define( 'WP_DEBUG', false );
define( 'WP_POST_REVISIONS', true );   // as many as there are
if ( ! defined( 'ABSPATH' ) ) {
\tdefine( 'ABSPATH', __DIR__ . '/' );
}
require_once ABSPATH . 'wp-settings.php';
`
const keys: WpConfig['keys'] = {
  authKey: 'auth-key',
  authSalt: 'auth-salt',
  secureAuthKey: 'secure-auth-key',
  secureAuthSalt: 'secure-auth-salt',
  loggedInKey: 'logged-in-key',
  loggedInSalt: 'logged-in-salt',
  nonceKey: 'nonce-key',
  nonceSalt: 'nonce-salt',
}
const expected: WpConfig = {
  kind: 'config',
  databaseName: 'wp_a',
  user: 'wp',
  password: 'secret',
  host: '127.0.0.1',
  port: 3306,
  socket: null,
  charset: 'utf8mb4',
  tablePrefix: 'wp_',
  keys,
  home: null,
  siteUrl: null,
  loggedInCookie: null,
  contentFolder: null,
}

const docker = `<?php
// a helper function to lookup "env_FILE", "env", then fallback
if (!function_exists('getenv_docker')) {
	function getenv_docker($env, $default) {
		if ($fileEnv = getenv($env . '_FILE')) {
			return rtrim(file_get_contents($fileEnv), "\\r\\n");
		}
		else if (($val = getenv($env)) !== false) {
			return $val;
		}
		else {
			return $default;
		}
	}
}
define( 'DB_NAME', getenv_docker('WORDPRESS_DB_NAME', 'wordpress') );
define( 'DB_USER', getenv_docker('WORDPRESS_DB_USER', 'example username') );
define( 'DB_PASSWORD', getenv_docker('WORDPRESS_DB_PASSWORD', 'example password') );
/** Docker image fallback values above are sourced from the official WordPress installation wizard: */
define( 'DB_HOST', getenv_docker('WORDPRESS_DB_HOST', 'mysql') );
define( 'DB_CHARSET', getenv_docker('WORDPRESS_DB_CHARSET', 'utf8mb4') );
define( 'AUTH_KEY',         getenv_docker('WORDPRESS_AUTH_KEY',         'put your unique phrase here') );
define( 'LOGGED_IN_KEY',    getenv_docker('WORDPRESS_LOGGED_IN_KEY',    'a1b2') );
$table_prefix = getenv_docker('WORDPRESS_TABLE_PREFIX', 'wp_');
define( 'WP_DEBUG', !!getenv_docker('WORDPRESS_DEBUG', '') );
if (isset($_SERVER['HTTP_X_FORWARDED_PROTO']) && strpos($_SERVER['HTTP_X_FORWARDED_PROTO'], 'https') !== false) {
	$_SERVER['HTTPS'] = 'on';
}
if ($configExtra = getenv_docker('WORDPRESS_CONFIG_EXTRA', '')) {
	eval($configExtra);
}
`

const parse = (text: string, environment: Environment = {}) => parseWpConfig(text, environment)
const read = (text: string, environment: Environment = {}): WpConfig => {
  const config = parse(text, environment)
  assert(config.kind === 'config', config.kind === 'problem' ? `${config.constant} ${config.reason}` : '')
  return config
}
/** The plain file with another line in the place of the one that sets this. */
const withLine = (constant: string, line: string): string =>
  plain
    .split('\n')
    .map((each) => (each.includes(`'${constant}'`) || each.startsWith(`${constant} `) ? line : each))
    .join('\n')
const passwordOf = (expression: string, environment: Environment = {}): string | null => {
  const config = parse(withLine('DB_PASSWORD', `define('DB_PASSWORD', ${expression});`), environment)
  return config.kind === 'config' ? config.password : null
}
const problemOf = (text: string, environment: Environment = {}): string | null => {
  const config = parse(text, environment)
  return config.kind === 'problem' ? config.constant : null
}

describe('parseWpConfig', () => {
  it('reads what the installer writes', () => {
    assert.deepEqual(parse(plain), expected)
    assert.deepEqual(parse(plain.replaceAll('\n', '\r\n')), expected)
    assert.deepEqual(parse(`\uFEFF#!/usr/bin/env php\n${plain}`), expected)
  })

  it('reads what the container writes, from the environment or without', () => {
    const { keys: own, ...config } = read(docker)
    assert.deepEqual(config, {
      kind: 'config',
      databaseName: 'wordpress',
      user: 'example username',
      password: 'example password',
      host: 'mysql',
      port: null,
      socket: null,
      charset: 'utf8mb4',
      tablePrefix: 'wp_',
      home: null,
      siteUrl: null,
      loggedInCookie: null,
      contentFolder: null,
    })
    assert.deepEqual([own.authKey, own.loggedInKey], [null, 'a1b2'])
    const set = read(docker, {
      WORDPRESS_DB_NAME: 'site',
      WORDPRESS_DB_PASSWORD: '',
      WORDPRESS_DB_HOST: 'db:3307',
      WORDPRESS_TABLE_PREFIX: 'x_',
      WORDPRESS_AUTH_KEY: 'k',
    })
    assert.deepEqual(
      [set.databaseName, set.password, set.host, set.port, set.tablePrefix, set.keys.authKey],
      ['site', '', 'db', 3307, 'x_', 'k'],
    )
  })

  it('names the constant whose value is in a file of its own', () => {
    assert.deepEqual(parse(docker, { WORDPRESS_DB_PASSWORD_FILE: '/run/secrets/db' }), {
      kind: 'problem',
      constant: 'DB_PASSWORD',
      reason: 'is in the file that WORDPRESS_DB_PASSWORD_FILE names',
    })
  })

  const hosts: readonly (readonly [string, string, number | null, string | null])[] = [
    ['localhost', 'localhost', null, null],
    ['', 'localhost', null, null],
    ['db.example.org', 'db.example.org', null, null],
    ['db.example.org:3307', 'db.example.org', 3307, null],
    ['db:', 'db', null, null],
    ['localhost:/run/mysqld/mysqld.sock', 'localhost', null, '/run/mysqld/mysqld.sock'],
    [':/tmp/mysql.sock', 'localhost', null, '/tmp/mysql.sock'],
    ['localhost:3307:/tmp/a:/b', 'localhost', 3307, '/tmp/a:/b'],
    ['[::1]:3306', '::1', 3306, null],
    ['[::1]', '::1', null, null],
    ['::1', '::1', null, null],
    ['fe80::1:2', 'fe80::1:2', null, null],
  ]
  for (const [text, host, port, socket] of hosts)
    it(`reads the host ${JSON.stringify(text)}`, () => {
      const config = read(withLine('DB_HOST', `define('DB_HOST', '${text}');`))
      assert.deepEqual([config.host, config.port, config.socket], [host, port, socket])
    })

  for (const text of ['db:x', 'db:0', 'db:65536', '[db]', '[::1', 'a b', 'db/x', 'x:y:z'])
    it(`refuses the host ${JSON.stringify(text)}`, () =>
      assert.equal(problemOf(withLine('DB_HOST', `define('DB_HOST', '${text}');`)), 'DB_HOST'))

  const expressions: readonly (readonly [string, string])[] = [
    [String.raw`'a\'b\\c\n$x'`, String.raw`a'b\c\n$x`],
    [String.raw`"a\"b\\c\n\t\$x\x41\101\u{263A}\q\x"`, 'a"b\\c\n\t$xAA☺\\q\\x'],
    [String.raw`"\xC3\xA9"`, 'é'],
    [`"5$ {x} $1"`, '5$ {x} $1'],
    [`'# // /* */ ?> ;) define('`, '# // /* */ ?> ;) define('],
    [`'été'`, 'été'],
    [`''`, ''],
    ['12345', '12345'],
    [`'a' . "b" /* c */ . 1 // d`.concat('\n'), 'ab1'],
    [`( ( 'a' ) )`, 'a'],
    [`DB_USER . '-pass'`, 'wp-pass'],
    [`'x', true`, 'x'],
    [`getenv('NONE') ?: 'x'`, 'x'],
    [`getenv('NONE') ? : 'x'`, 'x'],
    [`getenv('SET') ?: 'x'`, 'set'],
    [`getenv('SET')`, 'set'],
    [`getenv('SET', true)`, 'set'],
    [`getenv('NONE') ?: getenv('EMPTY') ?: getenv('SET') ?: 'x'`, 'set'],
    [`\\getenv('SET')`, 'set'],
    [`getenv_docker('EMPTY', 'x')`, ''],
    [`getenv_docker('SE' . 'T', 'x')`, 'set'],
  ]
  const environment = { SET: 'set', EMPTY: '' }
  for (const [expression, value] of expressions)
    it(`reads ${JSON.stringify(expression)}`, () => assert.equal(passwordOf(expression, environment), value))

  const unreadable = [
    `getenv('NONE')`,
    `getenv('constructor')`,
    'null',
    'false',
    'OTHER',
    `'a' . file_get_contents('x')`,
    `trim('a')`,
    `$password`,
    `"a$b"`,
    `"a{$b}"`,
    '"a${b}"',
    String.raw`"\\$b"`,
    '`cat x`',
    `<<<X\nDB\nX`,
    `true ? 'a' : 'b'`,
    `getenv('SET') ?? 'x'`,
    `$_ENV['SET']`,
    '0x1F',
    '1.5',
    `-1`,
    `'a'`.concat(` + 'b'`),
    '',
    `${'('.repeat(10_000)}'a'${')'.repeat(10_000)}`,
  ]
  for (const expression of unreadable)
    it(`does not guess at ${JSON.stringify(expression.slice(0, 40))}`, () =>
      assert.equal(passwordOf(expression, environment), null))

  it('names what is missing, empty or unreadable', () => {
    for (const name of ['DB_NAME', 'DB_USER', 'DB_PASSWORD', 'DB_HOST', '$table_prefix'])
      assert.equal(problemOf(withLine(name, '')), name)
    assert.equal(problemOf(withLine('DB_NAME', `define('DB_NAME', '');`)), 'DB_NAME')
    for (const name of ['DB_CHARSET', 'NONCE_SALT', 'WP_HOME'])
      assert.equal(
        problemOf(`${withLine(name, '')}\ndefine('${name}', 'http://' . $_SERVER['HTTP_HOST']);`),
        name,
      )
    assert.equal(problemOf(withLine('$table_prefix', `$table_prefix = 'a-b';`)), '$table_prefix')
    assert.equal(problemOf(withLine('$table_prefix', `$table_prefix = f();`)), '$table_prefix')
    assert.equal(problemOf(`${plain}$table_prefix .= 'x_';`), '$table_prefix')
    for (const text of ['', plain.slice(5)]) assert.equal(problemOf(text), 'DB_NAME')
  })

  it('takes the first definition of a constant, and the last value of the prefix', () => {
    assert.equal(read(`${plain}\ndefine('DB_NAME', 'other');`).databaseName, 'wp_a')
    assert.equal(read(`${plain}\n$table_prefix = "other_";`).tablePrefix, 'other_')
    assert.equal(
      read(`<?php defined('DB_NAME') || define('DB_NAME', 'other'); ?>${plain}`).databaseName,
      'other',
    )
    assert.equal(
      read(withLine('DB_NAME', `if (!defined('DB_NAME')) { define('DB_NAME', 'x'); }`)).databaseName,
      'x',
    )
  })

  it('does not choose between conditions', () => {
    const forms = [
      `if ($live) { define('DB_NAME', 'a'); } else { define('DB_NAME', 'b'); }`,
      `if ($live) define('DB_NAME', 'a'); else define('DB_NAME', 'b');`,
      `if ($live): define('DB_NAME', 'a'); else: define('DB_NAME', 'b'); endif;`,
      `if ($live) { define('DB_NAME', 'a'); } define('DB_NAME', $b);`,
    ]
    for (const form of forms)
      assert.deepEqual(parse(withLine('DB_NAME', form)), {
        kind: 'problem',
        constant: 'DB_NAME',
        reason: 'has different values under conditions',
      })
    const same = `if ($live) { define('DB_NAME', 'a'); } else { define('DB_NAME', 'a'); }`
    assert.equal(read(withLine('DB_NAME', same)).databaseName, 'a')
    assert.equal(problemOf(`${plain}if ($b) { $table_prefix = 'b_'; }`), '$table_prefix')
  })

  it('leaves alone what only looks like a definition', () => {
    const decoys = [
      `# define('DB_NAME', 'no');`,
      `// define('DB_NAME', 'no'); ?> define('DB_NAME', 'no'); <?php`,
      `/* define('DB_NAME', 'no'); */ /** // */`,
      `$a = "define('DB_NAME', 'no');" . 'define("DB_NAME", "no");';`,
      `$a = <<<'END'\ndefine('DB_NAME', 'no');\nENDING\n  END;`,
      `$a->define('DB_NAME', 'no'); A::define('DB_NAME', 'no');`,
      `undefine('DB_NAME', 'no'); define($name, 'no'); define('db_name', 'no');`,
      `class A { const DB_NAME = 'no'; }`,
      `define('$table_prefix', 'no_');`,
      `?> <p>define('DB_NAME', 'no')</p> <?php`,
    ]
    for (const decoy of decoys)
      assert.deepEqual(parse(plain.replace('<?php', `<?php\n${decoy}\n`)), expected, decoy)
  })

  it('reads a definition in any dress', () => {
    for (const line of [
      `DEFINE ( "DB_NAME" , "x" ) ;`,
      `\\define(/* which */ 'DB_NAME', # one\n 'x');`,
      `const DB_NAME = 'x';`,
      `const A = 1; define('DB_NAME', 'x') ?><?php`,
      `#[A] define('DB_NAME', 'x');`,
    ])
      assert.equal(read(withLine('DB_NAME', line)).databaseName, 'x', line)
  })

  it('reads the addresses, one made of the other', () => {
    const config = read(`${plain}define('WP_HOME', 'https://x.test'); define('WP_SITEURL', WP_HOME . '/wp');`)
    assert.deepEqual([config.home, config.siteUrl], ['https://x.test', 'https://x.test/wp'])
  })

  it('takes the name of the login cookie, whole or by its hash', () => {
    const named = (text: string) => {
      const config = parse(plain + text)
      return config.kind === 'config' ? config.loggedInCookie : config.constant
    }
    assert.equal(named(`define('COOKIEHASH', 'abc');`), 'wordpress_logged_in_abc')
    assert.equal(named(`define('COOKIEHASH', 'abc'); define('LOGGED_IN_COOKIE', 'mine');`), 'mine')
    assert.equal(named(`define('COOKIEHASH', md5('x'));`), 'COOKIEHASH')
  })
})

describe('the keys of a wp-config.php', () => {
  const keysWith = (name: string, value: string) =>
    read(withLine(name, value === '' ? '' : `define('${name}', '${value}');`)).keys

  it('are none where they are missing, empty, the example, or the same as another', () => {
    for (const value of ['', '0', 'put your unique phrase here'])
      assert.deepEqual(keysWith('NONCE_KEY', value), { ...keys, nonceKey: null })
    assert.deepEqual(keysWith('NONCE_KEY', 'auth-salt'), { ...keys, nonceKey: null, authSalt: null })
  })

  it('may be the one key of old', () => {
    const old = `define('SECRET_KEY', 'old-key'); define('SECRET_SALT', 'old-salt');`
    const config = read(withLine('NONCE_KEY', old).replace(/.*'(?:AUTH_SALT|NONCE_SALT)'.*/g, ''))
    assert.deepEqual(config.keys, { ...keys, nonceKey: 'old-key', authSalt: 'old-salt', nonceSalt: null })
  })

  it('are read with every mark that generators use', () => {
    const key = String.raw`}]f;$"X ?>#//*{|~<<<A$_B @\-`
    assert.equal(keysWith('NONCE_KEY', key).nonceKey, key)
  })
})

describe('any text', () => {
  it('is read or named, and never thrown at', () => {
    const pieces = fc.constantFrom(
      ...`<?php|?>|define|(|)|'|"|\\|DB_NAME|,|;|$table_prefix|=|.|?|:|{|}|//|#|/*|*/|<<<A|A|\n|getenv|getenv_docker|const|1|é| `.split(
        '|',
      ),
    )
    const likely = fc.array(pieces, { maxLength: 60 }).map((parts) => `<?php ${parts.join('')}`)
    const cut = fc.nat(plain.length).map((at) => plain.slice(0, at))
    const changed = fc
      .tuple(fc.nat(plain.length), pieces)
      .map(([at, piece]) => plain.slice(0, at) + piece + plain.slice(at))
    const anything = fc.oneof(likely, cut, changed, anyCodePoints())
    fc.assert(
      fc.property(anything, (text) => {
        assert(['config', 'problem'].includes(parse(text).kind))
      }),
      { numRuns: 500 },
    )
  })

  it('takes time linear in its text, whatever stands there', async () => {
    const pieces = [
      "\\'",
      '"',
      "'",
      '/*',
      '(',
      '<<<A\n',
      '<<<A\nB\n',
      '<?php ',
      '?>',
      `define('A',`,
      `define('A','x'.`,
      'getenv(',
      '// ',
      '#',
      '{',
      '\\\\',
      '$',
      `"\\\\`,
      'a ?: ',
      'A::',
    ]
    const recipes = pieces.flatMap((piece) =>
      ['', "define('DB_NAME', "].map((before): Recipe => ({
        before,
        shape: 'repeated',
        pieces: [piece],
        after: '',
      })),
    )
    const judge = createJudge(import.meta.resolve('../text-functions.ts'))
    const verdict = await judge.verdictOn({ name: 'parseWpConfig', recipes })
    await judge.stop()
    assert.equal(verdict, null)
  })

  it('does not double a value for ever', () => {
    const doubled = Array.from({ length: 60 }, (_, at) => `const A${at + 1} = A${at} . A${at};`)
    assert.equal(problemOf(`<?php const A0 = 'x'; ${doubled.join('')} define('DB_NAME', A60);`), 'DB_NAME')
  })

  it('gives back the strings that PHP would write', () => {
    const quoted = (text: string) => `'${text.replace(/[\\']/g, String.raw`\$&`)}'`
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        assert.equal(passwordOf(quoted(text)), text)
      }),
    )
  })
})
