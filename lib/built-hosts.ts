const hosts = ['SITE_HOST', 'STAGING_HOST'] as const
const origins = ['API_HOST_PROD', 'API_HOST_BETA'] as const

type Read = (name: string) => string | undefined
type Hosts = Record<(typeof hosts)[number] | (typeof origins)[number], string>

/** As a browser names a host: in lower case, without the scheme, the port or a path. */
const host = /^[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/

/** An address of a host alone, without what stands behind it; null for anything else. */
export function originOf(value: string): string | null {
  const url = URL.parse(value)
  const plain = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`
  return plain ? url.origin : null
}

/**
 * The hosts that decide the mode and where its API is, empty where none is named.
 * @param say told in a sentence what is wrong; that setting counts as not set
 */
export function readHosts(read: Read, say: (problem: string) => void): Hosts {
  const said = (name: keyof Hosts, judged: (value: string) => string | null, expected: string) => {
    const value = read(name)?.trim()
    if (!value) return ''
    const good = judged(value)
    if (good === null) say(`${name} is "${value}"; it must be ${expected}.`)
    return good ?? ''
  }
  const asHost = (value: string) => (host.test(value.toLowerCase()) ? value.toLowerCase() : null)
  return {
    SITE_HOST: said('SITE_HOST', asHost, 'a host alone, such as unhurried.example'),
    STAGING_HOST: said('STAGING_HOST', asHost, 'a host alone, such as staging.unhurried.example'),
    API_HOST_PROD: said('API_HOST_PROD', originOf, 'an origin such as https://api.unhurried.example'),
    API_HOST_BETA: said('API_HOST_BETA', originOf, 'an origin such as https://api.unhurried.example'),
  }
}

/**
 * The hosts that are fixed when the site is built, under the names by which `lib/env.public.ts` reads them.
 * @throws {Error} a sentence for each that is wrong: what a build fixes, no start can mend
 */
export function builtHosts(): Record<string, string> {
  const problems: string[] = []
  const read = readHosts(
    (name) => process.env[name],
    (problem) => problems.push(problem),
  )
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return Object.fromEntries([...hosts, ...origins].map((name) => [`NEXT_PUBLIC_${name}`, read[name]]))
}
