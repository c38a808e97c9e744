/** compose.yaml and deploy/kubernetes.yaml against each other, the Dockerfile, the proxy and .env.example. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { publicHostVariables } from '@/lib/env/hosts'
import { root } from '@/local/project'
import { readRecipe } from './image'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const known = Object.keys(parseEnv(read('.env.example')))
const recipe = readRecipe(read('Dockerfile'))
const dockerfile = read('Dockerfile')
const nginx = read('deploy/nginx.conf')

const texts = z.record(z.string(), z.coerce.string())
const check = z.strictObject({
  test: z.array(z.string()).min(2),
  interval: z.string(),
  timeout: z.string(),
  retries: z.number(),
})
const service = z.strictObject({
  image: z.string(),
  build: z.strictObject({ context: z.string(), args: texts }).optional(),
  env_file: z.string().optional(),
  environment: texts.optional(),
  command: z.array(z.string()).optional(),
  deploy: z.strictObject({ replicas: z.number() }).optional(),
  depends_on: z.record(z.string(), z.strictObject({ condition: z.literal('service_healthy') })).optional(),
  healthcheck: check.optional(),
  ports: z.array(z.string()).optional(),
  volumes: z.array(z.string()).optional(),
  user: z.string().optional(),
  read_only: z.literal(true),
  tmpfs: z.array(z.string()).min(1),
  cap_drop: z.tuple([z.literal('ALL')]),
  cap_add: z.array(z.enum(['CHOWN', 'NET_BIND_SERVICE', 'SETGID', 'SETUID'])).optional(),
  security_opt: z.tuple([z.literal('no-new-privileges:true')]),
  shm_size: z.string().optional(),
  stop_grace_period: z.string().optional(),
  restart: z.literal('unless-stopped'),
})
const composition = z.strictObject({
  name: z.string(),
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
})

test('compose.yaml has only known fields and valid references', () => {
  const { services, volumes } = composition.parse(parse(read('compose.yaml')))
  expect(Object.keys(services)).toEqual(['site', 'nginx', 'postgres', 'redis', 'counters'])
  for (const [name, { depends_on: needed = {}, healthcheck, volumes: mounted = [] }] of Object.entries(services)) {
    for (const other of Object.keys(needed)) expect(Object.keys(services), name).toContain(other)
    // The image has the site's health check.
    expect(healthcheck !== undefined || name === 'site', name).toBe(true)
    for (const mount of mounted) {
      const [source = ''] = mount.split(':')
      if (source.startsWith('./')) expect(existsSync(join(root, source)), source).toBe(true)
      else expect(volumes).toHaveProperty(source)
    }
  }
  const { site, postgres } = services
  expect(site?.deploy?.replicas).toBe(2)
  expect(recipe.health[0]).toBe('node')
  expect(site?.environment).toMatchObject({ PORT: recipe.env.PORT, DATA_DIR: recipe.env.DATA_DIR })
  const { hostname, port, username, pathname } = new URL(
    site?.environment?.DATABASE_URL?.replace(/\$\{.*\}/, 'secret') ?? '',
  )
  expect({ hostname, port, username, pathname }).toEqual({
    hostname: 'postgres',
    port: '5432',
    username: postgres?.environment?.POSTGRES_USER,
    pathname: `/${postgres?.environment?.POSTGRES_DB}`,
  })
  expect(services).toHaveProperty(new URL(site?.environment?.REDIS_URL ?? '').hostname)
  expect(nginx).toContain(`server site:${recipe.env.PORT} resolve`)
})

test('compose.yaml uses known settings, and passes build settings', () => {
  const { services } = composition.parse(parse(read('compose.yaml')))
  const variables = [...read('compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
  for (const name of [...variables, ...Object.keys(services.site?.environment ?? {})]) expect(known).toContain(name)
  const fixed = /^ARG (.*)$/m.exec(dockerfile)?.[1]?.split(' ')
  expect(Object.keys(services.site?.build?.args ?? {})).toEqual(fixed)
  expect(Object.keys(publicHostVariables())).toEqual(fixed?.map((name) => `NEXT_PUBLIC_${name}`))
})

const named = z.looseObject({ name: z.string() })
const probe = z.looseObject({ httpGet: z.strictObject({ path: z.string(), port: z.string() }) })
const container = z.looseObject({
  ports: z.tuple([z.strictObject({ name: z.string(), containerPort: z.number() })]),
  envFrom: z.array(z.record(z.string(), named)),
  startupProbe: probe,
  readinessProbe: probe,
  livenessProbe: probe,
  lifecycle: z.strictObject({ preStop: z.strictObject({ sleep: z.strictObject({ seconds: z.number() }) }) }),
  resources: z.strictObject({ requests: texts, limits: texts }),
  securityContext: z.looseObject({
    readOnlyRootFilesystem: z.literal(true),
    allowPrivilegeEscalation: z.literal(false),
  }),
  volumeMounts: z.array(z.strictObject({ name: z.string(), mountPath: z.string() })),
})
const labels = z.record(z.string(), z.string())
const kinds = {
  ConfigMap: z.looseObject({ metadata: named, data: z.record(z.string(), z.string()) }),
  Secret: z.looseObject({ metadata: named, stringData: z.record(z.string(), z.string()) }),
  Deployment: z.looseObject({
    metadata: named,
    spec: z.looseObject({
      replicas: z.number().min(2),
      selector: z.strictObject({ matchLabels: labels }),
      strategy: z.looseObject({
        rollingUpdate: z.strictObject({ maxSurge: z.number(), maxUnavailable: z.literal(0) }),
      }),
      template: z.looseObject({
        metadata: z.strictObject({ labels }),
        spec: z.looseObject({
          // Otherwise Services would add variables such as METRICS_PORT.
          enableServiceLinks: z.literal(false),
          terminationGracePeriodSeconds: z.number(),
          securityContext: z.looseObject({ runAsNonRoot: z.literal(true), runAsUser: z.number().min(1) }),
          containers: z.tuple([container]),
          volumes: z.array(z.looseObject({ name: z.string(), emptyDir: z.looseObject({}) })),
        }),
      }),
    }),
  }),
  Service: z.looseObject({
    metadata: named,
    spec: z.strictObject({
      selector: labels,
      ports: z.tuple([z.looseObject({ name: z.string(), targetPort: z.string() })]),
    }),
  }),
  PodDisruptionBudget: z.looseObject({
    spec: z.strictObject({ minAvailable: z.number().min(1), selector: z.strictObject({ matchLabels: labels }) }),
  }),
  Ingress: z.looseObject({
    metadata: z.looseObject({
      annotations: z.looseObject({ 'nginx.ingress.kubernetes.io/enable-access-log': z.literal('false') }),
    }),
    spec: z.looseObject({
      tls: z.tuple([z.strictObject({ hosts: z.array(z.string()), secretName: z.string() })]),
      rules: z.tuple([
        z.strictObject({
          host: z.string(),
          http: z.strictObject({
            paths: z.tuple([
              z.looseObject({
                path: z.literal('/'),
                backend: z.strictObject({
                  service: z.strictObject({ name: z.string(), port: z.strictObject({ name: z.string() }) }),
                }),
              }),
            ]),
          }),
        }),
      ]),
    }),
  }),
}

/** The manifest's documents by kind. */
function manifest() {
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) => {
    expect(document.errors).toEqual([])
    return z
      .looseObject({ kind: z.string(), metadata: z.looseObject({ namespace: z.literal('unhurried') }) })
      .parse(document.toJS())
  })
  expect(documents.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(kinds).toSorted())
  return z.strictObject(kinds).parse(Object.fromEntries(documents.map((document) => [document.kind, document])))
}

