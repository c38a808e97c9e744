import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'

/** Of IPv4, what the registry of special-purpose addresses keeps for hosts, networks and experiments of their own. */
const special4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
] as const

/**
 * Of IPv6, all but the global addresses in 2000::/3, and what is special among those; so also every form that has an
 * IPv4 address in it.
 */
const special6 = ['::/3', '2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20', '4000::/2', '8000::/1'] as const

function listOf(subnets: readonly string[], family: 'ipv4' | 'ipv6'): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [net = '', bits] = subnet.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}
const refused = { 4: listOf(special4, 'ipv4'), 6: listOf(special6, 'ipv6') } as const

/** Whether an IP address is one of the public internet: not of this machine, of its network or of a cloud's own services. */
export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused[4].check(address, 'ipv4')
  return family === 6 && !refused[6].check(address, 'ipv6')
}

/** A host that is not on the public internet, or is so only by one of its addresses. */
export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} is not on the public internet.`)
  }
}

/**
 * Connections to the public internet alone. The address is judged after it was looked up and is the very one that is
 * connected to, so that no name, and no name that changes in between, leads anywhere else.
 * @param lookup asks for the addresses of a name
 */
export function publicAgent(lookup: LookupFunction = systemLookup): Agent {
  const connect = buildConnector({
    lookup: (host, options, callback) =>
      lookup(host, options, (error, found, family) => {
        if (error) return callback(error, found, family)
        const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found]
        if (addresses.length > 0 && addresses.every(isPublic)) return callback(null, found, family)
        callback(new NotPublic(host), found, family)
      }),
  })
  return new Agent({
    connect(options, callback) {
      // What is an address already is not looked up.
      const host = options.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !isPublic(host)) callback(new NotPublic(host), null)
      else connect(options, callback)
    },
  })
}
