import type { LookupAddress } from 'node:dns'
import { createServer, type Server } from 'node:http'
import type { AddressInfo, LookupFunction } from 'node:net'
import { fetch } from 'undici'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { isPublic, NotPublic, publicAgent, readFile } from '@/lib/content/sources/notion/pictures'

const names = vi.hoisted((): string[] => [])
vi.mock('node:dns', async (original) => {
  const dns = await original<typeof import('node:dns')>()
  /** A hostile DNS server. */
  const lookup: LookupFunction = (host, options, callback) => {
    if (!host.endsWith('.notion.so')) return dns.lookup(host, options, callback)
    names.push(host)
    if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }])
    else callback(null, '127.0.0.1', 4)
  }
  return { ...dns, lookup }
})

describe('an address', () => {
  it.each([
    '93.184.215.14',
    '1.1.1.1',
    '100.63.255.255',
    '172.15.0.1',
    '172.32.0.1',
    '192.169.0.1',
    '223.255.255.255',
    '2606:4700:4700::1111',
    '2a00:1450:4001:82f::200e',
  ])('%s is public', (address) => expect(isPublic(address)).toBe(true))

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.170',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:a9fe:a9fe',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::1',
    '3fff::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
    'localhost',
    '127.1',
    '2130706433',
    '',
  ])('%s is not public', (address) => expect(isPublic(address)).toBe(false))
})

describe('a server of this machine', () => {
  const hits: string[] = []
  let server: Server
  let port = 0
  beforeAll(async () => {
    server = createServer((request, response) => {
      hits.push(request.url ?? '')
      response.end('secret')
    })
    // IPv4 and IPv6 if the machine has both.
    await new Promise<void>((resolve) => server.listen(0, resolve))
    port = (server.address() as AddressInfo).port
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  beforeEach(() => {
    hits.length = 0
  })

  /** Answers like a hostile DNS server. */
  const answering = (...rounds: string[][]): LookupFunction => {
    let round = 0
    return (_host, options, callback) => {
      const addresses = rounds[Math.min(round++, rounds.length - 1)] ?? []
      const all: LookupAddress[] = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
      if (options.all) callback(null, all)
      else callback(null, all[0]?.address ?? '', all[0]?.family)
    }
  }
  const causeOf = (asked: Promise<unknown>) =>
    asked.then(
      () => 'answered',
      (error: Error) => error.cause,
    )
  const ask = (address: string, lookup?: LookupFunction) =>
    causeOf(fetch(address, { dispatcher: publicAgent(lookup), signal: AbortSignal.timeout(5000) }))

  it('is running', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/`)
    expect(await response.text()).toBe('secret')
    expect(hits).toEqual(['/'])
  })

  it.each([
    '127.0.0.1',
    '127.1',
    '0x7f.1',
    '0177.0.0.1',
    '2130706433',
    '0x7f000001',
    '0',
    '[::1]',
    '[::]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[0:0:0:0:0:ffff:7f00:0001]',
    '127\u30020\u30020\u30021',
    '\u2460\u2461\u2466.0.0.\u2460',
    'localhost',
    'LOCALHOST',
  ])('is not reached as %s', async (host) => {
    expect(await ask(`http://${host}:${port}/`)).toBeInstanceOf(NotPublic)
    expect(hits).toEqual([])
  })

  it.each([
    ['a name of it', ['127.0.0.1']],
    ['a name of its other family', ['::1']],
    ['a mapped address', ['::ffff:127.0.0.1']],
    ['one of several addresses', ['93.184.215.14', '127.0.0.1']],
    ['a cloud’s own service', ['169.254.169.254']],
    ['no address at all', []],
  ])('is not reached by %s', async (_, addresses) => {
    expect(await ask(`http://127-0-0-1.names.test:${port}/`, answering(addresses))).toBeInstanceOf(NotPublic)
    expect(hits).toEqual([])
  })

  it('is not reached by DNS rebinding', async () => {
    const lookup = vi.fn<LookupFunction>(answering(['127.0.0.1'], ['93.184.215.14']))
    expect(await ask(`http://turning.names.test:${port}/`, lookup)).toBeInstanceOf(NotPublic)
    expect(lookup).toHaveBeenCalledOnce()
    expect(hits).toEqual([])
  })

  it.each([
    () => `http://127.0.0.1:${port}/x.png`,
    () => `http://localhost:${port}/x.png`,
    () => `https://[::1]:${port}/x.png`,
    () => 'http://169.254.169.254/latest/meta-data/',
  ])('is not a file store', async (address) => {
    await expect(readFile(address(), null)).rejects.toThrow('The file is not in a store of Notion’s.')
    expect(hits).toEqual([])
  })
})

describe('a store of Notion’s', () => {
  it('is not requested if its name resolves to this machine', async () => {
    const asked = readFile('https://file.notion.so/x.png', null)
    await expect(asked).rejects.toThrow('The store could not be read: file.notion.so is not on the public internet.')
    expect(names).toEqual(['file.notion.so'])
  })
})
