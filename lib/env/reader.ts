/** Reads single settings, and collects what is wrong with them. */
import { domainToASCII } from 'node:url'
import { getDomain } from 'tldts'

export type Source = Record<string, string | undefined>

export class EnvError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'EnvError'
    this.problems = problems
  }
}

/** Reads settings and collects all problems, so that they can be fixed together. */
export class EnvReader {
  readonly problems: string[] = []
  /** Variables with the address of a vendor's API. */
  readonly vendorUrls = new Set<string>()
  constructor(private readonly source: Source) {}

  /** Trimmed; an empty value counts as not set. */
  get(name: string): string | undefined {
    return this.source[name]?.trim() || undefined
  }

  report(problem: string) {
    this.problems.push(problem)
  }

  choice<T extends string>(name: string, options: readonly T[], fallback: T): T {
    const value = this.get(name) ?? fallback
    if ((options as readonly string[]).includes(value)) return value as T
    this.report(`${name} is "${value}"; it must be ${options.join(', ').replace(/, ([^,]*)$/, ' or $1')}.`)
    return fallback
  }

  flag(name: string): boolean {
    return this.choice(name, ['true', 'false'], 'false') === 'true'
  }

  port = (name: string, fallback: number): number => this.count(name, fallback, 65_535, 1)

  count(name: string, fallback: number, max: number, min = 0): number {
    const value = this.get(name)
    if (value === undefined) return fallback
    if (/^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max) return Number(value)
    this.report(`${name} is "${value}"; it must be a whole number from ${min} to ${max}.`)
    return fallback
  }

