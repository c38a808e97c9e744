/** Installs Debian packages that tests need. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** `TEST_INSTALL=off` leaves the machine as it is. */
export const isInstallOff = process.env.TEST_INSTALL === 'off'

export const mayInstall = !isInstallOff && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const quiet = {
  timeout: 300_000,
  stdio: 'ignore',
  // Keeps server packages from starting a server.
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
} as const

/** Installs the first package that is available, or throws the last error. */
export function installPackage(...names: [string, ...string[]]): void {
  execFileSync('apt-get', ['update'], quiet)
  for (const [at, name] of names.entries()) {
    try {
      execFileSync('apt-get', ['install', '-y', '--no-install-recommends', name], quiet)
      return
    } catch (error) {
      if (at === names.length - 1) throw error
    }
  }
}

/**
 * Installs a program if it is missing.
 * @param setting skips the tests that need it
 * @throws Error that says what to do by hand
 */
export function ensureProgram(title: string, name: string, isThere: () => boolean, setting: string): void {
  if (isThere()) return
  let problem = ''
  if (mayInstall) {
    console.log(`Installing ${title} from Debian, once (TEST_INSTALL=off to prevent) …`)
    try {
      installPackage(name)
    } catch (error) {
      problem = ` (${String(error)})`
    }
    if (isThere()) return
  }
  throw new Error(
    `${title} is not installed${problem}. Install it (Debian: apt-get install ${name}), or set ${setting}=off.`,
  )
}
