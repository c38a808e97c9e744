import { defaultHosts } from './site'

/** The environment of a host; `none` uses no API. */
export type Mode = 'beta' | 'prod' | 'none'

type Hosts = { main: string; staging: string }

const localHosts = new Set(['localhost', '127.0.0.1', '[::1]', '::1'])

/** A pattern is a host, or `*.` for all hosts below it. */
export const matchesHost = (name: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? name.length > pattern.length - 1 && name.endsWith(pattern.slice(1)) : name === pattern

/** Exact apart from port, case and one trailing dot: `unhurried.example.evil.test` has no mode. */
export function modeOf(host: string, hosts: Hosts = defaultHosts, previewHosts: readonly string[] = []): Mode {
  const name = host
    .toLowerCase()
    .replace(/:\d*$/, (port, at: number) => (host.slice(0, at).includes(':') && !host.startsWith('[') ? port : ''))
    .replace(/\.$/, '')
  if (localHosts.has(name) || name === hosts.staging) return 'beta'
  if (name === hosts.main || name === `www.${hosts.main}`) return 'prod'
  if (previewHosts.some((pattern) => matchesHost(name, pattern))) return 'beta'
  return 'none'
}

/** Fixed by the build, also for the browser. */
export const publicEnv = {
  hosts: {
    main: process.env.NEXT_PUBLIC_SITE_HOST || defaultHosts.main,
    staging: process.env.NEXT_PUBLIC_STAGING_HOST || defaultHosts.staging,
  },
  api: {
    prod: process.env.NEXT_PUBLIC_API_HOST_PROD || '',
    beta: process.env.NEXT_PUBLIC_API_HOST_BETA || '',
  } satisfies Record<Exclude<Mode, 'none'>, string>,
}