test('has matching labels, ports and names', () => {
  const { ConfigMap, Secret, Deployment, Service, PodDisruptionBudget, Ingress } = manifest()
  const { selector, template } = Deployment.spec
  const [site] = template.spec.containers
  for (const wanted of [selector.matchLabels, Service.spec.selector, PodDisruptionBudget.spec.selector.matchLabels]) {
    expect(wanted).toEqual(template.metadata.labels)
  }
  const [port] = site.ports
  expect(port.containerPort).toBe(Number(recipe.env.PORT))
  expect(ConfigMap.data.PORT).toBe(recipe.env.PORT)
  expect(ConfigMap.data.DATA_DIR).toBe(recipe.env.DATA_DIR)
  for (const { httpGet } of [site.startupProbe, site.readinessProbe, site.livenessProbe])
    expect(httpGet.port).toBe(port.name)
  expect(Service.spec.ports[0].targetPort).toBe(port.name)
  expect(site.envFrom).toEqual([
    { configMapRef: { name: ConfigMap.metadata.name } },
    { secretRef: { name: Secret.metadata.name } },
  ])
  const [rule] = Ingress.spec.rules
  const { backend } = rule.http.paths[0]
  expect(backend.service).toEqual({ name: Service.metadata.name, port: { name: Service.spec.ports[0].name } })
  expect(Ingress.spec.tls[0].hosts).toEqual([rule.host])
  expect(ConfigMap.data).toMatchObject({ SITE_ORIGIN: `https://${rule.host}`, FIREBASE_AUTH_DOMAIN: rule.host })
  expect(site.volumeMounts.map(({ name }) => name)).toEqual(template.spec.volumes.map(({ name }) => name))
})

