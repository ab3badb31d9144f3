// Files that operators copy are true: units, manifests, alerts and dashboards name settings, programs, paths and metrics that
// there are.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'
import { describeSettings } from '../src/settings/config.ts'
import { at } from './support/gateway.ts'

const read = (file: string) => readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8')
const documents = (file: string) =>
  parseAllDocuments(read(file)).map((document): unknown => {
    assert.deepEqual(document.errors, [])
    return document.toJS()
  })
/** Those of Lectern, and of Node. */
const settings = new Set([
  ...describeSettings().map(({ environment }) => environment),
  'NODE_COMPILE_CACHE',
  'NODE_ENV',
])
const list = (value: unknown): readonly unknown[] => {
  assert(Array.isArray(value))
  return value
}

/** Each metric that `docs/metrics.md` lists, with its labels; a test of that page holds it against what is exported. */
const ownMetrics = new Map(
  [...read('docs/metrics.md').matchAll(/^\| `(lectern_\w+)` \| (\w+) \| ([^|]*)\|/gm)].map(
    ([, name = '', type, labels = '']) => [
      name,
      { type, labels: [...labels.matchAll(/`(\w+)`(?: \(|,|\s|$)/g)].map(([, label]) => label) },
    ],
  ),
)
/** What Prometheus and prom-client add. */
const given = new Set(['up', 'process_cpu_seconds_total', 'process_resident_memory_bytes'])
const labelsOfAll = ['instance', 'job', 'le']

/** Fails where an expression names a metric or a label that there is not. */
function holdsAgainstMetrics(expression: string): void {
  const words = expression.replaceAll(/"[^"]*"/g, '""')
  const names = [...words.matchAll(/\b(?:lectern|process|nodejs)_\w+|\bup\b/g)].map(([name]) => name)
  assert(names.length > 0, expression)
  const labels = names.flatMap((name) => {
    if (given.has(name)) return []
    const metric = ownMetrics.get(name) ?? ownMetrics.get(name.replace(/_(?:bucket|sum|count)$/, ''))
    assert(metric !== undefined, `${name} in ${expression}`)
    assert.equal(ownMetrics.has(name), metric.type !== 'histogram', `${name} in ${expression}`)
    return metric.labels
  })
  const used = [
    ...[...words.matchAll(/(\w+)\s*(?:=~|!=|!~|=)\s*""/g)].map(([, label = '']) => label),
    ...[...words.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, by = '']) =>
      by.split(',').map((each) => each.trim()),
    ),
  ]
  for (const label of used) assert([...labels, ...labelsOfAll].includes(label), `${label} in ${expression}`)
}