  url(name: string, protocols = ['https:', 'http:']): string | null {
    const value = this.get(name)
    if (value === undefined) return null
    const url = URL.parse(value)
    if (url && protocols.includes(url.protocol)) return value.replace(/\/+$/, '')
    this.report(`${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
    return null
  }

  /** The address of a vendor's API, which may be a stand-in's with `DEPLOYMENT=local` only. */
  vendorUrl(name: string): string | null {
    this.vendorUrls.add(name)
    return this.url(name)
  }

  matching(name: string, pattern: RegExp, expected: string): string | undefined {
    const value = this.get(name)
    if (value !== undefined && !pattern.test(value)) this.report(`${name} is "${value}"; it must be ${expected}.`)
    return value
  }

  /** Reports a wrong value without repeating it, since it may be a secret. */
  secret(name: string, pattern: RegExp, expected: string): string | undefined {
    const value = this.get(name)
    if (value !== undefined && !pattern.test(value)) this.report(`${name} is not valid; it must be ${expected}.`)
    return value
  }

  checkStrength(name: string): void {
    const value = this.get(name)
    if (value === undefined || (value.length >= 20 && new Set(value).size >= 8)) return
    this.report(
      `${name} is too easy to guess: it must have at least 20 characters, 8 of them different. Make one with: openssl rand -hex 24`,
    )
  }

  list(name: string): string[] {
    return (this.get(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
  }

  uniqueList(name: string): string[] {
    const items = this.list(name)
    if (this.get(name) !== undefined && items.length === 0) this.report(`${name} has no entries.`)
    return [...new Set(items)]
  }

  /** Those of the options that the list names, in the order of the options. */
  choices<T extends string>(name: string, options: readonly T[]): T[] {
    const items = this.list(name)
    const unknown = items.filter((item) => !options.some((option) => option === item))
    if (unknown.length > 0)
      this.report(`${name} has ${unknown.join(', ')}; it must be a list of ${options.join(', ')}.`)
    return options.filter((option) => items.includes(option))
  }

  /** Variables that must be set together. Returns null if off or incomplete. */
  group<R extends string>(what: string, required: readonly R[], optional: readonly string[] = []) {
    const set = [...required, ...optional].filter((name) => this.get(name) !== undefined)
    if (set.length === 0) return null
    const missing = required.filter((name) => this.get(name) === undefined)
    for (const name of missing) {
      this.report(
        `${name} is not set, but ${set[0]} is: ${what} needs ${required.join(', ')} together, or none of them.`,
      )
    }
    if (missing.length > 0) return null
    return Object.fromEntries(required.map((name) => [name, this.get(name)])) as Record<R, string>
  }
}

/** Of this machine, as `URL` writes hosts. */
const ownHost = /(?:^|\.)localhost\.?$|^127\.|^0\.0\.0\.0$|^\[::(?:1|ffff:7f.*)?\]$/i

const isOwnHost = (address: string) => ownHost.test(URL.parse(address)?.hostname ?? '')

/** Outside `local`, a stand-in or an emulator would accept forged sign-ins and payments. */
export function refuseStandIns(env: EnvReader, deployment: string): void {
  if (deployment === 'local') return
  for (const name of ['FIREBASE_AUTH_EMULATOR_HOST', 'FIREBASE_STORAGE_EMULATOR_HOST']) {
    if (env.get(name))
      env.report(`${name} is set, but DEPLOYMENT is ${deployment}: an emulator is for DEPLOYMENT=local only.`)
  }
  if (env.get('FIREBASE_PROJECT_ID')?.startsWith('demo-')) {
    env.report(`FIREBASE_PROJECT_ID begins with demo-, which only an emulator serves, but DEPLOYMENT is ${deployment}.`)
  }
  const addresses = ['SMTP_URL', ...env.vendorUrls].map((name) => [name, env.get(name)] as const)
  for (const [name, value] of addresses) {
    if (value && (isOwnHost(value) || (name !== 'SMTP_URL' && !value.startsWith('https:'))))
      env.report(`${name} points at a stand-in, but DEPLOYMENT is ${deployment}: name the real host, or unset it.`)
  }
}

/** Whether a process that listens at this host can be reached from this machine only. */
export const isLoopbackOnly = (host: string): boolean => /^(127\.0\.0\.1|::1|localhost)$/.test(host)

const label = String.raw`[a-z\d](?:[a-z\d-]*[a-z\d])?`
const hostPattern = new RegExp(String.raw`^${label}(?:\.${label})*$`)

/** A host as browsers write it: lower case, ASCII, without a trailing dot; null for anything else. */
function hostOf(value: string): string | null {
  // `domainToASCII` leaves these and what follows them out.
  if (/[/?#@:\\]/.test(value)) return null
  const name = domainToASCII(value).replace(/\.$/, '')
  return hostPattern.test(name) ? name : null
}

/** The part of a host that its owner registered, also below a shared suffix such as `github.io`. */
const registrableDomain = (host: string) => getDomain(host, { allowPrivateDomains: true })

/** Whether `*.` before this host would name hosts of strangers. */
export const isPublicSuffix = (host: string): boolean => registrableDomain(host) === null

export const hasSameOwner = (host: string, other: string): boolean =>
  registrableDomain(host) === registrableDomain(other)

/** The origin of an address without a path; null for any other address. */
export function originOf(value: string): string | null {
  const url = URL.parse(value)
  const isPlain = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  return isPlain ? url.origin : null
}

const hostSetting = { parse: hostOf, expected: 'a host alone, such as unhurried.example' }
const originSetting = { parse: originOf, expected: 'an origin such as https://api.unhurried.example' }
const settings = {
  SITE_HOST: hostSetting,
  STAGING_HOST: hostSetting,
  API_HOST_PROD: originSetting,
  API_HOST_BETA: originSetting,
}

type Hosts = Record<keyof typeof settings, string>

export function readHosts(env: EnvReader): Hosts {
  const entries = Object.entries(settings).map(([name, { parse, expected }]) => {
    const value = env.get(name)
    const parsed = value === undefined ? '' : parse(value)
    if (parsed === null) env.report(`${name} is "${value}"; it must be ${expected}.`)
    return [name, parsed ?? '']
  })
  return Object.fromEntries(entries) as Hosts
}

/** Under the names by which `lib/mode.ts` reads them. */
export function publicHostVariables(): Record<string, string> {
  const env = new EnvReader(process.env)
  const hosts = readHosts(env)
  if (env.problems.length > 0) throw new EnvError(env.problems)
  return Object.fromEntries(Object.entries(hosts).map(([name, value]) => [`NEXT_PUBLIC_${name}`, value]))
}

function previewHostOf(value: string): string | null {
  const isWild = value.startsWith('*.')
  const host = hostOf(isWild ? value.slice(2) : value)
  // An address of digits is an IP address.
  if (host === null || /(?:^|\.)\d+$/.test(host)) return null
  return isWild ? `*.${host}` : host
}

/** Reads `PREVIEW_HOSTS`: hosts, or `*.` before a host for all that end in it. Wrong ones are reported and left out. */
export function readPreviewHosts(env: EnvReader): string[] {
  return env.list('PREVIEW_HOSTS').flatMap((value) => {
    const host = previewHostOf(value)
    if (host?.startsWith('*.') && isPublicSuffix(host.slice(2))) {
      env.report(`PREVIEW_HOSTS has "${value}", which is too wide: strangers can get a host there. Name your own host.`)
    } else if (host?.includes('.')) return host
    else env.report(`PREVIEW_HOSTS has "${value}", which must be a host such as try.example.org, or *.example.org.`)
    return []
  })
}

/** For pages that a build renders, where other settings are not there yet. */
export const previewHosts = (): string[] => readPreviewHosts(new EnvReader(process.env))
