/** Requests that try to be led away, to let the site ask for something, or to leave something behind for others. */
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { limits, paths } from '@/lib/site'
import { hostileAddresses } from '@/tests/hostile/addresses'
import { misleadingHeaders } from '@/tests/hostile/headers'
import { startPostsSite, type PostsSite } from './setup/posts-site'
import { rawRequest } from './setup/raw-request'
import { expect, test } from './setup/test'

/** What the site says of itself, wherever it listens: the same for both sites of these tests. */
const said = 'http://localhost:3999'
const secret = 'e2e-hostile'

const names = Object.keys(misleadingHeaders).map((_, n) => `post-${n}`)
const fill = (posts: string) => {
  for (const name of [...names, 'draft']) {
    const more = name === 'draft' ? 'draft: true\n' : ''
    const text = `---\ntitle: ${name}\ndescription: D\ntags: [services]\nwritten: 2026-11-01\n${more}---\n[Words](/faq).\n`
    writeFileSync(join(posts, `${name}.md`), text)
  }
}

/** Tasks one after the other on a few lines, so that a small machine is not flooded. */
async function inLines<T>(of: readonly T[], task: (one: T) => Promise<void>, lines = 8): Promise<void> {
  const left = [...of]
  const line = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await task(one)
  }
  await Promise.all(Array.from({ length: lines }, line))
}

/**
 * A page, and every address that it tells React beside. How it tells the rest, in which order and under which numbers,
 * is as it happened to be finished, and so is whether Next's mark of a font that was fitted stands in the head by then.
 */
