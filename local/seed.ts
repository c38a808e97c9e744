/** Creates the demonstration accounts over HTTP, once per data folder. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { currentPlan, type CurrentPlan } from '@/lib/contract/plan'
import { registeredPaths, tokenHeader } from '@/lib/site'
import { openJsonFile } from './json-file'
import { offers } from './vendors/catalogue'

type Env = Record<string, string>
type Account = {
  plan(): Promise<CurrentPlan>
  post(path: string, body: object): Promise<unknown>
  vendor(path: string, body: object): Promise<unknown>
}

/** Opens three invented accounts on this machine only. */
const demoPassword = 'take-your-time'

const demos = [
  { name: 'Sam Subscriber', email: 'subscriber@demo.unhurried.example', description: 'an active plan' },
  { name: 'Pat Pastdue', email: 'pastdue@demo.unhurried.example', description: 'a plan whose last payment failed' },
  { name: 'Una Unsubscribed', email: 'unsubscribed@demo.unhurried.example', description: 'a plan that will not renew' },
]

/**
 * Failures are reported and retried at the next start.
 * @returns lines for the person
 */
export async function seed(env: Env, dataDir: string): Promise<string[]> {
  // Never touch real identities or payments.
  if (!env.FIREBASE_AUTH_EMULATOR_HOST || !env.STRIPE_API_BASE) return []
  try {
    const file = openJsonFile(join(dataDir, 'demo.json'), { made: false })
    if (!file.value.made) {
      await Promise.all(demos.map((demo) => createAccount(env, demo)))
      await send(`http://127.0.0.1:${env.LOCAL_VENDORS_PORT}/requests`, { method: 'DELETE' })
      file.value.made = true
      file.flush()
    }
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error)
    return [`The demonstration accounts could not be created (${because}); the next start tries again.`]
  }
  return [
    `Sign in with the password ${demoPassword} as`,
    ...demos.map(({ email, description }) => `  ${email.padEnd(35)}  ${description}`),
  ]
}

async function createAccount(env: Env, { email, name }: (typeof demos)[number]): Promise<void> {
  const accounts = `http://127.0.0.1:${env.AUTH_EMULATOR_PORT}/identitytoolkit.googleapis.com/v1/accounts`
  const signIn = (way: string) =>
    send(`${accounts}:${way}?key=${env.FIREBASE_API_KEY}`, {
      body: { email, password: demoPassword, displayName: name, returnSecureToken: true },
    })
  const { localId: uid, idToken } = (await signIn('signUp').catch(() => signIn('signInWithPassword'))) as {
    localId: string
    idToken: string
  }
  const headers = { [tokenHeader]: idToken }
  const address = (path: string) => `http://127.0.0.1:${env.PORT}/api/${path}?uid=${uid}`
  const account: Account = {
    plan: async () => currentPlan.parse(await send(address('users/current-plan'), { headers })),
    post: (path, body) => send(address(path), { body: { uid, ...body }, headers }),
    vendor: (path, body) => send(`http://127.0.0.1:${env.LOCAL_VENDORS_PORT}/stripe/control/${path}`, { body }),
  }
  await account.post('users/insert-or-update', { email, name, username: name, providerId: 'password', phone: null })
  if (!(await account.plan()).subscription) await buyPlan(env, account)
  const { subscription } = await waitForPlan(account, (plan) => plan.subscription !== null)
  if (!subscription) return
  if (email.startsWith('pastdue')) {
    await account.vendor('past-due', { subscription: subscription.id })
    await waitForPlan(account, (plan) => plan.subscription?.status === 'past_due')
  }
  if (email.startsWith('unsubscribed')) {
    await account.post('users/cancel-plan', { subscriptionId: subscription.id, store: subscription.store })
    await waitForPlan(account, (plan) => plan.isUnSubscribed)
  }
}

async function buyPlan(env: Env, account: Account): Promise<void> {
  const offer = offers.find(({ interval, currency }) => interval === 'month' && currency === 'USD')
  const origin = env.SITE_ORIGIN ?? `http://localhost:${env.PORT}`
  const { url } = (await account.post('stripe/checkout-session', {
    priceId: offer?.priceIds.stripe,
    successUrl: origin + registeredPaths.checkoutSuccess,
    cancelUrl: origin + registeredPaths.checkoutCancel,
  })) as { url: string }
  await send(`${url}/pay`, { body: {} })
}

async function waitForPlan(account: Account, isReached: (plan: CurrentPlan) => boolean): Promise<CurrentPlan> {
  for (const end = Date.now() + 20_000; Date.now() < end; await pause(250)) {
    const plan = await account.plan()
    if (isReached(plan)) return plan
  }
  throw new Error('timed out waiting for a plan')
}

type Call = { method?: string; body?: object; headers?: Record<string, string> }

async function send(address: string, { body, method = body ? 'POST' : 'GET', headers }: Call): Promise<unknown> {
  const response = await fetch(address, {
    method,
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  })
  const text = await response.text()
  if (response.status >= 400) throw new Error(`${new URL(address).pathname} answered ${response.status}: ${text}`)
  return text.startsWith('{') ? JSON.parse(text) : null
}
