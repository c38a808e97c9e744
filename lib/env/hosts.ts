import { EnvError, EnvReader } from './reader'
import { domainToASCII } from 'node:url'

const host = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/

function hostOf(value: string): string | null {
  const name = value.toLowerCase()
  return host.test(name) ? name : null
}

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

const label = String.raw`[a-z\d](?:[a-z\d-]*[a-z\d])?`
const pattern = new RegExp(String.raw`^(?:\*\.)?${label}(?:\.${label})*\.(?!\d+$)${label}$`)

/** `*.com` and `*.co.uk` would name the hosts of strangers. */
const tooWidePattern = /^\*(?:\.[^.]*|\.(?:com?|net|org|gov|edu|ac)\.[a-z]{2})?$/

function patternOf(value: string): string {
  const isWild = value.startsWith('*.')
  // `domainToASCII` leaves these and what follows them out.
  if (/[/?#@:\\]/.test(value)) return value
  const host = domainToASCII(isWild ? value.slice(2) : value).replace(/\.$/, '')
  return isWild ? `*.${host}` : host
}

/** Reads `PREVIEW_HOSTS`: hosts, or `*.` before a host for all that end in it. Wrong ones are reported and left out. */
export function readPreviewHosts(env: EnvReader): string[] {
  return env.list('PREVIEW_HOSTS').flatMap((value) => {
    const host = patternOf(value)
    if (pattern.test(host) && !tooWidePattern.test(host)) return host
    const why = tooWidePattern.test(value) || tooWidePattern.test(host) ? 'which is too wide: it' : 'which'
    env.report(`PREVIEW_HOSTS has "${value}", ${why} must be a host such as try.example.org, or *.example.org.`)
    return []
  })
}

/** For pages that a build renders, where other settings are not there yet. */
export const previewHosts = (): string[] => readPreviewHosts(new EnvReader(process.env))
