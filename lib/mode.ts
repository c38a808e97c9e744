import { defaultHosts } from './site'

/** Which of the two worlds a host belongs to; `none` belongs to neither and reaches no API. */
export type Mode = 'beta' | 'prod' | 'none'

type Hosts = { main: string; staging: string }

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/**
 * The mode of a host as `location.hostname` or `URL.hostname` gives it.
 * A port, the letter case and one trailing dot make no difference; nothing else is trimmed,
 * so that `unhurried.example.evil.test` stays without a mode.
 */
export function modeOf(host: string, hosts: Hosts = defaultHosts): Mode {
  const name = host
    .toLowerCase()
    .replace(/:\d*$/, (port, at: number) => (host.slice(0, at).includes(':') && !host.startsWith('[') ? port : ''))
    .replace(/\.$/, '')
  if (localHosts.has(name) || name === hosts.staging) return 'beta'
  if (name === hosts.main || name === `www.${hosts.main}`) return 'prod'
  return 'none'
}
