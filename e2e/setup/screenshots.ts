/** `npm run screenshots`: starts the local stack and photographs the pages that README shows. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { browserFlags, ensureBrowser } from '@/tests/setup/browser'
import { freePorts, startStack } from './stack'

type Shot = { name: string; path: string; width: number; height: number; dark?: boolean; person?: string }

const shots: Shot[] = [
  { name: 'home', path: '/', width: 1280, height: 800 },
  { name: 'home-phone', path: '/', width: 390, height: 844, dark: true },
  { name: 'sign-in', path: '/auth', width: 1280, height: 800, dark: true },
  { name: 'pricing', path: '/pricing/start', width: 1280, height: 1000 },
  { name: 'profile-phone', path: '/profile', width: 390, height: 844, person: 'subscriber@demo.unhurried.example' },
]

/** The password of the demonstration accounts, which the local stack prints. */
const demoPassword = 'take-your-time'

async function signIn(page: Page, origin: string, email: string) {
  await page.goto(`${origin}/auth`)
  await page.getByRole('button', { name: 'Sign in with email' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Next' }).click()
  await page.getByLabel('Password').fill(demoPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/pricing\/start/)
}

const dataDir = mkdtempSync(join(tmpdir(), 'unhurried-shots-'))
const stack = await startStack(dataDir, await freePorts())
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserFlags })
mkdirSync('docs/screenshots', { recursive: true })
try {
  for (const { name, path, width, height, dark, person } of shots) {
    const context = await browser.newContext({ viewport: { width, height }, colorScheme: dark ? 'dark' : 'light' })
    const page = await context.newPage()
    if (person) await signIn(page, stack.origin, person)
    await page.goto(`${stack.origin}${path}`)
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: `docs/screenshots/${name}.png` })
    console.log(`docs/screenshots/${name}.png`)
    await context.close()
  }
} finally {
  await browser.close()
  await stack.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
