import { EnvError, Reader } from './env/reader'

const host = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/

function hostOf(value: string): string | null {
  const name = value.toLowerCase()
  return host.test(name) ? name : null
}

/** The origin of an address without a path; null for any other address. */
export function originOf(value: string): string | null {
  const url = URL.parse(value)
  const plain = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  return plain ? url.origin : null
}

const aHost = { judge: hostOf, expected: 'a host alone, such as unhurried.example' }
const anOrigin = { judge: originOf, expected: 'an origin such as https://api.unhurried.example' }
const settings = { SITE_HOST: aHost, STAGING_HOST: aHost, API_HOST_PROD: anOrigin, API_HOST_BETA: anOrigin }

type Hosts = Record<keyof typeof settings, string>

export function readHosts(env: Reader): Hosts {
  const read = Object.entries(settings).map(([name, { judge, expected }]) => {
    const value = env.get(name)
    const judged = value === undefined ? '' : judge(value)
    if (judged === null) env.report(`${name} is "${value}"; it must be ${expected}.`)
    return [name, judged ?? '']
  })
  return Object.fromEntries(read) as Hosts
}

/** Under the names by which `lib/env/public.ts` reads them. */
export function builtHosts(): Record<string, string> {
  const env = new Reader(process.env)
  const hosts = readHosts(env)
  if (env.problems.length > 0) throw new EnvError(env.problems)
  return Object.fromEntries(Object.entries(hosts).map(([name, value]) => [`NEXT_PUBLIC_${name}`, value]))
}