test('only the folders that the site writes to are writable', () => {
  const [site] = manifest().Deployment.spec.template.spec.containers
  const owned = recipe.copies.filter(({ isOwned }) => isOwned).map(({ to }) => resolve(recipe.workdir, to))
  expect(site.volumeMounts.map(({ mountPath }) => mountPath).toSorted()).toEqual([...owned, '/tmp'].toSorted())
})

test('keeps every process running without the database', () => {
  const { Deployment } = manifest()
  const { template } = Deployment.spec
  const [site] = template.spec.containers
  expect(site.startupProbe.httpGet.path).toBe('/api/health')
  for (const { httpGet } of [site.readinessProbe, site.livenessProbe]) expect(httpGet.path).not.toMatch(/^\/api/)
  expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(site.lifecycle.preStop.sleep.seconds + 20)
})

test('the manifest has known settings once, secrets in the Secret', () => {
  const { ConfigMap, Secret } = manifest()
  const names = [...Object.keys(ConfigMap.data), ...Object.keys(Secret.stringData)]
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(known).toContain(name)
  for (const name of Object.keys(ConfigMap.data)) expect(name).not.toMatch(/SECRET|_KEY|TOKEN|PASSWORD|ACCOUNT|_URL$/)
  for (const value of Object.values(Secret.stringData)) expect(value).toBe('')
  const secrets = known.filter((name) => /(_SECRET|SECRET_KEY|API_KEY|_TOKEN|_PASSWORD|_ACCOUNT)$/.test(name))
  expect(Object.keys(Secret.stringData)).toEqual(
    expect.arrayContaining(secrets.filter((name) => name !== 'POSTGRES_PASSWORD')),
  )
})

test('has a Redis each for pages and counters, without loss', () => {
  const { services } = composition.parse(parse(read('compose.yaml')))
  const policyOf = (name: string) =>
    services[name]?.command?.at((services[name].command?.indexOf('--maxmemory-policy') ?? 0) + 1)
  expect([policyOf('redis'), policyOf('counters')]).toEqual(['allkeys-lru', 'noeviction'])
  const { REDIS_URL = '', LIMITS_REDIS_URL = '' } = services.site?.environment ?? {}
  expect([URL.parse(REDIS_URL)?.hostname, URL.parse(LIMITS_REDIS_URL)?.hostname]).toEqual(['redis', 'counters'])
})

const jobs = z.record(
  z.string(),
  z.looseObject({ 'timeout-minutes': z.number(), steps: z.array(z.looseObject({ run: z.string().optional() })) }),
)

test('workflows and devcontainer run existing scripts', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const needed = globSync('tests/setup/*.ts', { cwd: root }).flatMap((file) =>
    [...read(file).matchAll(/ensureProgram\('\w+', '([\w-]+)'|\['\w+', '([\w-]+)', \(\)/g)].map(
      ([, one, other]) => one ?? other,
    ),
  )
  expect(needed).toEqual(expect.arrayContaining(['nginx', 'postgresql', 'redis-server', 'xvfb']))
  // GitHub's runners have Firefox.
  const workflows = globSync('.github/workflows/*.yml', { cwd: root }).map((file) => ({
    run: Object.values(z.looseObject({ jobs }).parse(parse(read(file))).jobs)
      .flatMap(({ steps }) => steps.map(({ run }) => run ?? ''))
      .join('\n'),
    packages: needed.filter((name) => name !== 'firefox-esr'),
  }))
  const { postCreateCommand } = JSON.parse(read('.devcontainer/devcontainer.json')) as { postCreateCommand: string }
  expect(workflows.length).toBe(2)
  for (const { run, packages } of [...workflows, { run: postCreateCommand, packages: needed }]) {
    for (const name of packages) expect(run.split(/\s+/)).toContain(name)
    for (const [, name = ''] of run.matchAll(/\bnpm (?:run )?(test|\w+:\w+)/g)) expect(scripts).toHaveProperty([name])
  }
})
