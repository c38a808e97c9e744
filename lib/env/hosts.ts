import { domainToASCII } from 'node:url'
import { getDomain } from 'tldts'
import { EnvError, EnvReader } from './reader'

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
