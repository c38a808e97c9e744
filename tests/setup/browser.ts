/** The browser for end-to-end tests: what the machine has, else what it may install. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { installPackage, mayInstall } from './debian'

const packages = ['chromium-headless-shell', 'chromium'] as const
const fullPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The headless shell that `playwright install chromium` puts beside the full build.
 * @param fullBuild where Playwright has, or would have, its full Chromium; it names no path of the shell
 */
export function playwrightShell(fullBuild: string): string | undefined {
  const folder = fullBuild.replace(/\bchromium-(\d+)[/\\].*$/, 'chromium_headless_shell-$1')
  if (!existsSync(folder)) return undefined
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const name = names.find((name) => /(^|[/\\])(chrome-headless-shell|headless_shell)(\.exe)?$/.test(name))
  return name && join(folder, name)
}

/** Some systems have a script in the place of Chromium that only says how to install it. */
function runs(path: string | undefined): path is string {
  if (!path || !existsSync(path)) return false
  try {
    execFileSync(path, ['--version'], { timeout: 30_000, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The engine without windows of its own, which opens a page in a third of the time. */
const installedShell = (): string | undefined =>
  ['/usr/bin/chromium-headless-shell', playwrightShell(chromium.executablePath())].find(runs)

/** A browser as people have one, if the machine has any. */
export function fullBrowser(): string | undefined {
  process.env.FULL_CHROMIUM_PATH ??= [...fullPaths, chromium.executablePath()].find(runs) ?? ''
  return process.env.FULL_CHROMIUM_PATH || undefined
}

function install(): void {
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
}

function findOrInstall(): string | undefined {
  const shell = installedShell()
  if (shell) return shell
  // In CI the quicker shell is worth an installation beside a full browser.
  const full = process.env.CI && mayInstall ? undefined : fullBrowser()
  if (full) return full
  install()
  delete process.env.FULL_CHROMIUM_PATH
  return installedShell() ?? fullBrowser()
}

/**
 * The path of a Chromium, which is installed first if the machine has none: Debian's package for
 * root, else the build that Playwright brings. `CHROMIUM_PATH` names another one.
 * @throws Error that says what to install by hand
 */
export function ensureBrowser(): string {
  const { CHROMIUM_PATH } = process.env
  const path = CHROMIUM_PATH && existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : findOrInstall()
  if (!path) throw new Error('No browser could be installed. Install Chromium, or name one in CHROMIUM_PATH.')
  // Processes that this one starts need not look again.
  process.env.CHROMIUM_PATH = path
  return path
}

/** Flags without which Chromium does not start as root, or talks to hosts of its own. */
export const browserFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
