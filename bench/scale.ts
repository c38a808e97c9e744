/**
 * `npm run bench:scale` runs 1, 2 and 4 processes of the site behind nginx, over one Postgres and one Redis. It prints
 * answers a second with and without the page cache, failures, and the time until a published post is shown everywhere.
 */
import autocannon from 'autocannon'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { paths } from '@/lib/site'
import { ensureBuild } from '@/local/build'
import { root, siteProgram } from '@/local/project'
import { startNginx } from '@/tests/setup/nginx'
import { startPostgres } from '@/tests/setup/postgres'
import { startRedis } from '@/tests/setup/redis'
import { cleanUp, limitRun, onExit, serve } from './processes'

const limitMs = 20 * 60_000
const processCounts = [1, 2, 4]
const loadSeconds = 6
const connections = 32
const publishLimitMs = 30_000
const publishTimes = 3
const secret = 'a secret of thirty-two characters'
const slug = 'genes-are-not-a-forecast'

const folder = mkdtempSync(join(tmpdir(), 'unhurried-scale-'))
const posts = join(folder, 'posts')

type Load = { perSecond: number; failed: number }

async function load(origin: string): Promise<Load> {
  const pages = [paths.home, paths.faq, paths.blog, paths.post(slug)]
  const result = await autocannon({
    url: origin,
    connections,
    duration: loadSeconds,
    headers: { 'accept-encoding': 'br' },
    requests: pages.map((path) => ({ path })),
  })
  return { perSecond: Math.round(result['2xx'] / result.duration), failed: result.non2xx + result.errors }
}

/** Milliseconds from publishing until every address shows it; null after the limit. */
async function publish(publisherOrigin: string, origins: string[]): Promise<number | null> {
  const file = join(posts, `${slug}.md`)
  const marker = `New since ${Date.now()}.`
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n\n${marker}\n`)
  const startedAt = performance.now()
  const answer = await fetch(`${publisherOrigin}/api/revalidate`, {
    method: 'POST',
    headers: { 'x-revalidate-secret': secret },
  })
  if (!answer.ok) throw new Error(`Publishing was answered ${answer.status}.`)
  const times = await Promise.all(
    origins.map(async (origin) => {
      while (performance.now() - startedAt < publishLimitMs) {
        const page = await fetch(origin + paths.post(slug))
        if ((await page.text()).includes(marker)) return performance.now() - startedAt
        await sleep(50)
      }
      return null
    }),
  )
  const shownTimes = times.filter((ms) => ms !== null)
  return shownTimes.length === times.length ? Math.round(Math.max(...shownTimes)) : null
}

async function stopOnExit<Started extends { stop(): Promise<void> }>(starting: Promise<Started>): Promise<Started> {
  const started = await starting
  onExit(() => started.stop())
  return started
}

function startSite(name: string, env: Record<string, string>) {
  const settings = { ...env, DATA_DIR: join(folder, name) }
  return serve({ name, args: [siteProgram], env: settings, cwd: root, logs: join(folder, 'logs') })
}

type Figures = { processes: number; withoutCache: Load; withCache: Load; shownAfterMs: (number | null)[] }

async function measure(processes: number, env: Record<string, string>): Promise<Figures> {
  const names = Array.from({ length: processes }, (_, n) => `site-${processes}-${n}`)
  const sites = await Promise.all(names.map((name) => startSite(name, env)))
  const ports = sites.map(({ port }) => port)
  const cached = await stopOnExit(startNginx(ports))
  const uncached = await stopOnExit(startNginx(ports, (text) => text.replace('proxy_cache pages;', 'proxy_cache off;')))
  try {
    const withoutCache = await load(uncached.url)
    const withCache = await load(cached.url)
    const shownAfterMs: (number | null)[] = []
    const allOrigins = [...ports.map((port) => `http://127.0.0.1:${port}`), cached.url]
    for (let n = 0; n < publishTimes; n++) shownAfterMs.push(await publish(cached.url, allOrigins))
    return { processes, withoutCache, withCache, shownAfterMs }
  } finally {
    await Promise.all([cached.stop(), uncached.stop(), ...sites.map((site) => site.stop())])
  }
}

limitRun(limitMs)
const figures: Figures[] = []
try {
  onExit(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, 'content/posts'), posts, { recursive: true })
  const lock = await ensureBuild((line) => console.log(line))
  onExit(() => lock.release())
  const postgres = await stopOnExit(startPostgres())
  const redis = await stopOnExit(startRedis())
  const env = {
    DEPLOYMENT: 'local',
    LOG_LEVEL: 'error',
    SITE_ORIGIN: 'http://localhost',
    REVALIDATE_SECRET: secret,
    BLOG_FOLDER: posts,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
  }
  for (const count of processCounts) {
    console.log(`${count} ${count === 1 ? 'process' : 'processes'} …`)
    figures.push(await measure(count, env))
  }
} finally {
  await cleanUp()
}

const shown = (ms: number | null) => (ms === null ? `not within ${publishLimitMs} ms` : `${ms} ms`)
console.table(
  Object.fromEntries(
    figures.map(({ processes, withoutCache, withCache, shownAfterMs }) => [
      processes,
      {
        'answers a second, nginx alone': withoutCache.perSecond,
        'with its page cache': withCache.perSecond,
        failed: withoutCache.failed + withCache.failed,
        'shown everywhere after': shownAfterMs.map(shown).join(', '),
      },
    ]),
  ),
)
const cores = availableParallelism()
writeFileSync(
  join(root, 'bench/results-scale.json'),
  `${JSON.stringify({ cores, connections, loadSeconds, figures }, null, 2)}\n`,
)
console.log(`On ${cores} cores, which sites, nginx, Postgres, Redis and this load share: compare rows, not machines.`)
