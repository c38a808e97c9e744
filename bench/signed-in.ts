/** Time until a page shows the plan of a signed-in person, beside the identity SDK alone. */
import type { Browser } from 'playwright'
import { paths } from '@/lib/site'
import { signIn } from '@/e2e/setup/steps'
import { demoPassword, demos } from '@/local/seed'
import { openPhone, withinLimit, type State } from './phone'

const limitMs = 30_000
const email = demos[0]?.email ?? ''
const fastPhone = { slowNetwork: false, slowProcessor: false }

/** Browser expressions that are true once the page shows the plan. */
const planShown = {
  [paths.profile]: `[...document.querySelectorAll('main p')].some((line) =>
    /renews on|free trial until/.test(line.textContent) && line.checkVisibility({ visibilityProperty: true }))`,
  [paths.pricing]: `document.getElementById('own-plan')?.checkVisibility({ visibilityProperty: true })`,
} as const
const identityKnown = `document.documentElement?.dataset.identity === 'in'`

async function signInToSite(browser: Browser, origin: string): Promise<State> {
  const { context, page } = await openPhone(browser, { ...fastPhone, baseURL: origin })
  try {
    await signIn(page, email, demoPassword)
    return await context.storageState({ indexedDB: true })
  } finally {
    await context.close()
  }
}

async function signInToBaseline(browser: Browser, origin: string): Promise<State> {
  const { context, page } = await openPhone(browser, { ...fastPhone, baseURL: origin })
  try {
    await page.goto('/identity')
    await page.waitForFunction('globalThis.signIn')
    await page.evaluate(`signIn(${JSON.stringify(email)}, ${JSON.stringify(demoPassword)}).then(() => undefined)`)
    return await context.storageState({ indexedDB: true })
  } finally {
    await context.close()
  }
}

/** @returns milliseconds from navigation to the painted frame that shows it; NaN after half a minute */
async function timeUntil(browser: Browser, url: string, state: State, shown: string): Promise<number> {
  const { context, page } = await openPhone(browser, { state })
  try {
    await context.addInitScript(`
      globalThis.benchShown = new Promise((resolve) => {
        const look = () => {
          if (!(${shown})) return requestAnimationFrame(look)
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now())
          port2.postMessage(null)
        }
        requestAnimationFrame(look)
      })`)
    await page.goto(url, { waitUntil: 'commit' })
    return await withinLimit(page.evaluate<number>('benchShown'), limitMs)
  } finally {
    await context.close()
  }
}

export type SignedInFigures = { identity: number[] } & Record<keyof typeof planShown, number[]>

/** Milliseconds of each round: until the SDK alone has a token, and until each page shows the plan. */
export async function measureSignedIn(
  browser: Browser,
  baseline: string,
  site: string,
  rounds: number,
): Promise<SignedInFigures> {
  const siteState = await signInToSite(browser, site)
  const baselineState = await signInToBaseline(browser, baseline)
  const times: SignedInFigures = { identity: [], [paths.profile]: [], [paths.pricing]: [] }
  for (let round = 0; round < rounds; round++) {
    times.identity.push(await timeUntil(browser, `${baseline}/identity`, baselineState, identityKnown))
    for (const path of [paths.profile, paths.pricing] as const) {
      times[path].push(await timeUntil(browser, site + path, siteState, planShown[path]))
    }
  }
  return times
}
