// The Helm chart makes the same pods as the manifest beside it, sets what can be set, and says what is wrong with values.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'
import { describeSettings } from '../src/settings/config.ts'
import { at } from './support/gateway.ts'

const folder = fileURLToPath(new URL('../config/deploy/helm', import.meta.url))
const read = (file: string): unknown =>
  parse(readFileSync(fileURLToPath(new URL(`../${file}`, import.meta.url)), 'utf8'))
const helm = [process.env['TEST_HELM'] ?? '', ...(process.env['PATH'] ?? '').split(delimiter)]
  .filter((place) => place !== '')
  .map((place) => join(place, 'helm'))
  .find((path) => existsSync(path))

const given = ['--set', 'secret.existing=lectern']
const everything = [
  'autoscaling.enabled=true,ingress.enabled=true,ingress.tlsSecret=tls,ingress.className=nginx,monitor.enabled=true',
  'imagePullSecrets[0].name=registry,nodeSelector.disk=ssd,podAnnotations.team=web',
].flatMap((values) => ['--set', values])

function run(command: string, ...values: readonly string[]) {
  assert(helm !== undefined)
  const name = command === 'template' ? ['site'] : ['--strict']
  const { status, stdout, stderr } = spawnSync(helm, [command, ...name, folder, ...values], {
    encoding: 'utf8',
  })
  return { status, stdout, said: stdout + stderr }
}

/** What the chart makes, by kind and name. */
function made(...values: readonly string[]): ReadonlyMap<string, unknown> {
  const { status, stdout, said } = run('template', ...values)
  assert.equal(status, 0, said)
  return new Map(
    parseAllDocuments(stdout).map((document) => {
      assert.deepEqual(document.errors, [])
      const object: unknown = document.toJS()
      return [`${String(at(object, 'kind'))} ${String(at(object, 'metadata', 'name'))}`, object]
    }),
  )
}

const without = (object: unknown, ...names: readonly string[]) =>
  Object.fromEntries(Object.entries(Object(object)).filter(([name]) => !names.includes(name)))
const byName = (variables: unknown) =>
  new Map(Array.isArray(variables) ? variables.map((each) => [at(each, 'name'), at(each, 'value')]) : [])

