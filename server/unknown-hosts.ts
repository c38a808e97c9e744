import { publicEnv } from '@/lib/env/public'
import { modeOf } from '@/lib/mode'
import { log } from './log'

/** Anybody can send any host: past this many there is nothing new to learn from the log. */
const most = 50

/** Logs each host without a mode once: the browser's code reaches no API there. */
export function unknownHosts(): (host: string | undefined) => void {
  const known = new Set<string>()
  return (header = '') => {
    const host = header.toLowerCase().slice(0, 255).replace(/:\d*$/, '').replace(/\.$/, '')
    if (known.has(host) || known.size >= most || host === '' || modeOf(host, publicEnv.hosts) !== 'none') return
    known.add(host)
    log().warn(
      { host },
      'nobody can sign in, pay or write at this host: it is neither SITE_HOST nor STAGING_HOST of the build',
    )
  }
}
