/** One walk through the site in Firefox and WebKitGTK. A fault that a page logs fails its station. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { Readability } from '@mozilla/readability'
import { Window } from 'happy-dom'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFailed, test } from 'vitest'
import { samplePost } from '@/e2e/setup/routes'
import { startOwnStack, type OwnStack } from '@/e2e/setup/stack'
import { localPath } from '@/lib/locales'
import { offlinePage, paths } from '@/lib/site'
import auth from '@/messages/ar/auth.json'
import pricing from '@/messages/ar/pricing.json'
import profile from '@/messages/ar/profile.json'
import { pdfToText } from '@/tests/setup/engines'
import { engines, type Browser } from './browsers'
import { openWatchedLine, type WatchedLine } from './watched-line'

const phone = [390, 844] as const
const desk = [1280, 800] as const

/** A plan is bought and cancelled in Arabic, from right to left; the journeys in Chromium do it in English. */
const arabic = (path: string) => localPath(path, 'ar')
const exactly = (words: string) => new RegExp(`^${words}$`)

let line: WatchedLine
let stack: OwnStack
beforeAll(async () => {
  line = await openWatchedLine()
  stack = await startOwnStack({ SITE_ORIGIN: line.origin })
  line.leadTo(Number(new URL(stack.origin).port))
})
afterAll(async () => {
  await line.close()
  await stack.stop()
})

const inbox = async (): Promise<{ replyTo?: string; text: string }[]> =>
  (await fetch(`${stack.vendors}/inbox.json`)).json()

