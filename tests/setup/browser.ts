/** The browser for end-to-end tests: what the machine has, else what it may install. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from 'playwright'

const candidates = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const installed = (): string | undefined =>
  [process.env.CHROMIUM_PATH, ...candidates, chromium.executablePath()].find((path) => path && existsSync(path))

/**
 * The path of a Chromium, which is installed first if the machine has none: Debian's package for
 * root, else the build that Playwright brings.
 * @throws Error that says what to install by hand
 */
export function ensureBrowser(): string {
  const found = installed()
  if (found) return found
  console.log('No browser here: installing Chromium, once …')
  const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
  try {
    if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
      execFileSync('apt-get', ['update'], quiet)
      execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], quiet)
    } else {
      execFileSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], quiet)
    }
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
