/** Debian's packages for what tests need beside Node. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/** Whether this process may install packages. */
export const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')

const quiet = {
  timeout: 300_000,
  stdio: 'ignore',
  // A package of a server would start one, at its usual port, which nobody here has asked for.
  env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' },
} as const

/**
 * Installs the first of these packages that can be had.
 * @throws what the last of them failed with
 */
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
 * Makes sure of a program: it is there, or it is installed, once.
 * @param isThere looks for it
 * @param orElse what a person can do where it may not be installed, in a sentence
 * @throws Error that says so
 */
export function ensureProgram(title: string, name: string, isThere: () => boolean, orElse: string): void {
  if (isThere()) return
  if (mayInstall) {
    console.log(`Installing ${title} from Debian, once …`)
    installPackage(name)
    if (isThere()) return
  }
  throw new Error(`${title} is not installed. ${orElse}`)
}
