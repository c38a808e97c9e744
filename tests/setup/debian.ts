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
 * @throws Error with `orElse`, which says what to do by hand
 */
export function ensureProgram(title: string, name: string, isThere: () => boolean, orElse: string): void {
  if (isThere()) return
  if (mayInstall) {
    console.log(`Installing ${title} from Debian, once (TEST_INSTALL=off to prevent) …`)
    installPackage(name)
    if (isThere()) return
  }
  throw new Error(`${title} is not installed. ${orElse}`)
}
