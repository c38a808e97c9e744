/** Time from a press to the painted frame that shows its effect. */
import type { Browser, Locator, Page } from 'playwright'
import { paths } from '@/lib/site'
import { openPhone, watchNetwork, withinLimit } from './phone'
import { tapIsland } from './visit'

type Press = {
  name: string
  path: string
  /** Runs first, such as opening the menu that contains the button. */
  before?: (page: Page) => Promise<void>
  target: (page: Page) => Locator
  /** A key to press after the tap. */
  key?: string
  /** A browser expression; the effect is there when its value has changed. */
  effect: string
  /** A second expression, for a later effect. */
  laterEffect?: string
}

/** Milliseconds to each effect; NaN if it did not come. */
type PressTimes = { first: number; later: number }

const menu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true }).filter({ visible: true })
const searchBox = (page: Page) => page.getByRole('searchbox').first()
const searchText = `document.querySelector('[role=search]').textContent`

/** Controls that must also work before hydration. */
const presses: readonly Press[] = [
  { name: 'menu', path: paths.home, target: menu, effect: `document.querySelector('dialog').open` },
  {
    name: 'theme toggle',
    path: paths.home,
    before: (page) => menu(page).tap(),
    target: (page) => page.locator('dialog [data-theme-toggle]'),
    effect: `document.documentElement.className`,
  },
  {
    name: 'disclosure',
    path: paths.faq,
    target: (page) => page.locator('main details:not([open]) > summary').first(),
    effect: `document.querySelectorAll('main details[open]').length`,
  },
  {
    name: 'search box',
    path: paths.blog,
    target: searchBox,
    key: 'a',
    effect: `document.querySelector('input[type=search]').value`,
  },
]

/** Fetches its index at the first tap, and shows results once that has arrived. */
const search: Press = {
  name: 'blog search',
  path: paths.blog,
  target: searchBox,
  key: 's',
  effect: searchText,
  laterEffect: `document.querySelector('main').hasAttribute('data-searching')`,
}

/** Controls that need hydration. */
const islands = (post: string): readonly Press[] => [
  search,
  { name: 'search of questions', path: paths.faq, target: searchBox, key: 's', effect: searchText },
  {
    name: 'Save for offline',
    path: post,
    target: (page) => page.getByRole('button', { name: 'Save for offline' }),
    effect: `document.querySelector('main [role=group]:has([role=status])').textContent`,
  },
  {
    name: 'contact form',
    path: paths.contact,
    target: (page) => page.locator('main form button[type=submit]'),
    effect: `document.activeElement.matches(':invalid') || document.querySelector('[aria-invalid=true]') !== null`,
  },
]

const limitMs = 8000

/** Runs in the page. The message is read once the frame with the effect has been painted. */
const watchScript = (event: string, effects: readonly string[]) => `
  globalThis.benchPress = [${effects.map((effect) => `() => String(${effect})`).join(', ')}].map((seen) => {
    const before = seen()
    return new Promise((resolve) => {
      addEventListener('${event}', ({ timeStamp }) => {
        const look = () => {
          if (seen() === before) return requestAnimationFrame(look)
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - timeStamp)
          port2.postMessage(null)
        }
        requestAnimationFrame(look)
      }, { capture: true, once: true })
    })
  }); undefined`

/** @param startEvent the event that starts the clock */
async function press(
  page: Page,
  { before, target, key, effect: seen, laterEffect }: Press,
  startEvent: 'click' | 'keydown',
): Promise<PressTimes> {
  const notMeasured = { first: Number.NaN, later: Number.NaN }
  const performPress = async () => {
    await before?.(page)
    const control = target(page)
    // Playwright's checks run before the tap, because they would take the page's time.
    await control.tap({ trial: true, timeout: limitMs })
    const box = await control.boundingBox()
    await page.evaluate(watchScript(startEvent, laterEffect ? [seen, laterEffect] : [seen]))
    if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    if (key) await page.keyboard.press(key)
    return true
  }
  if (!(await performPress().catch(() => false))) return notMeasured
  const first = await withinLimit(page.evaluate<number>('benchPress[0]'), limitMs)
  return { first, later: laterEffect ? await withinLimit(page.evaluate<number>('benchPress[1]'), limitMs) : Number.NaN }
}

/** On a slow processor, with the framework's scripts blocked or after hydration. */
async function timePress(browser: Browser, origin: string, one: Press, hydrated: boolean): Promise<PressTimes> {
  const { context, page, session } = await openPhone(browser, { slowNetwork: false })
  try {
    const network = await watchNetwork(session)
    if (hydrated) {
      await page.goto(origin + one.path)
      await network.idle(limitMs)
      await tapIsland(page)
      await network.idle(limitMs)
    } else {
      await context.route(/\/_next\/static\/.*\.js/, () => {})
      await page.goto(origin + one.path, { waitUntil: 'commit' })
    }
    return await press(page, one, one.key ? 'keydown' : 'click')
  } finally {
    await context.close()
  }
}

/** On a slow phone, once the network is idle or right after the load event. */
async function timeFirstTap(browser: Browser, origin: string, one: Press, isIdleFirst: boolean): Promise<PressTimes> {
  const { context, page, session } = await openPhone(browser)
  try {
    const network = await watchNetwork(session)
    await page.goto(origin + one.path)
    if (isIdleFirst) await network.idle(limitMs)
    return await press(page, one, 'click')
  } finally {
    await context.close()
  }
}

async function measureRounds(
  ones: readonly Press[],
  rounds: number,
  time: (one: Press) => Promise<PressTimes>,
): Promise<Record<string, PressTimes[]>> {
  const times: Record<string, PressTimes[]> = Object.fromEntries(ones.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const one of ones) times[one.name]?.push(await time(one))
  }
  return times
}

const firstEffects = (times: Record<string, PressTimes[]>) =>
  Object.fromEntries(Object.entries(times).map(([name, all]) => [name, all.map(({ first }) => first)]))

/** Milliseconds of each round. */
export type PressFigures = {
  beforeHydration: Record<string, number[]>
  hydrated: Record<string, number[]>
  /** First taps on islands once the network is idle, and right after the load event. */
  firstTap: Record<string, number[]>
  earlyTap: Record<string, number[]>
  /** Until the blog search shows results. */
  found: number[]
}

export async function measurePresses(
  browser: Browser,
  origin: string,
  post: string,
  { rounds, say }: { rounds: number; say: (line: string) => void },
): Promise<PressFigures> {
  say('presses before hydration')
  const beforeHydration = await measureRounds(presses, rounds, (one) => timePress(browser, origin, one, false))
  say('presses after hydration')
  const hydrated = await measureRounds(presses, rounds, (one) => timePress(browser, origin, one, true))
  say('first taps')
  const taps = await measureRounds(islands(post), rounds, (one) => timeFirstTap(browser, origin, one, true))
  const early = await measureRounds(islands(post), rounds, (one) => timeFirstTap(browser, origin, one, false))
  return {
    beforeHydration: firstEffects(beforeHydration),
    hydrated: firstEffects(hydrated),
    firstTap: firstEffects(taps),
    earlyTap: firstEffects(early),
    found: (taps[search.name] ?? []).map(({ later }) => later),
  }
}
