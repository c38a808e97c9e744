/** Hostile requests: open redirects, server-side request forgery and cache poisoning. */
import { writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { limits, paths } from '@/lib/site'
import { hostileAddresses } from '@/tests/hostile/addresses'
import { misleadingHeaders } from '@/tests/hostile/headers'
import { words } from '@/tests/setup/words'
import { startPostsSite, type PostsSite } from './setup/posts-site'
import { rawRequest } from './setup/raw-request'
import { postLists } from './setup/routes'
import { expect, test } from './setup/test'

/** The public origin of both sites, independent of their ports. */
const publicOrigin = 'http://localhost:3999'
const secret = 'e2e-hostile'

const names = Object.keys(misleadingHeaders).map((_, n) => `post-${n}`)
const fill = (posts: string) => {
  for (const name of [...names, 'draft']) {
    const more = name === 'draft' ? 'draft: true\n' : ''
    const text = `---\ntitle: ${name}\ndescription: D\ntags: [services]\nwritten: 2026-11-01\n${more}---\n[Words](/faq).\n`
    writeFileSync(join(posts, `${name}.md`), text)
  }
}

/** Runs tasks with limited concurrency. */
async function withConcurrency<T>(of: readonly T[], task: (one: T) => Promise<void>, limit = 8): Promise<void> {
  const left = [...of]
  const worker = async () => {
    for (let one = left.pop(); one !== undefined; one = left.pop()) await task(one)
  }
  await Promise.all(Array.from({ length: limit }, worker))
}

/**
 * A page, and the addresses in its React data. The order and numbering of that data vary between renderings, as does
 * Next's `next-size-adjust` mark.
 */
function unordered(html: string): string {
  let pushed = ''
  const rest = html
    .replace('<meta name="next-size-adjust" content=""/>', '')
    .replace(/<script>self\.__next_f\.push\((.*?)\)<\/script>/gs, (_, row: string) => {
      pushed += (JSON.parse(row) as [number, string?])[1] ?? ''
      return ''
    })
  const addresses = new Set(pushed.match(/(?:https?:)?\/\/[^"\\\s]+/g))
  return [rest, ...[...addresses].toSorted()].join('\n')
}

/** A page with its deferred React data, whose file name depends on the order of rendering. */
async function inFull(origin: string, path: string) {
  const page = await rawRequest(origin, path)
  const [address] = /\/_next\/static\/pages\/[\w-]+\.json/.exec(page.body) ?? []
  const data = address ? (await rawRequest(origin, address)).body : ''
  const pushed = `<script>self.__next_f.push(${JSON.stringify([1, data])})</script>`
  return { ...page, body: unordered(page.body.replace(address ?? '', '') + pushed) }
}

/** The first difference of two pages with some context, or null. */
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
  /** Gets no hostile requests. */
  let control: PostsSite
  test.beforeAll(async () => {
    test.slow()
    const env = { SITE_ORIGIN: publicOrigin, REVALIDATE_SECRET: secret }
    ;[site, control] = await Promise.all([startPostsSite(fill, env), startPostsSite(fill, env)])
  })
  test.afterAll(() => Promise.all([site.stop(), control.stop()]))

  const isAway = (location: string | undefined) =>
    location !== undefined && URL.parse(location, publicOrigin)?.origin !== new URL(publicOrigin).origin

  test('no address redirects to another origin @long', async () => {
    test.slow()
    const places: ((address: string) => string)[] = [
      (address) => `/${address}`,
      (address) => `/blog/${address}/page/1`,
      (address) => `${paths.tag('')}${address}/page/1`,
      (address) => `/__/auth/${address}`,
      (address) => `/api/preview?secret=${secret}&slug=${encodeURIComponent(address.toWellFormed())}`,
    ]
    const requested = hostileAddresses
      .filter((address) => address.length < 8000)
      .flatMap((address, n) => [
        // Uses paths as they are, and puts each address into some of the places.
        ...(address.startsWith('/') ? [address] : []),
        ...places.filter((_, place) => place === 0 || n % (places.length - 1) === place - 1).map((at) => at(address)),
      ])
    expect(requested.length).toBeGreaterThan(1500)
    const wrong: string[] = []
    await withConcurrency(requested, async (path) => {
      const { status, location, headers } = await rawRequest(site.origin, path)
      if (status >= 500 || isAway(location) || /^set-cookie$/im.test(headers))
        wrong.push(`${path}: ${status} ${location}`)
    })
    expect(wrong).toEqual([])
    expect(isAway('//evil.test/') && isAway('https://evil.test') && !isAway('/blog')).toBe(true)
  })

  test('the image optimiser requests no other host @long', async () => {
    test.slow()
    const hits: string[] = []
    const server: Server = createServer((request, response) => {
      hits.push(request.url ?? '')
      response.writeHead(200, { 'content-type': 'image/png' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const hosts = words`127.0.0.1 localhost 127.1 0x7f.1 017700000001 2130706433 0 [::1] [::ffff:7f00:1]`
    const leads = words`http:// https:// HTTP: // /\\ \\\\ /%2f /%5c /\t/ /.// /pictures/..// http:\\\\ http://x@`
    const requested = [
      ...leads.flatMap((lead) => hosts.map((host) => `${lead}${host}:${port}/pictures/lake.jpg`)),
      ...words`
        http://169.254.169.254/latest/meta-data/ file:///etc/passwd data:image/png;base64,AAAA /pictures/../api/health
        /pictures//lake.jpg /pictures//127.0.0.1:${port}/pictures/lake.jpg /pictures/lake.jpg// /pictures/.hidden.jpg
        /pictures/..%2fapi/health /pictures/%2e%2e/robots.txt /_next/image?url=/x /blog/file/../../robots.txt
        /blog/file/a/..%2f..%2f..%2frobots.txt /${publicOrigin}/pictures/lake.jpg
      `,
      ...hostileAddresses.filter((address) => address.length < 3000),
    ]
    const wrong: string[] = []
    const written = requested.map((address, n) => (n % 2 ? encodeURI : encodeURIComponent)(address.toWellFormed()))
    await withConcurrency(written, async (address) => {
      const path = `/_next/image?url=${address}&w=${limits.imageWidths[0]}&q=${limits.imageQuality}`
      const { status } = await rawRequest(site.origin, path)
      if (status !== 400 && status !== 404) wrong.push(`${status} ${path}`)
    })
    const fine = `/_next/image?url=%2Fpictures%2Flake.jpg&w=${limits.imageWidths[0]}&q=${limits.imageQuality}`
    expect((await rawRequest(site.origin, fine)).status).toBe(200)
    // Also with forged host headers.
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

  test('misleading headers on the first request poison no cache @long', async () => {
    test.slow()
    const wrong: string[] = []
    await withConcurrency(
      Object.entries(misleadingHeaders).map(([name, headers], n) => ({
        name,
        headers,
        path: paths.post(names[n] ?? ''),
      })),
      async ({ name, headers, path }) => {
        for (const requested of [path, `${path}?_rsc=1`]) {
          const { body, headers: received, location } = await rawRequest(site.origin, requested, { headers })
          if (/evil\.test/.test(body + received) || isAway(location)) wrong.push(`${name}: believed`)
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
    expect(body).toContain(`<link rel="canonical" href="${publicOrigin}${paths.post(names[0] ?? '')}"`)
    expect(body).toContain(`<meta property="og:url" content="${publicOrigin}${paths.post(names[0] ?? '')}"`)
  })

  test('all misleading headers together change no address @long', async () => {
    test.slow()
    const all = Object.assign({}, ...Object.values(misleadingHeaders)) as Record<string, string>
    // These headers select another representation of the page.
    for (const name of ['rsc', 'x-middleware-prefetch', 'if-none-match']) delete all[name]
    const requested = [
      ...words`/ /faq /auth /pricing/start/?c=true /profile /sitemap.xml /robots.txt /manifest.webmanifest /no-such-page`,
      ...postLists,
      `${paths.blog}/page/1`,
      '/blog/no-such-post',
    ]
    for (const path of requested) {
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
    const fields = new URLSearchParams({ name: 'Ada', email: 'ada@people.example', message: 'Hello' }).toString()
    // A foreign origin would be refused.
    const { origin: _, ...own } = all
    const sent = { headers: { ...own, ...form }, method: 'POST', body: fields }
    expect((await rawRequest(site.origin, '/api/contact', sent)).location).toBe(`${paths.contact}#received`)
  })
})
