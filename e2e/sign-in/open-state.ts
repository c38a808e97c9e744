/** Brings the sign-in page into any of its states: settings, accounts and answers of the identity service. */
import type { Page, Route } from 'playwright/test'
import { withSignIn } from '@/e2e/setup/sign-in-settings'
import { origin } from '@/e2e/setup/test'
import { newPerson, testAccounts } from './accounts'
import { filled, type Reply, type State, type Values } from './state'
import { walk } from './walk'

/** Email enumeration protection. */
export type Protection = 'on' | 'off'

/** Prepares a state, opens the page and does every step. */
export async function openState(page: Page, given: State, protection: Protection = 'on') {
  const values: Values = { ...newPerson(), origin: origin() }
  const accounts = testAccounts(process.env.E2E_IDENTITY ?? '', origin(), values)
  Object.assign(values, await given.prepare?.(accounts))
  const state = filled(given, values)
  await withSignIn(page, state.settings ?? {}, state.lacks !== 'captcha')
  await answerIdentity(page, state.replies ?? [], protection)
  if (state.lacks) await page.context().addInitScript(lacks[state.lacks])
  if (state.oneTap) await page.addInitScript(offerOneTap, state.oneTap)
  await page.goto(state.path ?? '/auth')
  const goOn = (steps: State['steps'] = []) => walk(page, steps, accounts)
  await goOn(state.steps)
  return { state, values, walk: goOn }
}

type Body = Record<string, unknown> & { error?: { message: string } }

/** What a project answers that hides which addresses have an account. */
const hidden: Record<string, (body: Body) => { status: number; json: Body } | undefined> = {
  'accounts:createAuthUri': ({ kind, sessionId }) => ({ status: 200, json: { kind, sessionId } }),
  'accounts:signInWithPassword': ({ error }) =>
    error && /^(EMAIL_NOT_FOUND|INVALID_PASSWORD)/.test(error.message)
      ? { status: 400, json: { error: { ...error, message: 'INVALID_LOGIN_CREDENTIALS' } } }
      : undefined,
  'accounts:sendOobCode': ({ error }) =>
    error?.message === 'EMAIL_NOT_FOUND' ? { status: 200, json: { email: 'hidden' } } : undefined,
}

async function answerIdentity(page: Page, replies: readonly Reply[], protection: Protection) {
  const left = replies.map((reply) => ({ ...reply, times: reply.times ?? Infinity }))
  await page.context().route(/\/identitytoolkit\.googleapis\.com\/v\d\/accounts:/, async (route) => {
    const operation = /accounts:\w+/.exec(route.request().url())?.[0] ?? ''
    const reply = left.find((each) => each.operation === operation && each.times > 0)
    if (reply) {
      reply.times -= 1
      return answer(route, reply)
    }
    const hide = protection === 'on' ? hidden[operation] : undefined
    if (!hide) return route.fallback()
    const response = await route.fetch()
    return route.fulfill({ response, ...hide((await response.json()) as Body) })
  })
}

async function answer(route: Route, { fails, message, status, body }: Reply): Promise<void> {
  if (fails === 'hangs') return
  if (fails === 'breaks') return route.abort('connectionreset')
  const code = status ?? (message === undefined ? 200 : 400)
  const errors = [{ message, domain: 'global', reason: 'invalid' }]
  await route.fulfill({ status: code, json: body ?? { error: { code, message, errors } } })
}

/** Run in the page before its scripts. */
const lacks = {
  storage: () => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Storage is off.', 'SecurityError')
    }
  },
  /** A sign-in is never stored. */
  database: () => {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (value: { fbase_key?: string }, ...rest) {
      if (!String(value?.fbase_key).startsWith('firebase:authUser')) return put.call(this, value, ...rest)
      return new EventTarget() as IDBRequest<IDBValidKey>
    }
  },
  /** The captcha is shown and stays unsolved. */
  captcha: () => {
    const captcha = {
      render: () => 0,
      getResponse: () => '',
      execute() {},
      reset() {},
      ready: (go: () => void) => go(),
    }
    const { fetch } = window
    const isKey = (to: unknown) => typeof to === 'string' && to.includes('/recaptchaParams')
    window.fetch = async (to, init) => (isKey(to) ? Response.json({ recaptchaSiteKey: 'key' }) : fetch(to, init))
    Object.assign(window, { grecaptcha: captcha })
  },
}

/** Google One Tap offers an account of this client. */
function offerOneTap(clientId: string) {
  let chosen: (result: object) => void = () => {}
  const id = {
    initialize: ({ callback }: { callback: typeof chosen }) => (chosen = callback),
    prompt: () => setTimeout(() => chosen({ clientId, credential: 'one.two.three' })),
    cancel() {},
  }
  Object.assign(window, { google: { accounts: { id } } })
}
