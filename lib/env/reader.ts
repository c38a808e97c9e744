/** Reads single settings, and collects what is wrong with them. */
import { BlockList, isIP } from 'node:net'
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

const minStrength = { length: 20, differentCharacters: 8 }

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

  port(name: string, fallback: number): number {
    const value = this.get(name)
    if (value === undefined) return fallback
    if (/^\d{1,5}$/.test(value) && Number(value) > 0 && Number(value) < 65536) return Number(value)
    this.report(`${name} is "${value}"; it must be a port from 1 to 65535.`)
    return fallback
  }

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

  /** Reports a wrong kind of key without repeating it, since it may be a secret. */
  keyOfKind(name: string, otherKinds: RegExp, expected: string): string | undefined {
    const value = this.get(name)
    if (value !== undefined && otherKinds.test(value)) this.report(`${name} is another key; it must be ${expected}.`)
    return value
  }

  /** Reports a weak secret without repeating it. */
  checkStrength(name: string): void {
    const value = this.get(name)
    if (
      value === undefined ||
      (value.length >= minStrength.length && new Set(value).size >= minStrength.differentCharacters)
    )
      return
    this.report(
      `${name} is too easy to guess: it must have at least ${minStrength.length} characters, ${minStrength.differentCharacters} of them different. Make one with: openssl rand -hex 24`,
    )
  }

  list(name: string): string[] {
    return (this.get(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
  }

  uniqueList(name: string): string[] {
    const uniqueList = this.list(name)
    if (this.get(name) !== undefined && uniqueList.length === 0) this.report(`${name} has no entries.`)
    return [...new Set(uniqueList)]
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

const ownAddresses = new BlockList()
ownAddresses.addSubnet('127.0.0.0', 8)
ownAddresses.addAddress('0.0.0.0')
ownAddresses.addAddress('::1', 'ipv6')
ownAddresses.addAddress('::', 'ipv6')

function isLocalAddress(host: string): boolean {
  const name = host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
  const kind = isIP(name)
  if (kind === 0) return /(?:^|\.)localhost$/.test(name)
  return ownAddresses.check(name, kind === 6 ? 'ipv6' : 'ipv4')
}

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
  const mail = env.get('SMTP_URL')
  const mailHost = mail && URL.parse(mail)?.hostname
  if (mailHost && isLocalAddress(mailHost)) {
    env.report(`SMTP_URL points at a stand-in (${mailHost}), but DEPLOYMENT is ${deployment}: name a real mail server.`)
  }
  for (const name of env.vendorUrls) {
    const value = env.get(name)
    const url = value ? URL.parse(value) : null
    if (url && (url.protocol !== 'https:' || isLocalAddress(url.hostname))) {
      env.report(
        `${name} points at a stand-in (${url.host}), but DEPLOYMENT is ${deployment}: unset it to reach the real host.`,
      )
    }
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
