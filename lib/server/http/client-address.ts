import 'server-only'
import { isIP } from 'node:net'
import { env } from '@/lib/env'

/** The first 64 bits of an IPv6 address, which one subscriber line shares. */
function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) {
    const tailGroups = tail.split(':').filter(Boolean)
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - tailGroups.length)).fill('0'), ...tailGroups)
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** The last entry of the trusted proxy's header. Clients can forge the others. */
export function clientOf(headers: Headers): string | null {
  const { clientAddressHeader } = env()
  const entry = clientAddressHeader && headers.get(clientAddressHeader)?.split(',').at(-1)?.trim()
  if (!entry) return null
  const address = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(entry)?.[1] ?? entry
  const version = isIP(address)
  if (version === 0) return null
  return version === 4 ? address : networkOf(address)
}
