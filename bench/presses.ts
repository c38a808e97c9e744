/**
 * From a press to the frame that shows what it did. It begins with the event's own time, and ends with a message
 * that is posted in the first frame in which the effect is there, and is read once that frame has been painted.
 */
import type { Browser, Locator, Page } from 'playwright'
import { paths } from '@/lib/site'
import { watchNetwork } from './network'
import { openPhone, type Phone } from './phone'
import { touchIsland } from './visit'

type Press = {
  name: string
  path: string
  /** What is done first, such as opening the menu in which the button is. */
  before?: (page: Page) => Promise<void>
  target: (page: Page) => Locator
  /** A key that is pressed once the target has been tapped. */
  key?: string
  /** An expression for what is seen: the effect is there when its value is no longer what it was. */
  seen: string
  /** Another, for what comes later. */
  seenLater?: string
}

/** Milliseconds to the effect, and to what comes later. NaN for what did not come. */
type Pressed = { first: number; later: number }

const menu = (page: Page) => page.getByRole('button', { name: 'Menu', exact: true }).filter({ visible: true })
const searchBox = (page: Page) => page.getByRole('searchbox').first()
const boxText = `document.querySelector('[role=search]').textContent`

/** What must do what it does before the framework's scripts have come, too. */
const presses: readonly Press[] = [
  { name: 'menu', path: paths.home, target: menu, seen: `document.querySelector('dialog').open` },
  {
    name: 'theme toggle',
    path: paths.home,
    before: (page) => menu(page).tap(),
    target: (page) => page.locator('dialog [data-theme-toggle]'),
    seen: `document.documentElement.className`,
  },
  {
    name: 'disclosure',
    path: paths.faq,
    target: (page) => page.locator('main details:not([open]) > summary').first(),
    seen: `document.querySelectorAll('main details[open]').length`,
  },
  {
    name: 'search box',
    path: paths.blog,
    target: searchBox,
    key: 'a',
    seen: `document.querySelector('input[type=search]').value`,
  },
]

/** The search of the blog fetches its index at the first tap, and shows what it found once that is there. */
const search: Press = {
  name: 'blog search',
  path: paths.blog,
  target: searchBox,
  key: 's',
  seen: boxText,
  seenLater: `document.querySelector('main').hasAttribute('data-searching')`,
}

/** The first tap on a part of a page that needs the framework. */
const islands = (post: string): readonly Press[] => [
  search,
  { name: 'search of questions', path: paths.faq, target: searchBox, key: 's', seen: boxText },
  {
    name: 'Keep for offline',
    path: post,
    target: (page) => page.getByRole('button', { name: 'Keep for offline' }),
    seen: `document.querySelector('main [role=group]:has([role=status])').textContent`,
  },
  {
    name: 'contact form',
    path: paths.contact,
    target: (page) => page.locator('main form button[type=submit]'),
    seen: `document.activeElement.matches(':invalid') || document.querySelector('[aria-invalid=true]') !== null`,
  },
]

const patienceMs = 8000

/** The page's own half: it waits for the event, and then for each effect. */
const watch = (event: string, effects: readonly string[]) => `
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

/** What comes of it, or NaN where it does not come in time. */
function inTime(time: Promise<number>): Promise<number> {
  const late = new Promise<number>((resolve) => setTimeout(resolve, patienceMs, Number.NaN))
  return Promise.race([time.catch(() => Number.NaN), late])
}

/**
 * Presses, and waits for what it does.
 * @param from the event that it is counted from
 */
async function press(
  page: Page,
  { before, target, key, seen, seenLater }: Press,
  from: 'click' | 'keydown',
): Promise<Pressed> {
  const none = { first: Number.NaN, later: Number.NaN }
  const pressed = async () => {
    await before?.(page)
    const found = target(page)
    // The finger itself comes without the checks of the tool, which would take the page's time while it is pressed.
    await found.tap({ trial: true, timeout: patienceMs })
    const box = await found.boundingBox()
    await page.evaluate(watch(from, seenLater ? [seen, seenLater] : [seen]))
    if (box) await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
    if (key) await page.keyboard.press(key)
    return true
  }
  if (!(await pressed().catch(() => false))) return none
  const first = await inTime(page.evaluate<number>('benchPress[0]'))
  return { first, later: seenLater ? await inTime(page.evaluate<number>('benchPress[1]')) : Number.NaN }
}

/** Keeps the framework's scripts from coming, for as long as the page is open. */
async function holdScripts({ context }: Phone): Promise<void> {
  await context.route(/\/_next\/static\/.*\.js/, () => {})
}

/** On a slow processor, before any of the framework's scripts has come, or once all have and what they are for has begun. */
async function timePress(browser: Browser, origin: string, one: Press, hydrated: boolean): Promise<Pressed> {
  const phone = await openPhone(browser, { slowLine: false })
  const { context, page, session } = phone
  try {
    const network = await watchNetwork(session)
    if (hydrated) {
      await page.goto(origin + one.path)
      await network.rest(patienceMs)
      await touchIsland(page)
      await network.rest(patienceMs)
    } else {
      await holdScripts(phone)
      await page.goto(origin + one.path, { waitUntil: 'commit' })
    }
    return await press(page, one, one.key ? 'keydown' : 'click')
  } finally {
    await context.close()
  }
}

/**
 * On a slow phone, when somebody has begun to read, or right after the page has loaded. It is counted from the tap, also
 * where a key follows it.
 */
async function timeFirstTap(browser: Browser, origin: string, one: Press, hasRead: boolean): Promise<Pressed> {
  const { context, page, session } = await openPhone(browser)
  try {
    const network = await watchNetwork(session)
    await page.goto(origin + one.path)
    if (hasRead) await network.rest(patienceMs)
    return await press(page, one, 'click')
  } finally {
    await context.close()
  }
}

async function timed(
  ones: readonly Press[],
  rounds: number,
  time: (one: Press) => Promise<Pressed>,
): Promise<Record<string, Pressed[]>> {
  const times: Record<string, Pressed[]> = Object.fromEntries(ones.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const one of ones) times[one.name]?.push(await time(one))
  }
  return times
}

const firsts = (times: Record<string, Pressed[]>) =>
  Object.fromEntries(Object.entries(times).map(([name, all]) => [name, all.map(({ first }) => first)]))

/** Milliseconds of each round. */
export type PressFigures = {
  beforeHydration: Record<string, number[]>
  hydrated: Record<string, number[]>
  /** Until an island says something to its first tap: by somebody who has begun to read, or right after the load. */
  firstTap: Record<string, number[]>
  earlyTap: Record<string, number[]>
  /** Until the search of the blog shows what it has found, which waits for its index. */
  found: number[]
}

/** @param post the address of a post that can be kept */
export async function measurePresses(
  browser: Browser,
  origin: string,
  post: string,
  { rounds, say }: { rounds: number; say: (line: string) => void },
): Promise<PressFigures> {
  say('presses before hydration')
  const beforeHydration = await timed(presses, rounds, (one) => timePress(browser, origin, one, false))
  say('presses after it')
  const hydrated = await timed(presses, rounds, (one) => timePress(browser, origin, one, true))
  say('first taps')
  const taps = await timed(islands(post), rounds, (one) => timeFirstTap(browser, origin, one, true))
  const early = await timed(islands(post), rounds, (one) => timeFirstTap(browser, origin, one, false))
  return {
    beforeHydration: firsts(beforeHydration),
    hydrated: firsts(hydrated),
    firstTap: firsts(taps),
    earlyTap: firsts(early),
    found: (taps[search.name] ?? []).map(({ later }) => later),
  }
}
