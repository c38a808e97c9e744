import { paths, sampleTherapist } from '@/lib/site'
import { expect, origin, test } from './setup/test'

test.describe('questions', () => {
  test('are filtered while typing and restored when the box is cleared', async ({ page }) => {
    await page.goto('/faq')
    const box = page.getByRole('searchbox')
    const questions = page.locator('[data-question]').filter({ visible: true })
    const all = await questions.count()
    expect(all).toBeGreaterThanOrEqual(20)
    await box.fill('RECORDED')
    await expect(questions).toHaveCount(1)
    await expect(questions.first()).toContainText('Are calls recorded?')
    await expect(page.getByRole('search').getByRole('status')).toHaveText(`1 of ${all} questions`)
    // A word that only the answer contains.
    await box.fill('administration')
    await expect(questions.first()).toContainText('Is there a cure?')
    // A synonym that neither question nor answer contains.
    await box.fill('Money?')
    await expect(questions.first()).toContainText('What does it cost?')
    await box.fill('zebra')
    await expect(questions).toHaveCount(0)
    await expect(page.getByText('Sources on this page')).toBeHidden()
    await expect(page.getByRole('link', { name: 'Ask it in writing' })).toBeVisible()
    await box.press('Escape')
    await expect(box).toHaveValue('')
    await expect(questions).toHaveCount(all)
  })

  for (const javaScriptEnabled of [true, false]) {
    test(`a question’s address opens it, scripts ${javaScriptEnabled ? 'on' : 'off'}`, async ({ browser }) => {
      const context = await browser.newContext({ javaScriptEnabled })
      const page = await context.newPage()
      await page.goto(`${origin()}/faq#recorded`)
      await expect(page.locator('#recorded')).toBeInViewport()
      await expect(page.locator('#recorded')).toContainText('Please don’t record')
      await context.close()
    })
  }
})

test.describe('the example week', () => {
  const zones = [
    ['Asia/Kolkata', 'Monday', /11:30\s?pm to 12:30\s?am/i, 'Monday, 18:00 UTC'],
    ['Pacific/Auckland', 'Tuesday', /7:00\s?am to 8:00\s?am/i, 'Monday, 18:00 UTC'],
    ['America/Los_Angeles', 'Monday', /10:00\s?am to 11:00\s?am/i, 'Monday, 18:00 UTC'],
  ] as const
  for (const [timezoneId, weekday, hours, world] of zones) {
    test(`shows times in ${timezoneId} @once${timezoneId === 'Asia/Kolkata' ? '' : ' @long'}`, async ({ browser }) => {
      const context = await browser.newContext({ timezoneId, locale: 'en-US' })
      const page = await context.newPage()
      // Winter time in the north, summer time in the south.
      await page.clock.setFixedTime(new Date('2026-11-21T12:00:00Z'))
      await page.goto(`${origin()}/sessions`)
      const first = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'First time' }) })
      await first.scrollIntoViewIfNeeded()
      await expect(first).toContainText(world)
      await expect(first).toContainText(weekday)
      await expect(first).toContainText(hours)
      await context.close()
    })
  }

  test('shows UTC without scripts @once', async ({ request }) => {
    const text = (await (await request.get('/sessions')).text()).replace(/<[^>]*>/g, '')
    expect(text).toContain('Monday 18:00 to 19:00UTC')
  })

  test('offers a calendar file @once', async ({ request }) => {
    const response = await request.get('/sessions/timetable.ics')
    expect(response.headers()['content-type']).toBe('text/calendar; charset=utf-8')
    expect(response.headers()['content-disposition']).toContain('attachment')
    const text = await response.text()
    const starts = [...text.matchAll(/^DTSTART:(\d{8})T\d{6}Z\r$/gm)].map(([, start = '']) => start)
    expect(starts).toHaveLength(16)
    const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().replaceAll('-', '').slice(0, 8)
    for (const start of starts.slice(0, 4)) expect([day(0), day(7), start].toSorted()[1]).toBe(start)
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75)).toBe(true)
    expect(await (await request.get('/sessions/timetable.ics')).text()).toBe(text)
  })
})

test('marks a therapist’s page as a sample, with drawn initials', async ({ page }) => {
  await page.goto(paths.therapist(sampleTherapist))
  await expect(page.getByRole('main')).toContainText('This is a sample. You can’t book it.')
  await expect(page.getByRole('main').locator('svg').first()).toBeVisible()
  await expect(page.getByRole('main').locator('img')).toHaveCount(0)
})

test('footnotes and their sources link to each other @once', async ({ page }) => {
  for (const path of [paths.home, paths.features, paths.protocol, paths.sessions, paths.faq, paths.personal]) {
    await page.goto(path)
    const broken = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('sup a, [id^=source-] a[href^="#"]')]
        .filter((link) => !document.getElementById(link.hash.slice(1)))
        .map((link) => link.outerHTML),
    )
    expect(broken, path).toEqual([])
    expect(await page.locator('sup a').count(), path).toBeGreaterThan(0)
  }
})
