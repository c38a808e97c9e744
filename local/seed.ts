/** Creates the demonstration accounts over HTTP, once per data folder. */
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { currentPlan, type CurrentPlan } from '@/lib/contract/plan'
import { registeredPaths, tokenHeader } from '@/lib/site'
import { openJsonFile } from './json-file'
import { offers } from './vendors/catalogue'

type Seeding = { env: Record<string, string>; dataDir: string; say(line: string): void }

/** Opens three invented accounts on this machine only. */
export const demoPassword = 'take-your-time'

type Demo = {
  email: string
  name: string
  description: string
  after?: (stack: Stack, person: Person, plan: Plan) => Promise<void>
}

type Plan = NonNullable<CurrentPlan['subscription']>
type Person = { uid: string; token: string; email: string; name: string }
type Stack = { site: string; origin: string; identity: string; vendors: string; apiKey: string }

export const demos: readonly Demo[] = [
  { email: 'subscriber@demo.unhurried.example', name: 'Sam Subscriber', description: 'a running plan' },
  {
    email: 'pastdue@demo.unhurried.example',
    name: 'Pat Pastdue',
    description: 'a plan whose last payment failed',
    async after(stack, person, plan) {
      await call(`${stack.vendors}/stripe/control/past-due`, { body: { subscription: plan.id } })
      await waitForPlan(stack, person, ({ subscription }) => subscription?.status === 'past_due')
    },
  },
  {
    email: 'unsubscribed@demo.unhurried.example',
    name: 'Una Unsubscribed',
    description: 'a plan that will not renew',
    async after(stack, person, plan) {
      const body = { uid: person.uid, subscriptionId: plan.id, store: plan.store }
      await callApi(stack, person, `users/cancel-plan?uid=${person.uid}`, body)
      await waitForPlan(stack, person, ({ isUnSubscribed }) => isUnSubscribed)
    },
  },
]

/**
 * Failures are reported and retried at the next start.
 * @returns lines for the person
 */
export async function seed({ env, dataDir, say }: Seeding): Promise<string[]> {
  // Never touch real identities or payments.
  if (!env.FIREBASE_AUTH_EMULATOR_HOST || !env.STRIPE_API_BASE) return []
  try {
    const file = openJsonFile(join(dataDir, 'demo.json'), { made: false })
    if (!file.value.made) {
      const startedAt = Date.now()
      const stack = readStack(env)
      await Promise.all(demos.map((demo) => createAccount(stack, demo)))
      await call(`${stack.vendors}/requests`, { method: 'DELETE' })
      file.value.made = true
      file.flush()
      say(`  accounts   ready  ${((Date.now() - startedAt) / 1000).toFixed(1)} s`)
    }
  } catch (error) {
    const because = error instanceof Error ? error.message : String(error)
    return [`The demonstration accounts could not be created (${because}); the next start tries again.`]
  }
  const width = Math.max(...demos.map(({ email }) => email.length))
  return [
    `Sign in with the password ${demoPassword} as`,
    ...demos.map(({ email, description }) => `  ${email.padEnd(width)}  ${description}`),
  ]
}

const readStack = (env: Record<string, string>): Stack => ({
  site: `http://127.0.0.1:${env.PORT}`,
  origin: env.SITE_ORIGIN ?? `http://localhost:${env.PORT}`,
  identity: `http://127.0.0.1:${env.AUTH_EMULATOR_PORT}`,
  vendors: `http://127.0.0.1:${env.LOCAL_VENDORS_PORT}`,
  apiKey: env.FIREBASE_API_KEY ?? '',
})

async function createAccount(stack: Stack, demo: Demo): Promise<void> {
  const person = await signIn(stack, demo)
  const { uid, email, name } = person
  await callApi(stack, person, 'users/insert-or-update', {
    uid,
    email,
    name,
    username: name,
    providerId: 'password',
    phone: null,
  })
  const before = await plan(stack, person)
  if (!before.subscription) await buyPlan(stack, person)
  const { subscription } = before.subscription
    ? before
    : await waitForPlan(stack, person, (now) => now.subscription !== null)
  if (subscription) await demo.after?.(stack, person, subscription)
}

async function signIn(stack: Stack, { email, name }: Demo): Promise<Person> {
  const accounts = `${stack.identity}/identitytoolkit.googleapis.com/v1/accounts`
  const body = { email, password: demoPassword, displayName: name, returnSecureToken: true }
  const made = await send(`${accounts}:signUp?key=${stack.apiKey}`, { body })
  const answer = made.ok
    ? await made.json()
    : await call(`${accounts}:signInWithPassword?key=${stack.apiKey}`, { body })
  const { localId, idToken } = answer as { localId: string; idToken: string }
  return { uid: localId, token: idToken, email, name }
}

async function buyPlan(stack: Stack, person: Person): Promise<void> {
  const offer = offers.find(({ interval, currency }) => interval === 'month' && currency === 'USD')
  const { url } = (await callApi(stack, person, `stripe/checkout-session?uid=${person.uid}`, {
    priceId: offer?.priceIds.stripe,
    successUrl: stack.origin + registeredPaths.checkoutSuccess,
    cancelUrl: stack.origin + registeredPaths.checkoutCancel,
  })) as { url: string }
  const paid = await send(`${url}/pay`, { body: {} })
  if (paid.status !== 303) throw new Error(`paying answered ${paid.status}`)
}

const plan = async (stack: Stack, person: Person): Promise<CurrentPlan> =>
  currentPlan.parse(await callApi(stack, person, `users/current-plan?uid=${person.uid}`))

const timeoutMs = 20_000

async function waitForPlan(
  stack: Stack,
  person: Person,
  isReached: (plan: CurrentPlan) => boolean,
): Promise<CurrentPlan> {
  for (const end = Date.now() + timeoutMs; Date.now() < end; await pause(250)) {
    const now = await plan(stack, person)
    if (isReached(now)) return now
  }
  throw new Error(`the plan of ${person.email} did not arrive`)
}

const callApi = (stack: Stack, person: Person, path: string, body?: object) =>
  call(`${stack.site}/api/${path}`, { body, headers: { [tokenHeader]: person.token } })

type RequestOptions = { method?: string; body?: object; headers?: Record<string, string> }

function send(address: string, { method, body, headers }: RequestOptions): Promise<Response> {
  return fetch(address, {
    method: method ?? (body ? 'POST' : 'GET'),
    headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
    body: body && JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(30_000),
  })
}

async function call(address: string, sent: RequestOptions): Promise<unknown> {
  const response = await send(address, sent)
  if (response.ok) return response.json()
  throw new Error(`${new URL(address).pathname} answered ${response.status}: ${(await response.text()).slice(0, 200)}`)
}