describe('what operators copy', () => {
  it('has alerts over metrics and labels that there are', () => {
    const [group] = list(at(parse(read('config/monitoring/alerts.yml')), 'groups'))
    const rules = list(at(group, 'rules'))
    assert(rules.length > 5)
    for (const rule of rules) {
      holdsAgainstMetrics(String(at(rule, 'expr')))
      const summary = String(at(rule, 'annotations', 'summary'))
      assert.match(summary, /^\S.*[^.]$/)
      for (const [, label = ''] of summary.matchAll(/\$labels\.(\w+)/g))
        holdsAgainstMetrics(`${named(rule)}{${label}=""}`)
    }
    assert.throws(() => holdsAgainstMetrics('lectern_nothing'), /lectern_nothing/)
    assert.throws(() => holdsAgainstMetrics('lectern_cache_bytes{plan="x"}'), /plan/)
    assert.throws(() => holdsAgainstMetrics('lectern_sql_duration_seconds'), /duration/)
  })

  it('has a dashboard over metrics and labels that there are, no panel over another', () => {
    const dashboard: unknown = JSON.parse(read('config/monitoring/grafana.json'))
    const places = new Set<string>()
    for (const panel of list(at(dashboard, 'panels'))) {
      assert.match(String(at(panel, 'description')), /\w/)
      places.add(`${String(at(panel, 'gridPos', 'x'))} ${String(at(panel, 'gridPos', 'y'))}`)
      for (const target of list(at(panel, 'targets')))
        holdsAgainstMetrics(String(at(target, 'expr')).replaceAll('$__rate_interval', '5m'))
    }
    assert.equal(places.size, list(at(dashboard, 'panels')).length)
  })

  it('has manifests and a compose file that set what can be set, and ask ports that are open', () => {
    const [secret, deployment, service] = documents('config/deploy/kubernetes.yaml')
    const pod = at(deployment, 'spec', 'template', 'spec')
    const [container] = list(at(pod, 'containers'))
    const names = [
      ...Object.keys(Object(at(secret, 'stringData'))),
      ...list(at(container, 'env')).map((each) => String(at(each, 'name'))),
      ...Object.keys(Object(at(parse(read('compose.yaml')), 'services', 'gateway', 'environment'))),
    ]
    for (const name of names) assert(settings.has(name), name)
    const exposed = /^ENV .*\bPORT=(\d+) ADMIN_PORT=(\d+)$/m.exec(read('Dockerfile'))?.slice(1)
    assert.deepEqual(
      list(at(container, 'ports')).map((port) => String(at(port, 'containerPort'))),
      exposed,
    )
    for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe'])
      assert.match(String(at(container, probe, 'httpGet', 'path')), /^\/(?:live|serving)$/)
    assert.deepEqual(at(service, 'spec', 'selector'), at(deployment, 'spec', 'selector', 'matchLabels'))
    assert.match(
      read('Dockerfile'),
      new RegExp(`^USER ${String(at(pod, 'securityContext', 'runAsUser'))}:`, 'm'),
    )
  })

  it('has a compose file of many gateways, which all have the same settings and stand behind nginx', () => {
    const { services } = Object(parse(read('config/deploy/many.compose.yaml'), { merge: true }))
    const names = Object.keys(Object(services))
    const gateways = names.filter((name) => at(services, name, 'environment', 'REDIS_URL') !== undefined)
    assert.equal(gateways.length, 2)
    for (const name of gateways) {
      assert.deepEqual(at(services, name), at(services, gateways[0] ?? ''))
      const environment = at(services, name, 'environment')
      for (const setting of Object.keys(Object(environment))) assert(settings.has(setting), setting)
      assert.ok(String(at(environment, 'REDIS_SECRET')).length >= 32)
      for (const address of ['DATABASE_URL', 'REDIS_URL'])
        assert.ok(names.includes(new URL(String(at(environment, address))).hostname), address)
    }
    const files = names.flatMap((name) => list(at(services, name, 'volumes') ?? [])).map(String)
    for (const file of files) assert(existsSync(new URL(`../${file.split(':')[0]}`, import.meta.url)), file)
    const upstreams = [...read('config/proxies/many.nginx.conf').matchAll(/^ +server (\w+):8080/gm)]
    assert.deepEqual(
      upstreams.map(([, name]) => name),
      // Once in turn, and once for when all have failed of late
      [...gateways, ...gateways],
    )
  })

  it('has a unit with settings and a program that there are', () => {
    const unit = read('config/deploy/lectern.service')
    const [, environment = ''] = /^Environment=(.*)$/m.exec(unit) ?? []
    for (const pair of environment.split(' ')) assert(settings.has(pair.replace(/=.*/, '')), pair)
    const [, program = ''] = /^ExecStart=\S+ node_modules\/lectern\/(\S+) serve$/m.exec(unit) ?? []
    assert.equal(at(JSON.parse(read('package.json')), 'bin', 'lectern'), `./${program}`)
  })

  const analyzer = '/usr/bin/systemd-analyze'
  it(
    'has a unit that gives the service little',
    { skip: existsSync(analyzer) ? false : `there is no ${analyzer}` },
    () => {
      const file = fileURLToPath(new URL('../config/deploy/lectern.service', import.meta.url))
      // Tenths: a service without any of these lines has 96 of 100
      execFileSync(analyzer, ['security', '--offline=yes', '--threshold=20', file])
    },
  )
})

/** The first metric of a rule, whose labels its text may name. */
function named(rule: unknown): string {
  const [name = ''] = /\b(?:lectern_\w+|up)\b/.exec(String(at(rule, 'expr'))) ?? []
  return name
}