describe('the Helm chart', { skip: helm === undefined ? 'there is no helm (.ci/helm)' : false }, () => {
  it('passes what Helm checks, with nothing but a secret and with everything', () => {
    for (const values of [given, [...given, ...everything]]) {
      const { status, said } = run('lint', ...values)
      assert.equal(status, 0, said)
    }
  })

  it('has the version of the package, and settings that there are', () => {
    const chart = read('config/deploy/helm/Chart.yaml')
    const { version } = Object(read('package.json'))
    assert.deepEqual([at(chart, 'version'), at(chart, 'appVersion')], [version, version])
    const names = new Set(describeSettings().map(({ environment }) => environment))
    const settings = Object.keys(Object(at(read('config/deploy/helm/values.yaml'), 'settings')))
    assert(settings.length > 3)
    for (const name of settings) assert(names.has(name), name)
  })

  it('makes the pods of the manifest', () => {
    const [, deployment, service, budget] = parseAllDocuments(
      readFileSync(join(folder, '../kubernetes.yaml'), 'utf8'),
    ).map((document): unknown => document.toJS())
    const objects = made(...given)
    const ours = objects.get('Deployment site-lectern')
    const chosen = at(ours, 'spec', 'selector', 'matchLabels')
    const podOf = (each: unknown) => Object(at(each, 'spec', 'template', 'spec'))
    // Names, labels and images are the release's own
    const parts = (each: unknown) => {
      const container = at(podOf(each).containers, '0')
      return {
        pod: without(podOf(each), 'containers', 'topologySpreadConstraints'),
        container: without(container, 'env', 'envFrom', 'image', 'imagePullPolicy'),
        spread: without(at(podOf(each).topologySpreadConstraints, '0'), 'labelSelector'),
        env: byName(at(container, 'env')),
        strategy: at(each, 'spec', 'strategy'),
      }
    }
    assert.deepEqual(parts(ours), parts(deployment))
    assert.deepEqual(at(podOf(ours).topologySpreadConstraints, '0', 'labelSelector', 'matchLabels'), chosen)
    const labels = Object(at(ours, 'spec', 'template', 'metadata', 'labels'))
    for (const [name, value] of Object.entries(Object(chosen))) assert.equal(labels[name], value)
    for (const [name, theirs] of [
      ['Service site-lectern', service],
      ['PodDisruptionBudget site-lectern', budget],
    ] as const) {
      const spec = at(objects.get(name), 'spec')
      assert.deepEqual(without(spec, 'selector', 'type'), without(at(theirs, 'spec'), 'selector'))
      const selector = at(spec, 'selector')
      assert.deepEqual(at(selector, 'matchLabels') ?? selector, chosen)
    }
  })

  it('makes what is switched on, and pods anew when a secret or a file of theirs changes', () => {
    const settings = (...values: readonly string[]) =>
      at(made(...values).get('Deployment site-lectern'), ...annotation)
    const annotation = ['spec', 'template', 'metadata', 'annotations', 'lectern/settings']
    const secret = (password: string) => ['--set', `secret.values.DATABASE_URL=mysql://a:${password}@b/c`]
    assert.equal(settings(...secret('x')), settings(...secret('x')))
    assert.notEqual(settings(...secret('x')), settings(...secret('y')))
    assert.notEqual(
      settings(...secret('x')),
      settings(...secret('x'), '--set-string', 'files.theme\\.json=text'),
    )
    const names = [...made(...given, ...everything, '--set', 'files.a=b').keys()]
    assert.deepEqual(names.toSorted(), [
      'ConfigMap site-lectern',
      'Deployment site-lectern',
      'HorizontalPodAutoscaler site-lectern',
      'Ingress site-lectern',
      'PodDisruptionBudget site-lectern',
      'Service site-lectern',
      'Service site-lectern-admin',
      'ServiceMonitor site-lectern',
    ])
    assert.equal(
      at(made(...secret('x')).get('Secret site-lectern'), 'stringData', 'DATABASE_URL'),
      'mysql://a:x@b/c',
    )
  })

  it('starts the gateway with a config file that values hold', () => {
    const [name, dockerfile] = ['lectern.config.ts', fileURLToPath(new URL('../Dockerfile', import.meta.url))]
    const pod = made(...given, '--set', `config=${name}`, '--set', 'files.lectern\\.config\\.ts=text')
    const container = ['spec', 'template', 'spec', 'containers', '0']
    const args = at(pod.get('Deployment site-lectern'), ...container, 'args')
    const [, command = ''] = /^CMD (.*)$/m.exec(readFileSync(dockerfile, 'utf8')) ?? []
    assert.deepEqual(args, [...JSON.parse(command), '--config', `files/${name}`])
    const mount = at(pod.get('Deployment site-lectern'), ...container, 'volumeMounts', '1')
    assert.deepEqual(mount, { name: 'files', mountPath: '/lectern/files', readOnly: true })
    assert.deepEqual(Object.keys(Object(at(pod.get('ConfigMap site-lectern'), 'data'))), [name])
  })

  it('says what is wrong with values', () => {
    for (const [values, says] of [
      [[], /needs a database: secret\.existing names a Secret/],
      [[...given, '--set', 'secret.values.ADMIN_TOKEN=x'], /would not have the values/],
      [[...given, '--set', 'replicas=two'], /replicas.*want integer/],
      [[...given, '--set', 'replica=2'], /additional properties 'replica'/],
      [[...given, '--set', 'settings.port=8080'], /settings/],
      [[...given, '--set', 'config=a.ts'], /files has no a\.ts/],
    ] as const) {
      const { status, said } = run('template', ...values)
      assert.notEqual(status, 0, String(values))
      assert.match(said, says)
    }
  })
})
