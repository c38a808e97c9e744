/** compose.yaml and deploy/kubernetes.yaml against the image and .env.example. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { publicHostVariables } from '@/lib/env/reader'
import { root } from '@/local/project'
import { readRecipe } from './image'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const known = Object.keys(parseEnv(read('.env.example')))
const recipe = readRecipe(read('Dockerfile'))

describe('compose.yaml', () => {
  type Service = {
    build?: { args: Record<string, string> }
    environment?: Record<string, string>
  }
  const text = read('compose.yaml')
  const { services } = parse(text) as { services: Record<string, Service> }
  const { site } = services

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
  type Probe = { httpGet: { path: string } }
  type Container = {
    ports: { name: string; containerPort: number }[]
    lifecycle: { preStop: { sleep: { seconds: number } } }
  } & Record<'startupProbe' | 'readinessProbe' | 'livenessProbe', Probe>
  type Pods = {
    metadata: { labels: object }
    spec: { terminationGracePeriodSeconds: number; containers: [Container] }
  }
  type Manifest = {
    ConfigMap: { data: Record<string, string> }
    Secret: { stringData: Record<string, string> }
    Deployment: { spec: { selector: { matchLabels: object }; template: Pods } }
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

  test('keeps every process running without the database', () => {
    expect(site.startupProbe.httpGet.path).toBe('/api/health')
    for (const { httpGet } of [site.readinessProbe, site.livenessProbe]) expect(httpGet.path).toBe('/robots.txt')
    expect(template.spec.terminationGracePeriodSeconds).toBeGreaterThan(site.lifecycle.preStop.sleep.seconds + 20)
  })

  test('has known settings, and no secret outside of the Secret', () => {
    expect(known).toEqual(expect.arrayContaining([...Object.keys(ConfigMap.data), ...Object.keys(Secret.stringData)]))
    expect(Object.keys(ConfigMap.data).join()).not.toMatch(/_SECRET|SECRET_KEY|API_KEY|_TOKEN|_PASSWORD|_ACCOUNT/)
  })
})