describe.each(engines())('$name', ({ name, path, start }) => {
  let browser: Browser
  let failed = ''
  const open = (address: string) => browser.open(line.origin + address)
  const at = () => browser.run(() => location.pathname)
  const wordsOf = (selector: string) =>
    browser.run((css) => document.querySelector<HTMLElement>(css)?.innerText ?? '', selector)
  const words = () => wordsOf('main')
  /** Waits until late parts have arrived, because they move what is pressed. */
  const settle = async () => {
    let last = ''
    await expect
      .poll(
        async () => {
          const [before, now] = [last, await words()]
          last = now
          return now === before
        },
        { interval: 500 },
      )
      .toBe(true)
  }
  const count = (selector: string) =>
    browser.run((css) => [...document.querySelectorAll(css)].filter((each) => each.checkVisibility()).length, selector)
  const overflow = () => browser.run(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  const email = `person-${Date.now()}@${name.toLowerCase()}.example`

  describe.skipIf(!path)('the walk', () => {
    beforeAll(async () => {
      browser = await start()
      await browser.resize(...phone)
    })
    afterAll(() => browser?.close())
    // Each station begins where the last one ended.
    beforeEach(({ skip, task }) => {
      skip(failed !== '', `after "${failed}"`)
      onTestFailed(async () => {
        failed = task.name
        console.info(`${name} failed at ${await at()}:\n${await words()}`)
      })
    })
    afterEach(() => expect(line.faults()).toEqual([]))

    test('opens the home page and prefetches its links', async () => {
      line.prefetched.clear()
      await open(paths.home)
      await browser.press('[data-consent-do=decline]')
      expect(await overflow()).toBe(0)
      // WebKit does not prefetch.
      if (name !== 'WebKit') await expect.poll(() => line.prefetched.get(paths.pricing)).toBe(200)
      expect([...line.prefetched.values()].filter((status) => status !== 200 && status !== 304)).toEqual([])
    })

    test('opens the menu as a modal dialog that holds and returns the focus', async () => {
      const menu = () =>
        browser.run(() => {
          const link = document.querySelector<HTMLElement>('main a')
          const dialog = document.querySelector('dialog')
          const before = document.activeElement
          if (dialog?.open) link?.focus()
          return {
            isModal: dialog?.matches(':modal'),
            isBehindInert: document.activeElement !== link,
            holdsFocus: before?.closest('dialog') === dialog || before === document.body,
            isAtButton: before?.matches('[commandfor][aria-haspopup]'),
          }
        })
      await browser.press('[commandfor][aria-haspopup]')
      for (let tabs = 0; tabs < 14; tabs++) {
        expect(await menu()).toMatchObject({ isModal: true, isBehindInert: true, holdsFocus: true })
        await browser.key('Tab')
      }
      await browser.key('Escape')
      await expect.poll(menu).toMatchObject({ isModal: false, isAtButton: true })
      await browser.press('[commandfor][aria-haspopup]')
      await browser.press('dialog [command=close]')
      await expect.poll(menu).toMatchObject({ isModal: false, isAtButton: true })
    })

    test('switches the theme and remembers it', async () => {
      const ground = () => browser.run(() => getComputedStyle(document.body).backgroundColor)
      await browser.resize(...desk)
      const light = await ground()
      await browser.press('header [data-theme-toggle]')
      await expect.poll(ground).not.toBe(light)
      const dark = await ground()
      await open(paths.features)
      expect(await ground()).toBe(dark)
      await browser.press('header [data-theme-toggle]')
      await expect.poll(ground).toBe(light)
    })

    test('searches the questions and the blog', async () => {
      await open(paths.faq)
      const all = await count('[data-question]')
      await browser.type('main input[type=search]', 'cancel')
      await expect.poll(() => count('[data-question]')).toBeLessThan(all)
      expect(await count('[data-question]')).toBeGreaterThan(0)
      await open(paths.blog)
      await browser.type('main input[type=search]', 'phone')
      await expect.poll(() => count('[role=search] li a')).toBeGreaterThan(0)
    })

    test('sends a message', async () => {
      await open(paths.contact)
      await browser.type('input[name=name]', 'Ada Lovelace')
      await browser.type('input[name=email]', email)
      await browser.type('textarea[name=message]', 'How does a call begin?')
      await browser.press('main form [type=submit]')
      await expect.poll(() => count('main form')).toBe(0)
      await expect.poll(async () => (await inbox()).filter(({ replyTo }) => replyTo === email).length).toBe(1)
    })

    test('signs up with email', async () => {
      await open(arabic(paths.auth))
      // A browser that prefers English is offered it by a line at the bottom, which would lie over buttons.
      await browser.run(() => document.querySelector<HTMLElement>('.language-offer:not([hidden]) button')?.click())
      await browser.type('input[type=email]', email)
      await browser.press('main button', new RegExp(auth.form.emailTitle))
      await browser.type('input[name=name]', 'Ada Lovelace')
      await browser.type('input[type=password]', 'calm-water-7')
      await browser.press('main label:has([type=checkbox])')
      await browser.press('main form [type=submit]')
      await expect.poll(at).toBe('/ar/pricing/start/')
    })

    test('pays and reaches the thank-you page', async () => {
      await browser.press('main button', new RegExp(pricing.pay.byCard))
      await browser.press('button', /^Pay$/)
      await expect.poll(at).toBe('/ar/pricing/thankyou/')
      await expect.poll(words).toContain('19')
    })

    test('shows the plan, cancels it and signs out', async () => {
      await open(arabic(paths.profile))
      await expect.poll(words).toContain('Ada Lovelace')
      await settle()
      expect(await overflow()).toBe(0)
      await browser.press('main button', exactly(profile.cancel.button))
      await browser.press('main button', exactly(profile.cancel.yes))
      await expect.poll(() => count('main button')).toBeGreaterThan(0)
      await expect.poll(words).toContain(profile.resume.button)
      await browser.press('main button', exactly(profile.signOut))
      await expect.poll(at).toBe(arabic(paths.home))
      await expect.poll(() => count(`header a[href="${arabic(paths.profile)}"]`)).toBe(0)
    })

    test('opens a saved post offline', async () => {
      await open(samplePost)
      const title = await wordsOf('h1')
      await browser.press('main button', /^Save for offline$/)
      await expect.poll(words).toMatch(/Saved on this device, [\d.]+ MB/)
      await line.cut()
      try {
        await open(samplePost)
        expect(await wordsOf('h1')).toBe(title)
        expect(await browser.run((cache) => caches.has(cache), offlinePage.cacheName)).toBe(true)
      } finally {
        await line.join()
      }
    })
  })

  describe.skipIf(!path)('without scripts', () => {
    beforeAll(async () => {
      browser = await start({ scripts: false })
      await browser.resize(...phone)
      await open(samplePost)
    })
    afterAll(() => browser?.close())

    test('reads a post, in one article for the reader mode', async () => {
      const { runs, articles, outside } = await browser.run(() => {
        const article = document.querySelector('main article')
        return {
          runs: !matchMedia('(scripting: none)').matches,
          articles: document.querySelectorAll('main article').length,
          outside: [...document.querySelectorAll('main p')].filter((each) => !article?.contains(each)).length,
        }
      })
      expect({ runs, articles, outside }).toEqual({ runs: false, articles: 1, outside: 0 })
      expect((await wordsOf('article')).split(/\s+/).length).toBeGreaterThan(300)
      expect(await overflow()).toBe(0)
    })

    test('keeps the whole post in the algorithm of Firefox’s reader mode', async () => {
      const { html, parts } = await browser.run(() => ({
        html: document.documentElement.outerHTML,
        parts: [...document.querySelectorAll('h1, #answer + p, .prose > :is(h2, p, ul, ol), .footnotes > ol > li')].map(
          (each) => each.textContent ?? '',
        ),
      }))
      const { document: page } = new Window({ settings: { disableCSSFileLoading: true } })
      page.write(html)
      const read = new Readability(page as unknown as Document).parse()
      const plain = (text: string) => text.replace(/\s/g, '')
      const kept = plain(`${read?.title} ${read?.textContent}`)
      expect(parts.length).toBeGreaterThan(10)
      expect(parts.filter((part) => !kept.includes(plain(part)))).toEqual([])
    })

    test('opens the menu', async () => {
      await browser.press('header :is(button, summary)', /menu/i)
      await expect.poll(() => count(`header :is(dialog, details) a[href="${paths.features}"]`)).toBe(1)
    })

    test.skipIf(name === 'WebKit' || !existsSync(pdfToText))('prints a whole post', async () => {
      const last = await browser.run(() => [...document.querySelectorAll('.prose > p')].at(-1)?.textContent ?? '')
      const printed = execFileSync(pdfToText, ['-', '-'], { input: (await browser.pdf?.()) ?? '' }).toString()
      // Lines break at hyphens, and letters may be joined.
      const plain = (text: string) => text.normalize('NFKC').replace(/[\s\u00AD-]/g, '')
      expect(last.length).toBeGreaterThan(20)
      expect(plain(printed)).toContain(plain(last).slice(-20))
      const first = await browser.run(() => document.querySelector('.footnotes > ol > li')?.textContent ?? '')
      expect(plain(printed)).toContain(`1.${plain(first).slice(0, 20)}`)
    })
  })
})
