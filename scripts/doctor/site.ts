import type { ZodError } from 'zod'
import { dependencies, healthReport } from '@/lib/contract/operations'
import { planOffers, providers, type PlanOffer } from '@/lib/contract/plan'
import type { Env } from '@/lib/env'
import { problemsOr, off, errorMessage, wrong, type Finding } from './finding'

const timeoutMs = 15_000

type Site = { findings: Finding[]; plans: PlanOffer[] | null }

const fetchFromSite = (env: Env, path: string, init: RequestInit = {}) =>
  fetch(env.siteOrigin + path, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })

const firstProblem = ({ issues: [first] }: ZodError) =>
  [first?.path.join('.'), first?.message].filter(Boolean).join(': ')

async function checkHealth(env: Env): Promise<Finding[]> {
  const response = await fetchFromSite(env, '/api/health')
  const { data, error } = healthReport.safeParse(await response.json().catch(() => null))
  if (!data)
    return [
      wrong(
        `The response of ${env.siteOrigin}/api/health (${response.status}) is not this site's health report: ${firstProblem(error)}.`,
      ),
    ]
  if (data.status === 'ending') return [wrong(`The process at ${env.siteOrigin} is shutting down: try again.`)]
  const down = dependencies.keyof().options.filter((part) => data[part] === 'down')
  const problems = down.map((part) => `The running site cannot reach a dependency: ${part}.`)
  return problemsOr(problems, `${env.siteOrigin} answers, and all dependencies are reachable.`)
}

/** Required headers of an answer; null is a missing header. */
const headerRules: Record<string, (value: string | null) => boolean> = {
  'content-security-policy': (value) =>
    value !== null && /script-src/.test(value) && !/script-src[^;]*'unsafe-(inline|eval)'/.test(value),
  'x-content-type-options': (value) => value === 'nosniff',
  'referrer-policy': (value) => value !== null && !value.includes('unsafe-url'),
  'permissions-policy': (value) => value !== null,
  'cross-origin-opener-policy': (value) => value?.startsWith('same-origin') ?? false,
}

const isLongHsts = (value: string | null) => Number(/max-age=(\d+)/.exec(value ?? '')?.[1] ?? 0) >= 180 * 86_400

async function checkHeaders(env: Env): Promise<Finding[]> {
  const { headers } = await fetchFromSite(env, '/')
  const rules = env.siteOrigin.startsWith('https:')
    ? { ...headerRules, 'strict-transport-security': isLongHsts }
    : headerRules
  const problems = Object.entries(rules).flatMap(([name, isValid]) => {
    const value = headers.get(name)
    if (isValid(value)) return []
    return [
      value === null
        ? `The home page has no ${name}: a proxy may remove it.`
        : `The home page has a weak ${name}: a proxy may replace it.`,
    ]
  })
  return problemsOr(problems, 'The security headers are set.')
}

async function fetchPlans(env: Env): Promise<PlanOffer[] | null> {
  if (providers.options.every((name) => env[name] === null)) return null
  const response = await fetchFromSite(env, '/api/plans')
  return planOffers.safeParse(await response.json().catch(() => null)).data?.plans ?? null
}

export async function checkSite(env: Env): Promise<Site> {
  try {
    const [health, headers, plans] = await Promise.all([checkHealth(env), checkHeaders(env), fetchPlans(env)])
    return { findings: [...health, ...headers], plans }
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error
    return { findings: [wrong(`${env.siteOrigin} does not answer: ${errorMessage(cause)}.`)], plans: null }
  }
}

/** Sends a meaningless webhook as a provider would, and returns whether the running site accepts it. */
export async function isWebhookAccepted(env: Env, path: string, body: string, headers: Record<string, string>) {
  const response = await fetchFromSite(env, path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  }).catch(() => null)
  await response?.body?.cancel()
  return response === null ? null : response.ok
}

export function checkAddress(env: Env): Finding[] {
  const problems: string[] = []
  const { hostname, protocol } = new URL(env.siteOrigin)
  if (env.deployment !== 'local' && protocol !== 'https:') {
    problems.push(`SITE_ORIGIN is ${env.siteOrigin}: people sign in and pay there, so it must begin with https://.`)
  }
  if (env.mode === 'none') {
    problems.push(
      `SITE_ORIGIN's host ${hostname} is neither SITE_HOST nor STAGING_HOST, so no page there reaches the API: set one of them and build again, or name it in PREVIEW_HOSTS.`,
    )
  }
  const findings = problemsOr(problems, `The site's address is ${env.siteOrigin}, in mode ${env.mode}.`)
  if (env.revalidateSecret !== null) return findings
  return [
    ...findings,
    off('REVALIDATE_SECRET is not set: publishing at once, previews, reconciling and /api/jobs/run are off.'),
  ]
}
