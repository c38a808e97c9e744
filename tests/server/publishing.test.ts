import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { POST as reconcile } from '@/app/api/billing/reconcile/route'
import { GET as health } from '@/app/api/health/route'
import { POST as leave } from '@/app/api/preview/end/route'
import { GET as preview, POST as postedPreview } from '@/app/api/preview/route'
import { POST as revalidate } from '@/app/api/revalidate/route'
import { GET as footer } from '@/app/blog/footer/[slug]/route'
import { readDraftPost, readPost } from '@/lib/content/posts'
import { contentEnv } from '@/lib/site-settings'
import { hasValidPreviewCookie } from '@/lib/preview-cookie'
import { assertSecret } from '@/lib/server/http/secret'
import { call, stage } from '@/tests/setup/stage'
import { replaceProcessState } from '@/lib/server/process-state'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

const { revalidated, mode } = vi.hoisted(() => ({
  revalidated: vi.fn(),
  mode: { enable: vi.fn(), disable: vi.fn() },
}))
// Outside Next there is no cache; the end-to-end tests check that pages change.
vi.mock('next/cache', () => ({ revalidateTag: revalidated, unstable_cache: <T>(ask: T): T => ask }))
vi.mock('next/headers', () => ({ draftMode: async () => mode }))

let world: Awaited<ReturnType<typeof stage>>
let folder: string

const write = (name: string, more = '', body = 'Words.') =>
  writeFile(
    path.join(folder, `${name}.md`),
    `---\ntitle: ${name}\ndescription: D\ntags: [posts]\nwritten: 2026-11-01\n${more}---\n${body}\n`,
  )

beforeAll(async () => {
  world = await stage()
  folder = temporaryFolder('publishing')
  contentEnv().blog = { source: 'markdown', folder }
  await write('shown', `codeInjectionFooter: '<script>document.title = "x"</script>'\n`)
  await write('hidden', 'draft: true\n')
})
afterAll(async () => {
  await world.close()
})
beforeEach(() => vi.clearAllMocks())

describe('revalidate', () => {
  const ask = (secret?: string) =>
    call(revalidate, '/revalidate', { body: {}, headers: secret ? { 'x-revalidate-secret': secret } : {} })

  test('shows changed posts with the secret', async () => {
    await write('fresh')
    expect(await (await ask('revalidate-secret')).json()).toEqual({ revalidated: true })
    expect(revalidated).toHaveBeenCalledExactlyOnceWith('posts', { expire: 0 })
    expect((await readPost('fresh'))?.title).toBe('fresh')
  })

  test.each([[undefined], ['wrong'], ['revalidate-secret2'], ['']])(
    'answers 401 with %s, and refreshes nothing',
    async (secret) => {
      expect((await ask(secret)).status).toBe(401)
      expect(revalidated).not.toHaveBeenCalled()
    },
  )

  test('answers 503 with the reason while posts cannot be read', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    await write('broken', 'reviewed: someday\n')
    const response = await ask('revalidate-secret')
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).not.toBeNull()
    expect((await response.json()).error.message).toMatch(/nothing has changed: .*broken\.md: reviewed: /)
    expect(revalidated).not.toHaveBeenCalled()
    expect((await readPost('shown'))?.title).toBe('shown')
    await rm(path.join(folder, 'broken.md'))
    expect((await ask('revalidate-secret')).status).toBe(200)
    warn.mockRestore()
  })
})

