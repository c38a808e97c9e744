/** Browser code needs nothing that the oldest supported browsers lack (`browserslist` in package.json). */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright/test'
import { paths } from '@/lib/site'
import { tooNewForFloor, unguardedCalls, type Feature } from '@/tests/setup/browser-floor'
import { everyKind } from './setup/routes'
import { asNewUser } from './setup/accounts'
import { button } from './setup/steps'
import { expect, test } from './setup/test'

const chunks = '.next/static/chunks'

/** Inline scripts and service workers, as served. */
async function servedScripts(page: Page): Promise<Map<string, string>> {
  const scripts = new Map<string, string>()
  for (const path of [...everyKind, '/worker.js']) {
    const text = await (await page.request.get(path)).text()
    if (path.endsWith('.js')) scripts.set(path, text)
    else
      for (const [, script = ''] of text.matchAll(/<script>(.*?)<\/script>/gs)) scripts.set(script.slice(0, 80), script)
  }
  return scripts
}

test('no script calls a newer function without asking for it first', async ({ page }) => {
  const scripts = await servedScripts(page)
  expect(scripts.size).toBeGreaterThan(5)
  for (const name of readdirSync(chunks, { recursive: true, encoding: 'utf8' })) {
    const text = name.endsWith('.js') ? readFileSync(join(chunks, name), 'utf8') : ''
    // Browsers of the floor skip `nomodule`, which has all polyfills.
    if (!text.includes('core-js')) scripts.set(name, text)
  }
  const found = [...scripts].flatMap(([name, text]) => unguardedCalls(text).map((call) => `${name}: ${call}`))
  expect(found).toEqual([])
})

type Scope = { prototype?: object; [name: string]: unknown }

/** Removes features before any script of a page runs. */
function remove(features: Feature[]) {
  const root = globalThis as unknown as Scope
  for (const { owner, name, isStatic } of features) {
    const path = owner?.split('.') ?? []
    const scope = path.reduce<Scope | undefined>((outer, key) => outer?.[key] as Scope | undefined, root)
    // A static function may share its name with an older method, as `Response.json` does.
    for (const object of [scope, !isStatic && scope?.prototype, owner === 'Window' && root])
      if (object) Reflect.deleteProperty(object, name)
  }
}

const onFloor = (context: BrowserContext) => context.addInitScript(remove, tooNewForFloor)

test('every island works without newer functions', async ({ page, context }) => {
  test.slow()
  await onFloor(context)
  await page.goto(paths.home)
  expect(await page.evaluate(() => 'parse' in URL || 'toSorted' in [])).toBe(false)
  await page.locator('[data-island]').first().hover()

  await page.goto(paths.auth)
  await expect(button(page, 'Continue with email')).toBeVisible()
  await asNewUser(page, paths.profile)
  await expect(button(page, 'Change picture')).toBeVisible()
  await expect(button(page, 'Change name')).toBeVisible()
  await page.goto(paths.pricing)
  await expect(page.getByRole('button', { name: /trial|pay|start/i }).first()).toBeVisible()

  await page.goto(paths.contact)
  await page.getByLabel('Your name').fill('Ada')
  await page.getByLabel('Email').fill('ada@people.example')
  await page.getByLabel('Message').fill('Hello. Is there room in the group?')
  await button(page, 'Send message').click()
  await expect(page.getByRole('heading', { name: 'We have your message.' })).toBeVisible()

  await page.goto(paths.blog)
  await page.getByRole('searchbox').fill('telephone')
  await expect(page.getByRole('status').filter({ hasText: /\d+ (post|result)/ })).toBeVisible()
  for (const tool of [paths.toolCards, paths.toolScore, paths.toolCall]) {
    await page.goto(tool)
    await page.locator('[data-island] :is(button, textarea)').first().click()
    await expect(page.locator('[data-island]:not([data-ready])')).toHaveCount(0)
  }
})

test.describe('below the floor', () => {
  test.use({ bypassCSP: false })
  test.beforeEach(({ context }) =>
    context.addInitScript(() => {
      Reflect.deleteProperty(Array.prototype, 'findLast')
      Reflect.deleteProperty(Array.prototype, 'at')
      Reflect.deleteProperty(Object, 'hasOwn')
    }),
  )

  test('pages that need scripts name the browser as the cause', async ({ page, quietConsole }) => {
    quietConsole.allow(/./s)
    for (const path of [paths.auth, paths.profile, paths.pricing]) {
      await page.goto(path)
      await expect(page.getByText('Your browser is too old for this page.')).toBeVisible()
    }
  })

  test('pages can be read, and a part that needs scripts names the browser', async ({ page, quietConsole }) => {
    quietConsole.allow(/./s)
    await page.goto(paths.contact)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.getByLabel('Message').focus()
    await expect(page.getByText('Your browser is too old for this part of the page.')).toBeVisible()
  })
})
