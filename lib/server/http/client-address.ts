import 'server-only'
import { isIP } from 'node:net'
import { env } from '@/lib/env'

/** An IPv6 network of 64 bits is one client: a single line has all of its addresses. */
function network(address: string): string {
  const [head = '', tail] = address.toLowerCase().split('%')[0]!.split('::')
  const groups = head.split(':').filter(Boolean)
  const rest = tail === undefined ? [] : tail.split(':').filter(Boolean)
  const filled =
    tail === undefined
      ? groups
      : [
          ...groups,
          ...Array(8)
            .fill('0')
            .slice(groups.length + rest.length),
          ...rest,
        ]
  return filled
    .slice(0, 4)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':')
}

/**
 * The client that a trusted proxy names in the header that `CLIENT_ADDRESS_HEADER` says: an IPv4 address or an IPv6
 * network. Of a list only the last entry counts, since the client can write the others. Null without that setting.
 */
export function clientOf(headers: Headers): string | null {
  const { clientAddressHeader } = env()
  const named = clientAddressHeader && headers.get(clientAddressHeader)?.split(',').at(-1)?.trim()
  if (!named) return null
  const address = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(named)?.[1] ?? named
  const kind = isIP(address)
  if (kind === 0) return null
  return kind === 4 ? address : network(address)
}