function unordered(html: string): string {
  let told = ''
  const rest = html
    .replace('<meta name="next-size-adjust" content=""/>', '')
    .replace(/<script>self\.__next_f\.push\((.*?)\)<\/script>/gs, (_, row: string) => {
      told += (JSON.parse(row) as [number, string?])[1] ?? ''
      return ''
    })
  const addresses = new Set(told.match(/(?:https?:)?\/\/[^"\\\s]+/g))
  return [rest, ...[...addresses].toSorted()].join('\n')
}

/** A page, and what its held-back scripts start from, whose name says in which order it was written. */
async function inFull(origin: string, path: string) {
  const page = await rawRequest(origin, path)
  const [address] = /\/_next\/static\/pages\/[\w-]+\.json/.exec(page.body) ?? []
  const data = address ? (await rawRequest(origin, address)).body : ''
  const pushed = `<script>self.__next_f.push(${JSON.stringify([1, data])})</script>`
  return { ...page, body: unordered(page.body.replace(address ?? '', '') + pushed) }
}

/** Where two pages begin to differ, with what stands there in each; null where they do not. */
function difference(one: string, other: string): [string, string] | null {
  if (one === other) return null
  let at = 0
  while (one[at] === other[at]) at++
  const from = Math.max(0, at - 60)
  return [one.slice(from, from + 300), other.slice(from, from + 300)]
}

test.describe('hostile requests', { tag: '@once' }, () => {
  test.describe.configure({ mode: 'default' })
  let site: PostsSite
  /** Nobody ever sends this one anything hostile. */
  let control: PostsSite
  test.beforeAll(async () => {
    test.slow()
    const env = { SITE_ORIGIN: said, REVALIDATE_SECRET: secret }
    ;[site, control] = await Promise.all([startPostsSite(fill, env), startPostsSite(fill, env)])
  })
  test.afterAll(() => Promise.all([site.stop(), control.stop()]))

  const isAway = (location: string | undefined) =>
    location !== undefined && URL.parse(location, said)?.origin !== new URL(said).origin

  test('no address leads a request away', async () => {
    test.slow()
    const places: ((address: string) => string)[] = [
      (address) => `/${address}`,
      (address) => `/blog/${address}/page/1`,
      (address) => `${paths.tag('')}${address}/page/1`,
      (address) => `/__/auth/${address}`,
      (address) => `/api/preview?secret=${secret}&slug=${encodeURIComponent(address.toWellFormed())}`,
    ]
    const asked = hostileAddresses
      .filter((address) => address.length < 8000)
      .flatMap((address, n) => [
        // Every address by itself where it is a path, and in one place after the other.
        ...(address.startsWith('/') ? [address] : []),
        ...places.filter((_, place) => place === 0 || n % (places.length - 1) === place - 1).map((at) => at(address)),
      ])
    expect(asked.length).toBeGreaterThan(1500)
    const wrong: string[] = []
    await inLines(asked, async (path) => {
      const { status, location, headers } = await rawRequest(site.origin, path)
      if (status >= 500 || isAway(location) || /^set-cookie$/im.test(headers))
        wrong.push(`${path}: ${status} ${location}`)
    })
    expect(wrong).toEqual([])
    expect(isAway('//evil.test/') && isAway('https://evil.test') && !isAway('/blog')).toBe(true)
  })

  test('the image optimiser asks nobody', async () => {
    test.slow()
    const hits: string[] = []
    const server: Server = createServer((request, response) => {
      hits.push(request.url ?? '')
      response.writeHead(200, { 'content-type': 'image/png' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const hosts = [
      '127.0.0.1',
      'localhost',
      '127.1',
      '0x7f.1',
      '017700000001',
      '2130706433',
      '0',
      '[::1]',
      '[::ffff:7f00:1]',
    ]
    const leads = [
      'http://',
      'https://',
      'HTTP:',
      '//',
      '/\\',
      '\\\\',
      '/%2f',
      '/%5c',
      '/\t/',
      '/.//',
      '/pictures/..//',
      'http:\\\\',
      'http://x@',
    ]
    const asked = [
      ...leads.flatMap((lead) => hosts.map((host) => `${lead}${host}:${port}/pictures/lake.jpg`)),
      'http://169.254.169.254/latest/meta-data/',
      'file:///etc/passwd',
      'data:image/png;base64,AAAA',
      '/pictures/../api/health',
      '/pictures//lake.jpg',
      `/pictures//127.0.0.1:${port}/pictures/lake.jpg`,
      '/pictures/lake.jpg//',
      '/pictures/.hidden.jpg',
      '/pictures/..%2fapi/health',
      '/pictures/%2e%2e/robots.txt',
      '/_next/image?url=/x',
      '/blog/file/../../robots.txt',
      '/blog/file/a/..%2f..%2f..%2frobots.txt',
      `/${said}/pictures/lake.jpg`,
      ...hostileAddresses.filter((address) => address.length < 3000),
    ]
    const wrong: string[] = []
    const written = asked.map((address, n) => (n % 2 ? encodeURI : encodeURIComponent)(address.toWellFormed()))
    await inLines(written, async (address) => {
      const path = `/_next/image?url=${address}&w=${limits.imageWidths[0]}&q=${limits.imageQuality}`
      const { status } = await rawRequest(site.origin, path)
      if (status !== 400 && status !== 404) wrong.push(`${status} ${path}`)
    })
    const fine = `/_next/image?url=%2Fpictures%2Flake.jpg&w=${limits.imageWidths[0]}&q=${limits.imageQuality}`
    expect((await rawRequest(site.origin, fine)).status).toBe(200)
    // Also by a host that the request claims to have come to.
    for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
      const headers = { host, 'x-forwarded-host': host, 'x-forwarded-proto': 'http' }
      const path = fine
        .replace('lake.jpg', `lake.jpg`)
        .replace(`w=${limits.imageWidths[0]}`, `w=${limits.imageWidths[1]}`)
      expect((await rawRequest(site.origin, path, { headers })).status).toBe(200)
    }
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    expect(hits).toEqual([])
    expect(wrong).toEqual([])
  })

  test('misleading headers on a page that nobody has asked for yet change nothing for others', async () => {
    test.slow()
    const wrong: string[] = []
    await inLines(
      Object.entries(misleadingHeaders).map(([name, headers], n) => ({
        name,
        headers,
        path: paths.post(names[n] ?? ''),
      })),
      async ({ name, headers, path }) => {
        for (const asked of [path, `${path}?_rsc=1`]) {
          const { body, headers: told, location } = await rawRequest(site.origin, asked, { headers })
          if (/evil\.test/.test(body + told) || isAway(location)) wrong.push(`${name}: believed`)
        }
        const [after, clean] = await Promise.all([inFull(site.origin, path), inFull(control.origin, path)])
        if (clean.status !== 200 || after.status !== 200) wrong.push(`${name}: ${clean.status} ${after.status}`)
        const left = difference(after.body, clean.body)
        if (left) wrong.push(`${name}: left something in the page: ${left.join(' and not ')}`)
      },
      4,
    )
    expect(wrong).toEqual([])
    const { body } = await rawRequest(site.origin, paths.post(names[0] ?? ''))
    expect(body).toContain(`<link rel="canonical" href="${said}${paths.post(names[0] ?? '')}"`)
    expect(body).toContain(`<meta property="og:url" content="${said}${paths.post(names[0] ?? '')}"`)
  })

  test('all of them at once change no address that the site gives', async () => {
    test.slow()
    const all = Object.assign({}, ...Object.values(misleadingHeaders)) as Record<string, string>
    // Whoever asks for another form of a page gets that, and nothing else happens.
    for (const name of ['rsc', 'x-middleware-prefetch', 'if-none-match']) delete all[name]
    const asked = [
      '/',
      '/faq',
      '/auth',
      '/pricing/start/?c=true',
      '/profile',
      paths.blog,
      `${paths.blog}/page/1`,
      paths.tag('services'),
      paths.by('unhurried'),
      paths.feed,
      paths.atom,
      paths.jsonFeed,
      paths.tagFeed('services'),
      paths.searchPart(1),
      '/sitemap.xml',
      '/robots.txt',
      '/manifest.webmanifest',
      '/no-such-page',
      '/blog/no-such-post',
    ]
    for (const path of asked) {
      const misled = await rawRequest(site.origin, path, { headers: all })
      expect.soft(misled.body + misled.headers, path).not.toContain('evil.test')
      expect.soft(isAway(misled.location), path).toBe(false)
      const [after, clean] = await Promise.all([inFull(site.origin, path), inFull(control.origin, path)])
      expect.soft([after.status, after.location], path).toEqual([clean.status, clean.location])
      expect.soft(difference(after.body, clean.body), `${path} is the same`).toBeNull()
    }
    const preview = `/api/preview?slug=draft&secret=${secret}`
    expect((await rawRequest(site.origin, preview, { headers: all })).location).toBe(paths.post('draft'))
    const form = { 'content-type': 'application/x-www-form-urlencoded' }
    const words = new URLSearchParams({ name: 'Ada', email: 'ada@people.example', message: 'Hello' }).toString()
    // Another site's page is refused by its origin.
    const { origin: _, ...own } = all
    const sent = { headers: { ...own, ...form }, method: 'POST', body: words }
    expect((await rawRequest(site.origin, '/api/contact', sent)).location).toBe(`${paths.contact}#received`)
  })
})
