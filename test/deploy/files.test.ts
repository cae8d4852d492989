import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parseAllDocuments } from 'yaml'
import { SETTINGS } from '../../src/config.ts'
import { type MetricsDeps, openMetrics } from '../../src/http/metrics.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const yamlFiles = ['compose.yaml', ...globSync('deploy/**/*.yaml', { cwd: ROOT })]

interface Resource {
  kind?: string
  spec?: { template?: { spec?: { containers?: Record<string, unknown>[] } } }
}
const documents = (path: string): Resource[] =>
  parseAllDocuments(text(path), { merge: true }).map((document) => {
    assert.deepEqual([...document.errors, ...document.warnings].map(String), [], path)
    return document.toJS() as Resource
  })

test('every YAML file can be read', () => {
  assert.ok(yamlFiles.length >= 6)
  for (const path of yamlFiles) for (const document of documents(path)) assert.equal(typeof document, 'object', path)
})

test('the deployment files name only settings that exist', () => {
  const files = [
    ...yamlFiles,
    'Containerfile',
    'deploy/systemd/chasqui.service',
    ...globSync('deploy/proxies/*', { cwd: ROOT }),
  ]
  const unknown = files.flatMap((path) =>
    [...text(path).matchAll(/CHASQUI_[A-Z_]+/g)].map(([name]) => name).filter((name) => !(name in SETTINGS)),
  )
  assert.deepEqual(unknown, [])
})

test('compose runs two instances, a database, a builder and a proxy, all instances with a read-only root', () => {
  const [compose] = documents('compose.yaml') as unknown as { services: Record<string, Record<string, unknown>> }[]
  const services = compose?.services ?? {}
  assert.deepEqual(Object.keys(services).sort(), ['builder', 'instance-1', 'instance-2', 'postgres', 'proxy'])
  for (const name of ['builder', 'instance-1', 'instance-2']) assert.equal(services[name]?.read_only, true, name)
})

test('Kubernetes has a deployment with its probes, a disruption budget, a builder and a volume for editions', () => {
  const all = globSync('deploy/kubernetes/*.yaml', { cwd: ROOT }).flatMap(documents)
  const kinds = all.map(({ kind }) => kind)
  for (const kind of ['Deployment', 'Service', 'PodDisruptionBudget', 'CronJob', 'PersistentVolumeClaim', 'ConfigMap'])
    assert.ok(kinds.includes(kind), kind)
  const [container] = all.find(({ kind }) => kind === 'Deployment')?.spec?.template?.spec?.containers ?? []
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) assert.ok(container?.[probe], probe)
})

interface Port {
  name: string
  containerPort: number
}
interface Probe {
  httpGet: { path: string; port: string }
}

test('ports and probes of Kubernetes are those of the image, its settings and the program', () => {
  const all = globSync('deploy/kubernetes/*.yaml', { cwd: ROOT }).flatMap(documents)
  const of = (wanted: string) => all.find(({ kind }) => kind === wanted) as Resource
  const [container] = of('Deployment').spec?.template?.spec?.containers ?? []
  const ports = Object.fromEntries(
    ((container?.ports ?? []) as Port[]).map(({ name, containerPort }) => [name, String(containerPort)]),
  )
  const { data } = of('ConfigMap') as unknown as { data: Record<string, string> }
  assert.deepEqual(ports, { http: /^EXPOSE (\d+)$/m.exec(text('Containerfile'))?.[1], admin: data.CHASQUI_ADMIN_PORT })
  assert.match(text('Containerfile'), new RegExp(`CHASQUI_PORT=${ports.http}\\b`))
  const probes = ['startupProbe', 'livenessProbe', 'readinessProbe'].map((probe) => container?.[probe] as Probe)
  assert.deepEqual(
    probes.map(({ httpGet }) => httpGet.path),
    ['/healthz', '/healthz', '/readyz'],
  )
  for (const { httpGet } of probes) assert.ok(httpGet.port in ports, httpGet.port)
  const { spec } = of('Service') as unknown as { spec: { ports: { targetPort: string }[] } }
  for (const { targetPort } of spec.ports) assert.ok(targetPort in ports, targetPort)
})

test('the proxy of compose sends to instances that exist, on the port of the image', () => {
  const [compose] = documents('compose.yaml') as unknown as { services: object }[]
  const targets = [...text('deploy/proxies/Caddyfile').matchAll(/([\w-]+):(\d+)/g)].map(([, name, port]) => [
    name,
    port,
  ])
  assert.ok(targets.length >= 2)
  for (const [name = '', port] of targets) assert.deepEqual([name in (compose?.services ?? {}), port], [true, '8080'])
})

/** Everything that a fresh service shows at `/metrics`. */
const metricNames = async (): Promise<Set<string>> => {
  const deps = {
    sources: { health: () => ({}), activity: () => new Map() },
    ...{ datasets: () => [], now: () => 0, version: '0' },
    ...{ isStoreUsable: () => true, storeErrors: () => 0, publication: () => null },
    threadReports: async () => [],
    countedBefore: () => ({ requests: [], endpoints: [] }),
  } as unknown as MetricsDeps
  const shown = await openMetrics(deps).text()
  return new Set([...shown.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name as string))
}

test('rules and dashboard ask only for metrics that exist', async () => {
  const known = await metricNames()
  const asked = ['deploy/prometheus/chasqui.rules.yaml', 'deploy/grafana/chasqui.json'].flatMap((path) =>
    [...text(path).matchAll(/\b(?:chasqui|process|nodejs)_[a-z_]+/g)].map(([name]) => name),
  )
  assert.ok(asked.length > 20)
  const unknown = asked.filter((name) => !known.has(name) && !known.has(name.replace(/_(?:bucket|sum|count)$/, '')))
  assert.deepEqual(unknown, [])
})

test('the dashboard is JSON with a question in every panel', () => {
  const { panels } = JSON.parse(text('deploy/grafana/chasqui.json')) as { panels: { targets: { expr: string }[] }[] }
  assert.ok(panels.length >= 8)
  for (const { targets } of panels) for (const { expr } of targets) assert.notEqual(expr, '')
})

test('no proxy logs the query string', () => {
  assert.doesNotMatch(
    text('deploy/proxies/nginx.conf').replace(/^#.*/gm, ''),
    /\$request\b|\$request_uri|\$args|\$query_string|\$http_referer/,
  )
  assert.match(text('deploy/proxies/Caddyfile'), /request>uri regexp \\\?\.\*/)
  assert.match(text('deploy/proxies/traefik.yaml'), /RequestPath: drop/)
})

const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8', timeout: 30_000 })
const hasSystemd = analyze('--version').status === 0

test('systemd knows every option of the unit', { skip: !hasSystemd && 'systemd-analyze is not installed' }, () => {
  const { stderr } = analyze(
    'verify',
    '--man=no',
    '--recursive-errors=no',
    join(ROOT, 'deploy/systemd/chasqui.service'),
  )
  const complaints = stderr
    .split('\n')
    .filter((line) => /Unknown|Failed to parse|Invalid|ignoring/i.test(line) && line.includes('chasqui.service'))
  assert.deepEqual(complaints, [])
})
