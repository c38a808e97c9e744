/** Finds or installs the browser for end-to-end tests. */
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium } from 'playwright'
import { installPackage, isInstallOff, mayInstall } from './debian'

const packages = ['chromium-headless-shell', 'chromium'] as const
const fullPaths = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/**
 * The headless shell that `playwright install chromium` puts next to the full build. Playwright has no API for its path.
 * @param fullBuild where Playwright's full Chromium is, or would be
 */
function playwrightShell(fullBuild: string): string | undefined {
  const folder = fullBuild.replace(/\bchromium-(\d+)[/\\].*$/, 'chromium_headless_shell-$1')
  if (!existsSync(folder)) return undefined
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const name = names.find((name) => /(^|[/\\])(chrome-headless-shell|headless_shell)(\.exe)?$/.test(name))
  return name && join(folder, name)
}

/** On some systems, `chromium` is a script that only explains how to install it. */
function runs(path: string | undefined): path is string {
  if (!path || !existsSync(path)) return false
  try {
    execFileSync(path, ['--version'], { timeout: 30_000, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Chromium without windows, which opens a page in a third of the time. */
const installedShell = (): string | undefined =>
  ['/usr/bin/chromium-headless-shell', playwrightShell(chromium.executablePath())].find(runs)

/** A full Chromium or Chrome, if there is one. */
function fullBrowser(): string | undefined {
  process.env.FULL_CHROMIUM_PATH ??= [...fullPaths, chromium.executablePath()].find(runs) ?? ''
  return process.env.FULL_CHROMIUM_PATH || undefined
}

function install(): void {
  if (isInstallOff) return
  console.log('Installing Chromium for the tests, once (TEST_INSTALL=off to prevent) …')
  try {
    // Older Debian releases have only the full browser.
    if (mayInstall) installPackage(...packages)
    else
      execFileSync(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], {
        timeout: 300_000,
        stdio: 'ignore',
      })
  } catch {
    // The caller checks the disk.
  }
}

function findOrInstall(): string | undefined {
  const shell = installedShell()
  if (shell) return shell
  // In CI, install the faster shell even next to a full browser.
  const full = process.env.CI && mayInstall ? undefined : fullBrowser()
  if (full) return full
  install()
  delete process.env.FULL_CHROMIUM_PATH
  return installedShell() ?? fullBrowser()
}

/**
 * The path of a Chromium, installed if necessary: Debian's package for root, otherwise Playwright's build.
 * `CHROMIUM_PATH` overrides it.
 * @throws Error that says what to install by hand
 */
export function ensureBrowser(): string {
  const { CHROMIUM_PATH } = process.env
  const path = CHROMIUM_PATH && existsSync(CHROMIUM_PATH) ? CHROMIUM_PATH : findOrInstall()
  if (!path)
    throw new Error(
      'Chromium is not installed. Install it (Debian: apt-get install chromium), or name one in CHROMIUM_PATH.',
    )
  // For child processes.
  process.env.CHROMIUM_PATH = path
  return path
}

/** Lets Chromium start as root, and stops its own network requests. */
export const browserFlags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