describe('the preview of a draft', () => {
  const ask = (slug: string, secret = 'revalidate-secret') =>
    call(preview, `/preview?slug=${slug}&secret=${encodeURIComponent(secret)}`)

  test('redirects to the post without the secret in its address', async () => {
    const response = await ask('hidden')
    expect(response.status).toBe(307)
    expect(response.headers.get('location')).toBe('/blog/hidden')
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(mode.enable).toHaveBeenCalledOnce()
    expect(await readDraftPost('hidden')).toMatchObject({ isPublished: false })
    expect(await readDraftPost('shown')).toMatchObject({ isPublished: true })
    expect(await readPost('hidden')).toBeNull()
  })

  test.each([
    ['hidden', 'wrong', 401],
    ['nothing', 'revalidate-secret', 404],
    ['..%2F..%2Fpackage', 'revalidate-secret', 404],
    ['//evil.example', 'revalidate-secret', 404],
  ])('refuses “%s” with “%s”', async (slug, secret, status) => {
    expect((await ask(slug, secret)).status).toBe(status)
    expect(mode.enable).not.toHaveBeenCalled()
  })

  test('sets a signed cookie for this browser', async () => {
    const cookies = (await ask('hidden')).headers.getSetCookie()
    expect(cookies).toEqual([
      expect.stringMatching(/^unhurried-preview=[\w.-]+; Path=\/; Max-Age=28800; HttpOnly; SameSite=Lax$/),
    ])
    const [cookie = ''] = cookies[0]?.split(';') ?? []
    expect(hasValidPreviewCookie(`a=b; ${cookie}`, 'revalidate-secret')).toBe(true)
    expect(hasValidPreviewCookie(cookie, 'another-secret')).toBe(false)
    expect(hasValidPreviewCookie(cookie, 'revalidate-secret', Date.now() + 8 * 3_600_000)).toBe(false)
  })

  test('answers GET only', async () => expect((await call(postedPreview, '/preview', { body: {} })).status).toBe(405))

  test.each([
    ['shown', '/blog/shown'],
    ['hidden', '/blog'],
    ['//evil.example', '/blog'],
  ])('of %s expires at %s', async (slug, location) => {
    const body = slug === undefined ? undefined : new URLSearchParams({ slug })
    const response = await leave(new Request('http://localhost/api/preview/end', { method: 'POST', body }))
    expect([response.status, response.headers.get('location')]).toEqual([303, location])
    expect(response.headers.get('set-cookie')).toMatch(/^unhurried-preview=; .*Max-Age=0/)
    expect(mode.disable).toHaveBeenCalledOnce()
  })
})

describe('guesses of the secret', () => {
  const guess = (secret: string) => [
    call(revalidate, '/revalidate', { body: {}, headers: { 'x-revalidate-secret': secret } }),
    call(preview, `/preview?slug=hidden&secret=${secret}`),
    call(health, '/health', { headers: { 'x-revalidate-secret': secret } }),
    call(reconcile, '/billing/reconcile', { body: {}, headers: { 'x-revalidate-secret': secret } }),
  ]
  beforeEach(() => {
    replaceProcessState('secret-guesses')
    vi.useFakeTimers({ toFake: ['Date'] })
  })
  afterEach(() => {
    replaceProcessState('secret-guesses')
    vi.useRealTimers()
  })

  test('are limited, except the right secret', async () => {
    const statuses: number[] = []
    for (let n = 0; n < 30; n++) for (const attempt of guess(`guess-${n}`)) statuses.push((await attempt).status)
    expect(statuses).toEqual([...Array.from({ length: 60 }, () => 401), ...Array.from({ length: 60 }, () => 429)])
    for (const attempt of guess('late')) {
      const refused = await attempt
      expect([refused.status, (await refused.json()).error.code]).toEqual([429, 'too-many-requests'])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const right = await Promise.all(guess('revalidate-secret').slice(0, 3))
    expect(right.map(({ status }) => status)).toEqual([200, 307, 200])
    vi.setSystemTime(Date.now() + 61_000)
    for (const attempt of guess('later')) expect((await attempt).status).toBe(401)
  })

  test('of the webhook password are limited, except the vendor’s', async () => {
    const answer = (header: string | null) => {
      try {
        assertSecret('chargebee', header, 'right')
        return 'taken'
      } catch (error) {
        return (error as { code: string }).code
      }
    }
    const answers = Array.from({ length: 700 }, (_, n) => answer(`guess-${n}`))
    expect(new Set(answers.slice(0, 600))).toEqual(new Set(['bad-credentials']))
    expect(new Set(answers.slice(600))).toEqual(new Set(['too-many-requests']))
    expect([answer('right'), answer(null)]).toEqual(['taken', 'too-many-requests'])
  })
})

describe('the code injection of a post', () => {
  const ask = (slug: string) =>
    footer(new Request(`http://localhost/blog/footer/${slug}`), { params: Promise.resolve({ slug }) })

  test('is stored and inert', async () => {
    expect(await readPost('shown')).toMatchObject({ runsFooter: false, codeInjectionFooter: expect.any(String) })
    expect((await ask('shown')).status).toBe(404)
  })

  test('runs when allowed, sandboxed in an origin of its own', async () => {
    contentEnv().allowsCodeInjection = true
    const response = await ask('shown')
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('document.title')
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toMatch(/sandbox allow-scripts(;|$)/)
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toMatch(/allow-same-origin|https?:/)
    expect((await readPost('shown'))?.runsFooter).toBe(true)
    for (const slug of ['hidden', 'fresh', 'nothing']) expect((await ask(slug)).status).toBe(404)
    contentEnv().allowsCodeInjection = false
  })
})
