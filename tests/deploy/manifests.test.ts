/** compose.yaml and deploy/kubernetes.yaml against the image and .env.example. */
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { publicHostVariables } from '@/lib/env/hosts'
import { root } from '@/local/project'
import { readRecipe } from './image'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const known = Object.keys(parseEnv(read('.env.example')))
const recipe = readRecipe(read('Dockerfile'))
/** Folders that belong to the image's user. */
const writable = recipe.copies.filter(({ isOwned }) => isOwned).map(({ to }) => resolve(recipe.workdir, to))

describe('compose.yaml', () => {
  type Service = {
    build?: { args: Record<string, string> }
    environment?: Record<string, string>
    command?: string[]
    tmpfs?: string[]
  }
  const text = read('compose.yaml')
  const { services, volumes } = parse(text) as { services: Record<string, Service>; volumes: object }
  const { site } = services

  test.each(Object.entries(services))('confines %s', (_, service) => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      tmpfs: expect.any(Array),
      restart: 'unless-stopped',
    })
  })

  test('keeps only the database and cached pages', () => {
    expect(Object.keys(volumes)).toEqual(['data', 'pages'])
  })

  test('uses known settings, and passes those that a build fixes', () => {
    const variables = [...text.matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
    expect(known).toEqual(expect.arrayContaining([...variables, ...Object.keys(site?.environment ?? {})]))
    const fixed = Object.keys(site?.build?.args ?? {})
    expect(Object.keys(publicHostVariables())).toEqual(fixed.map((name) => `NEXT_PUBLIC_${name}`))
    expect(read('Dockerfile')).toContain(`ARG ${fixed.join(' ')}\n`)
  })

  test('connects the site to its services', () => {
    expect(site?.environment).toMatchObject({
      PORT: Number(recipe.env.PORT),
      DATA_DIR: recipe.env.DATA_DIR,
      DATABASE_URL: expect.stringMatching(/^postgres:\/\/unhurried:.*@postgres:5432\/unhurried$/),
      REDIS_URL: 'redis://redis:6379',
      CLIENT_ADDRESS_HEADER: 'x-real-ip',
    })
    expect(read('deploy/nginx.conf')).toContain(`server site:${recipe.env.PORT} resolve`)
  })
})

describe('deploy/kubernetes.yaml', () => {
  type Probe = { httpGet: { path: string; port: string } }
  type Manifest = {
    ConfigMap: { data: Record<string, string> }
    Secret: { stringData: Record<string, string> }
    Deployment: {
      spec: {
        selector: { matchLabels: object }
        template: {
          metadata: { labels: object }
          spec: {
            terminationGracePeriodSeconds: number
            containers: [
              {
                ports: { name: string; containerPort: number }[]
                startupProbe: Probe
                readinessProbe: Probe
                livenessProbe: Probe
                lifecycle: { preStop: { sleep: { seconds: number } } }
                volumeMounts: { mountPath: string }[]
              },
            ]
          }
        }
      }
    }
    Service: { spec: { selector: object; ports: { targetPort: string }[] } }
    Ingress: { spec: { rules: { host: string }[]; tls: { hosts: string[] }[] } }
  }
  const documents = parseAllDocuments(read('deploy/kubernetes.yaml')).map((one) => one.toJS() as { kind: string })
  const { ConfigMap, Secret, Deployment, Service, Ingress } = Object.fromEntries(
    documents.map((document) => [document.kind, document]),
  ) as unknown as Manifest
  const { selector, template } = Deployment.spec
  const [site] = template.spec.containers

  test('leads requests to the site', () => {
    for (const labels of [selector.matchLabels, Service.spec.selector]) expect(labels).toEqual(template.metadata.labels)
    expect(site.ports).toEqual([{ name: 'http', containerPort: Number(recipe.env.PORT) }])
    expect(Service.spec.ports).toMatchObject([{ targetPort: 'http' }])
    const [host = ''] = Ingress.spec.rules.map((rule) => rule.host)
    expect(Ingress.spec.tls).toMatchObject([{ hosts: [host] }])
    const { PORT, DATA_DIR } = recipe.env
    expect(ConfigMap.data).toMatchObject({
      PORT,
      DATA_DIR,
      SITE_ORIGIN: `https://${host}`,
      FIREBASE_AUTH_DOMAIN: host,
    })
  })

  test('confines the site, and lets it write to its own folders only', () => {
    expect(template.spec).toMatchObject({ securityContext: { runAsNonRoot: true }, enableServiceLinks: false })
    expect(site).toMatchObject({
      securityContext: {
        readOnlyRootFilesystem: true,
        allowPrivilegeEscalation: false,
        capabilities: { drop: ['ALL'] },
      },
    })
    expect(site.volumeMounts.map(({ mountPath }) => mountPath).toSorted()).toEqual([...writable, '/tmp'].toSorted())
  })

  test('keeps every process running without the database', () => {
    expect(site.startupProbe.httpGet.path).toBe('/api/health')
    for (const { httpGet } of [site.readinessProbe, site.livenessProbe]) expect(httpGet.path).toBe('/robots.txt')
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(site.lifecycle.preStop.sleep.seconds + 20)
  })

  test('has known settings once, and every secret empty in the Secret', () => {
    const names = [...Object.keys(ConfigMap.data), ...Object.keys(Secret.stringData)]
    expect(new Set(names).size).toBe(names.length)
    expect(known).toEqual(expect.arrayContaining(names))
    expect(new Set(Object.values(Secret.stringData))).toEqual(new Set(['']))
    const secrets = known.filter((name) => /(_SECRET|SECRET_KEY|API_KEY|_TOKEN|_PASSWORD|_ACCOUNT)$/.test(name))
    expect(Object.keys(Secret.stringData)).toEqual(
      expect.arrayContaining(secrets.filter((name) => name !== 'POSTGRES_PASSWORD')),
    )
    expect(Object.keys(ConfigMap.data)).not.toEqual(expect.arrayContaining([expect.stringMatching(/SECRET|_URL$/)]))
  })
})
