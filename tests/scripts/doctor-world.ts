/** Everything the doctor checks in a correct state, with ways to break each part. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSocketServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { HealthReport } from '@/lib/contract/operations'
import { mailServer } from '@/local/inbox/smtp'
import { freePort } from '@/local/ports'
import { createVendors } from '@/local/vendors/app'
import { offers, trialDays } from '@/local/vendors/catalogue'
import { settingsAt, standIn } from '@/local/vendors/settings'
import { createFaults } from '@/local/vendors/faults'
import { projectId, startIdentity } from '@/tests/fakes/identity'
import { listen } from '@/tests/setup/listen'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

type Json = Record<string, unknown>

const healthy: HealthReport = {
  status: 'ok',
  mode: 'beta',
  database: 'ok',
  cache: 'off',
  identity: 'ok',
  stripe: 'ok',
  chargebee: 'ok',
  blog: 'ok',
}

const bodyOf = async (request: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
const send = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))

const plans = offers.flatMap((offer) => {
  const { amount, currency, interval } = offer
  const same = { amount, currency, interval, trialDays, display: { amount: '' } }
  const product = { id: offer.key, name: offer.name }
  return [
    { ...same, product, priceId: offer.priceIds.stripe, provider: 'stripe', taxBehavior: 'inclusive' },
    { ...same, product, priceId: offer.priceIds.chargebee, provider: 'chargebee', taxBehavior: 'unspecified' },
  ]
})

const headers = {
  'content-security-policy': "default-src 'self'; script-src 'self' 'sha256-x'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=()',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}

/** Answers by path without the query. */
export type Overrides = Record<string, (body: Json) => unknown>

export type World = Awaited<ReturnType<typeof startWorld>>

/** Starts it. `overrides` may change at any time, for every vendor and the site. */
export async function startWorld() {
  const folder = temporaryFolder('doctor')
  const overrides: Overrides = {}
  const identity = await startIdentity()
  const sitePort = await freePort()
  const siteOrigin = `http://localhost:${sitePort}`

  const own = `/v2/projects/${projectId}`
  const answers: Record<string, Json> = {
    '/v1/projects': { projectId: '1234', authorizedDomains: ['localhost'] },
    [`${own}/config`]: {
      name: 'projects/1234/config',
      signIn: { email: { enabled: true, passwordRequired: false }, phoneNumber: { enabled: true }, anonymous: {} },
      emailPrivacyConfig: { enableImprovedEmailPrivacy: true },
      smsRegionConfig: { allowlistOnly: { allowedRegions: ['AU', 'NZ'] } },
      quota: { signUpQuotaConfig: { quota: '1000', startTime: '', quotaDuration: '' } },
      notification: { sendEmail: { callbackUri: `${siteOrigin}/auth` } },
    },
    [`${own}/defaultSupportedIdpConfigs`]: {
      defaultSupportedIdpConfigs: ['google.com', 'facebook.com'].map((name) => ({
        name: `projects/1234/defaultSupportedIdpConfigs/${name}`,
        enabled: true,
      })),
    },
    [`${own}/oauthIdpConfigs`]: {},
    [`${own}/inboundSamlConfigs`]: {},
    '/api/health': healthy,
    '/api/plans': { plans },
    '/': { page: 'home' },
    '/api/stripe/webhook': {},
    '/api/chargebee/webhook': {},
  }
  const bent = (path: string, body: Json) => overrides[path]?.(body) ?? body
  /** `answers` in a body is its HTTP status. */
  const give = (response: ServerResponse, path: string, body: Json, extra: Record<string, string> = {}) => {
    const { answers: status = 200, headers: more = {}, ...rest } = bent(path, { ...body, headers: extra }) as Json
    send(response, status as number, rest, more as Record<string, string>)
  }

  const site = createServer((request, response) => {
    const path = request.url ?? '/'
    give(response, path, answers[path] ?? { answers: 404 }, headers)
  })
  await new Promise<void>((resolve) => site.listen(sitePort, 'localhost', resolve))

  const project = await listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const mayRead = pathname.startsWith('/v1/') || request.headers.authorization === 'Bearer admin-token'
    give(response, pathname, mayRead ? (answers[pathname] ?? { answers: 404 }) : { answers: 401 })
  })

  const vendors = createVendors(
    { origin: 'http://localhost', siteOrigin, siteAddress: siteOrigin, identityAddress: null, ...standIn },
    join(folder, 'vendors.json'),
  )
  const desks = await listen(vendors.app)
  const door = await listen(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const { host: _, connection: __, ...kept } = request.headers
    const body = await bodyOf(request)
    const answer = await fetch(`${desks.url}${request.url}`, {
      method: request.method ?? 'GET',
      headers: kept as Record<string, string>,
      ...(body.length > 0 && { body }),
    })
    send(response, answer.status, bent(pathname, (await answer.json()) as Json))
  })
  // A Redis that accepts every command.
  const redis = createSocketServer((socket) => {
    socket.on(
      'data',
      (chunk) => void socket.write('+OK\r\n'.repeat(chunk.toString().match(/^\*\d+\r$/gm)?.length ?? 0)),
    )
    socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => redis.listen(0, '127.0.0.1', resolve))
  const mail = mailServer({ mail: () => {}, faults: createFaults() })
  const mailPort = await freePort()
  await new Promise<void>((resolve) => mail.listen(mailPort, '127.0.0.1', resolve))

  return {
    overrides,
    siteOrigin,
    env: {
      DEPLOYMENT: 'local',
      SITE_ORIGIN: siteOrigin,
      REVALIDATE_SECRET: 'a secret of thirty-two characters',
      ...identity.env,
      FIREBASE_AUTH_DOMAIN: `localhost:${sitePort}`,
      FIREBASE_ACCOUNTS_URL: project.url,
      ...settingsAt.stripe(door.url),
      ...settingsAt.chargebee(door.url),
      BLOG_SOURCE: 'notion',
      ...settingsAt.notion(door.url),
      REDIS_URL: `redis://127.0.0.1:${(redis.address() as AddressInfo).port}`,
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
    } as Record<string, string>,
    async stop() {
      vendors.stop()
      await new Promise<void>((resolve) => mail.close(resolve))
      redis.close()
      site.closeAllConnections()
      site.close()
      await Promise.all([identity, project, desks, door].map((each) => each.close()))
    },
  }
}
