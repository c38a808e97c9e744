/** Tests that the image, as built by tests/deploy/image.ts, is complete with either database. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '@/local/ports'
import { startNginx } from '@/tests/setup/nginx'
import { startPostgres, type PostgresServer } from '@/tests/setup/postgres'
import { layOut, type Image } from './image'

let image: Image
let postgres: PostgresServer | undefined

beforeAll(() => {
  image = layOut()
})
afterAll(async () => {
  image.remove()
  await postgres?.stop()
})

/** Pages of every kind, and expected content. */
const requests: [path: string, type: RegExp, words?: RegExp][] = [
  ['/', /^text\/html/, /<h1/],
  ['/faq', /^text\/html/, /<h1/],
  ['/blog', /^text\/html/, /<article|<li/],
  ['/blog/rss.xml', /^application\/rss\+xml/, /<item>/],
  ['/therapist/sample-therapist', /^text\/html/, /<h1/],
  ['/sitemap.xml', /xml/, /<loc>/],
  ['/og/home.png', /^image\/png/],
  ['/pictures/lake.jpg', /^image\/jpeg/],
  ['/_next/image?url=%2Fpictures%2Flake.jpg&w=320&q=80', /^image\/avif/],
  ['/api/config', /^application\/json/, /"signIn"/],
]

async function expectWhole(url: string): Promise<void> {
  for (const [path, type, words] of requests) {
    const answer = await fetch(url + path, { headers: { accept: 'image/avif,*/*' } })
    expect(`${answer.status} ${path}`).toBe(`200 ${path}`)
    expect(answer.headers.get('content-type'), path).toMatch(type)
    const text = await answer.text()
    expect(text.length, path).toBeGreaterThan(100)
    if (words) expect(text, path).toMatch(words)
  }
  const home = await (await fetch(url)).text()
  const files = [...home.matchAll(/"(\/_next\/static\/[^"?]+)/g)].map(([, path = '']) => path)
  expect(files.length).toBeGreaterThan(1)
  for (const file of files) expect(`${(await fetch(url + file)).status} ${file}`).toBe(`200 ${file}`)
  const lost = await fetch(`${url}/no-such-page`)
  expect(lost.status).toBe(404)
  expect(await lost.text()).toContain('<h1')
}

const complaints = /EACCES|ENOENT|MODULE_NOT_FOUND|standalone|⨯/

const healthOf = async (url: string) => (await (await fetch(`${url}/api/health`)).json()) as { database: string }

const message = { name: 'A visitor', email: 'visitor@people.example', message: 'Does the image write what I send?' }

/** A call that stores something. */
async function expectWritten(url: string): Promise<void> {
  const answer = await fetch(`${url}/api/contact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(message),
  })
  expect(`${answer.status} ${await answer.text()}`).toMatch(/^20\d /)
}

test('runs as an unprivileged user with the build’s files', () => {
  expect(image.recipe.user).toBe('node')
  expect(image.recipe.env).toMatchObject({ NODE_ENV: 'production', DATA_DIR: '/data' })
  expect(existsSync(join(image.folder, image.recipe.workdir, 'next.config.ts'))).toBe(false)
  for (const { from } of image.recipe.copies) expect(from).toMatch(/^\/site\//)
})

test('runs with the embedded database', { timeout: 240_000 }, async () => {
  const site = await image.start()
  try {
    expect(await healthOf(site.url)).toMatchObject({ database: 'ok' })
    await expectWhole(site.url)
    await expectWritten(site.url)
    expect(existsSync(join(image.folder, 'data/db/pglite'))).toBe(true)
    expect(existsSync(join(image.folder, image.recipe.workdir, '.next/cache/images'))).toBe(true)
    expect(image.isHealthy(new URL(site.url).port)).toBe(true)
  } finally {
    await site.stop()
  }
  expect(image.isHealthy(new URL(site.url).port)).toBe(false)
  expect(site.printed()).not.toMatch(complaints)
})

const withPostgres = process.env.TEST_POSTGRES !== 'off' && process.env.TEST_NGINX !== 'off'

test.skipIf(!withPostgres)('runs twice over one Postgres, behind nginx', { timeout: 240_000 }, async () => {
  postgres = await startPostgres()
  const port = await freePort()
  const settings = { DATABASE_URL: postgres.url, SITE_ORIGIN: `http://127.0.0.1:${port}` }
  const sites = await Promise.all([image.start(settings), image.start(settings)])
  const nginx = await startNginx(sites.map(({ url }) => Number(new URL(url).port)))
  try {
    for (const { url } of sites) expect(await healthOf(url)).toMatchObject({ database: 'ok' })
    await expectWhole(nginx.url)
    await expectWritten(nginx.url)
    await sites[0].stop()
    await expectWhole(nginx.url)
    await expectWritten(nginx.url)
  } finally {
    await nginx.stop()
    await Promise.all(sites.map((site) => site.stop()))
  }
  for (const { printed } of sites) expect(printed()).not.toMatch(complaints)
})
