import { lookup as systemLookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector, fetch, type Response } from 'undici'
import { reasonOf } from '@/lib/content/report'

/** Special-purpose ranges of the IANA registry. */
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

/** Everything but global unicast (2000::/3), and its special ranges, including those that embed IPv4. */
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

export function isPublic(address: string): boolean {
  const family = isIP(address)
  if (family === 4) return !refused[4].check(address, 'ipv4')
  return family === 6 && !refused[6].check(address, 'ipv6')
}

export class NotPublic extends Error {
  constructor(host: string) {
    super(`${host} is not on the public internet.`)
  }
}

/** Connects to public addresses only. Checks the connected address, to rule out DNS rebinding. */
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
      const host = options.hostname.replace(/^\[|\]$/g, '')
      if (isIP(host) !== 0 && !isPublic(host)) callback(new NotPublic(host), null)
      else connect(options, callback)
    },
  })
}

/** Hosts and paths that belong to Notion alone. */
const stores: readonly { host: RegExp; path?: RegExp }[] = [
  { host: /^prod-files-secure\.s3(\.[a-z0-9-]+)?\.amazonaws\.com$/ },
  { host: /^s3[.-]us-west-2\.amazonaws\.com$/, path: /^\/secure\.notion-static\.com\// },
  { host: /^(file|files)\.notion\.(so|com)$/ },
  { host: /^[a-z0-9-]+\.(notion-static|notionusercontent)\.com$/ },
]

const most = { bytes: 10 * 1024 * 1024, time: 10_000, hops: 2 }

/** Whether an address belongs to Notion's file stores or the local stand-in. Nothing else is fetched. */
export function isStore(address: string, ownOrigin: string | null): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return false
  if (ownOrigin !== null) return url.origin === ownOrigin
  if (url.protocol !== 'https:' || url.port) return false
  return stores.some(({ host, path }) => host.test(url.hostname) && (path?.test(url.pathname) ?? true))
}

/** Reading a file failed. Addresses grant access, so the message never contains one. */
export class StoreFailure extends Error {
  constructor(
    message: string,
    /** HTTP status of the store, or null. */
    readonly status: number | null = null,
    /** Whether a retry may succeed. */
    readonly isPassing = true,
  ) {
    super(message)
  }
}

/** Guards against local DNS answers for Notion's hosts. */
const publicly = publicAgent()

const tooLarge = () => new StoreFailure(`The file is larger than ${most.bytes / 1024 / 1024} MB.`, null, false)

async function open(address: string, ownOrigin: string | null, signal: AbortSignal): Promise<Response> {
  let url = address
  for (let hop = 0; hop <= most.hops; hop++) {
    if (!isStore(url, ownOrigin)) throw new StoreFailure('The file is not in a store of Notion’s.', null, false)
    const dispatcher = ownOrigin === null ? publicly : undefined
    const response = await fetch(url, { redirect: 'manual', signal, dispatcher })
    const next = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
    if (next === null) {
      if (response.ok && Number(response.headers.get('content-length') ?? 0) <= most.bytes) return response
      await response.body?.cancel()
      throw response.ok ? tooLarge() : new StoreFailure(`The store answered ${response.status}.`, response.status)
    }
    await response.body?.cancel()
    url = URL.parse(next, url)?.href ?? ''
  }
  throw new StoreFailure('The store sends from one address to the next.')
}

/**
 * @param enough receives the bytes so far; true stops reading
 * @throws {StoreFailure} unless the address is a store's and the file has an acceptable size
 */
export async function readFile(
  address: string,
  ownOrigin: string | null,
  { enough, signal }: { enough?: (bytes: Buffer) => boolean; signal?: AbortSignal } = {},
): Promise<Buffer<ArrayBuffer>> {
  const late = AbortSignal.timeout(most.time)
  const chunks: Uint8Array[] = []
  let size = 0
  // Checks again when the size has doubled, which keeps checking cheap.
  let look = 16 * 1024
  try {
    const response = await open(address, ownOrigin, signal ? AbortSignal.any([late, signal]) : late)
    for await (const chunk of response.body ?? []) {
      chunks.push(chunk)
      size += chunk.length
      if (size > most.bytes) throw tooLarge()
      if (!enough || size < look) continue
      if (enough(Buffer.concat(chunks))) break
      look = size * 2
    }
  } catch (error) {
    if (error instanceof StoreFailure) throw error
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error
    throw new StoreFailure(`The store could not be read: ${reasonOf(cause)}`)
  }
  return Buffer.concat(chunks)
}
