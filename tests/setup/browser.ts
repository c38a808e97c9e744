/** The browser for end-to-end tests: what the machine has, else what it may install. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'
import { installPackage, mayInstall } from './debian'

/** The same engine without windows of its own, which opens a page in a third of the time. */
const shell = '/usr/bin/chromium-headless-shell'
const candidates = [shell, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const installed = (): string | undefined =>
  [process.env.CHROMIUM_PATH, ...candidates, chromium.executablePath()].find((path) => path && existsSync(path))

const packages = ['chromium-headless-shell', 'chromium'] as const

/**
 * The path of a Chromium, which is installed first if the machine has none: Debian's package for
 * root, else the build that Playwright brings. In CI the quicker one is installed beside a slow one.
 * @throws Error that says what to install by hand
 */
export function ensureBrowser(): string {
  const found = installed()
  const isGood = found && (found === process.env.CHROMIUM_PATH || found === shell || !process.env.CI || !mayInstall)
  if (isGood) return found
  console.log('Installing Chromium for the tests, once …')
  try {
    // Older releases of Debian have the browser alone.
    if (mayInstall) installPackage(...packages)
    else
      execFileSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], {
        timeout: 300_000,
        stdio: 'ignore',
      })
  } catch {
    // Whether it worked is asked of the disk below.
  }
  const now = installed()
  if (now) return now
  throw new Error('No browser could be installed. Install Chromium, or name one in CHROMIUM_PATH.')
}

/** Flags without which Chromium does not start as root, or talks to hosts of its own. */
export const browserFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
