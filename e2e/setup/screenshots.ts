/** `npm run screenshots`: starts the local stack and takes the screenshots for README. */
import { mkdirSync } from 'node:fs'
import { chromium } from 'playwright'
import { browserFlags, ensureBrowser } from '@/tests/setup/browser'
import { asDemoUser } from './accounts'
import { startOwnStack } from './stack'
import { declined } from './visit'

type Shot = { name: string; path: string; width: number; height: number; dark?: boolean; person?: string }

const shots: Shot[] = [
  { name: 'home', path: '/', width: 1280, height: 800 },
  { name: 'home-phone', path: '/', width: 390, height: 844, dark: true },
  { name: 'protocol', path: '/therapy-protocol', width: 1280, height: 900 },
  { name: 'sessions-phone', path: '/sessions', width: 390, height: 844 },
  { name: 'sign-in', path: '/auth', width: 1280, height: 800, dark: true },
  { name: 'pricing', path: '/pricing/start', width: 1280, height: 1000 },
  { name: 'profile-phone', path: '/profile', width: 390, height: 844, person: 'subscriber' },
]

const stack = await startOwnStack()
process.env.E2E_IDENTITY = stack.identity
const browser = await chromium.launch({ executablePath: ensureBrowser(), args: browserFlags })
mkdirSync('docs/screenshots', { recursive: true })
try {
  for (const { name, path, width, height, dark, person } of shots) {
    const context = await browser.newContext({
      baseURL: stack.origin,
      viewport: { width, height },
      colorScheme: dark ? 'dark' : 'light',
    })
    await declined(context)
    const page = await context.newPage()
    await (person ? asDemoUser(page, person, path) : page.goto(path))
    await page.waitForLoadState('networkidle')
    await page.screenshot({ path: `docs/screenshots/${name}.png` })
    console.log(`docs/screenshots/${name}.png`)
    await context.close()
  }
} finally {
  await browser.close()
  await stack.stop()
}
