/**
 * Completes package-lock.json: npm leaves out optional packages of some platforms, and then `npm ci` rejects the lock
 * ("Missing: … from lock file"). Run it with `npm run lock`; a test fails when an entry is missing.
 */
import { readFileSync, writeFileSync } from 'node:fs'

type Entry = {
  version?: string
  optional?: boolean
  os?: string[]
  cpu?: string[]
  optionalDependencies?: Record<string, string>
}
export type Lock = { packages: Record<string, Entry> }
type Gap = { at: string; name: string; range: string }

/** Finds `name` in the nearest `node_modules` above the package at `at`, as Node does. */
function resolve(lock: Lock, at: string, name: string): string | undefined {
  for (let folder = at; ;) {
    const key = `${folder ? `${folder}/` : ''}node_modules/${name}`
    if (lock.packages[key]) return key
    if (!folder) return undefined
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  }
}

/** Optional dependencies without an entry. */
export function missing(lock: Lock): Gap[] {
  return Object.entries(lock.packages).flatMap(([at, entry]) =>
    Object.entries(entry.optionalDependencies ?? {})
      .filter(([name]) => !resolve(lock, at, name))
      .map(([name, range]) => ({ at, name, range })),
  )
}

const systems = ['darwin', 'win32', 'android', 'freebsd', 'openbsd', 'netbsd', 'sunos', 'aix', 'openharmony', 'linux']
const processors = ['arm64', 'x64', 'ia32', 'riscv64', 'ppc64', 's390x', 'loong64', 'mips64el', 'wasm32', 'arm']

/** The platform in a package's name, such as darwin and arm64 in `@next/swc-darwin-arm64`. */
function platform(name: string): Pick<Entry, 'os' | 'cpu'> {
  const words = name.split(/[^a-z0-9]+/)
  const os = systems.find((word) => words.includes(word))
  const cpu = processors.find((word) => words.includes(word))
  return { ...(os ? { os: [os] } : {}), ...(cpu ? { cpu: [cpu] } : {}) }
}

/** Adds the missing entries in npm's order, and returns their number. */
export function complete(lock: Lock): number {
  const gaps = missing(lock)
  for (const { at, name, range } of gaps) {
    if (resolve(lock, at, name)) continue
    const version = range.replace(/^[\^~]/, '')
    const top = `node_modules/${name}`
    const taken = lock.packages[top] && lock.packages[top].version !== version
    lock.packages[taken ? `${at}/${top}` : top] = { version, optional: true, ...platform(name) }
  }
  lock.packages = Object.fromEntries(Object.entries(lock.packages).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  return gaps.length
}

if (process.argv[1] === import.meta.filename) {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock
  const added = complete(lock)
  writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
  console.log(added ? `package-lock.json: ${added} entries added` : 'package-lock.json is complete')
}
