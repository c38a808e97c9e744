import 'server-only'
import { isIP } from 'node:net'
import { env } from '@/lib/env'

/** The first 64 bits of an IPv6 address, which one subscriber line shares. */
function networkOf(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::')
  const groups = head.split(':').filter(Boolean)
  if (tail !== undefined) {
    const rest = tail.split(':').filter(Boolean)
    groups.push(...Array<string>(Math.max(0, 8 - groups.length - rest.length)).fill('0'), ...rest)
  }
  return groups
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/** The last entry of the trusted proxy's header. Clients can forge the others. */
export function clientOf(headers: Headers): string | null {
  const { clientAddressHeader } = env()
  const named = clientAddressHeader && headers.get(clientAddressHeader)?.split(',').at(-1)?.trim()
  if (!named) return null
  const address = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(named)?.[1] ?? named
  const version = isIP(address)
  if (version === 0) return null
  return version === 4 ? address : networkOf(address)
}
