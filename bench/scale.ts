/**
 * `npm run bench:scale`: 1, 2 and 4 processes of the site behind nginx, over one Postgres and one Redis: answers a
 * second with the page cache and without, how many went wrong, and how long after publishing the last of them shows
 * what is new. It takes two to four minutes, prints a table and writes bench/results-scale.json.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Pool } from 'undici'
import { paths } from '@/lib/site'
import { ensureBuild } from '@/local/build'
import { root, siteProgram } from '@/local/project'
import { startNginx } from '@/tests/setup/nginx'
import { startPostgres } from '@/tests/setup/postgres'
import { startRedis } from '@/tests/setup/redis'
import { endAll, endInTime, endWith } from './endings'
import { serve } from './serving'

const mostMs = 20 * 60_000
const counts = [1, 2, 4]
const loadMs = 6000
const connections = 32
/** As long as a process without a shared cache might take is not waited for. */
const patienceMs = 30_000
const publishings = 3
const secret = 'a secret of thirty-two characters'
const slug = 'genes-are-not-a-forecast'

const folder = mkdtempSync(join(tmpdir(), 'unhurried-scale-'))
const posts = join(folder, 'posts')

type Load = { perSecond: number; wrong: number }

/** Asks for pages over a number of connections, each as soon as it has had its answer. */
async function load(origin: string): Promise<Load> {
  const pool = new Pool(origin, { connections, pipelining: 1 })
  const pages = [paths.home, paths.faq, paths.blog, paths.post(slug)]
  const until = Date.now() + loadMs
  let answered = 0
  let wrong = 0
  const one = async (n: number) => {
    for (let turn = n; Date.now() < until; turn++) {
      const path = pages[turn % pages.length] ?? paths.home
      try {
        const { statusCode, body } = await pool.request({ path, method: 'GET', headers: { 'accept-encoding': 'br' } })
        await body.dump()
        if (statusCode === 200) answered++
        else wrong++
      } catch {
        wrong++
      }
    }
  }
  await Promise.all(Array.from({ length: connections }, (_, n) => one(n)))
  await pool.close()
  return { perSecond: Math.round((answered * 1000) / loadMs), wrong }
}

/** Milliseconds from publishing until each of these addresses shows it; null where one does not in time. */
async function publish(through: string, shownAt: string[]): Promise<number | null> {
  const file = join(posts, `${slug}.md`)
  const mark = `New since ${Date.now()}.`
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n\n${mark}\n`)
  const began = performance.now()
  const said = await fetch(`${through}/api/revalidate`, { method: 'POST', headers: { 'x-revalidate-secret': secret } })
  if (!said.ok) throw new Error(`Publishing was answered ${said.status}.`)
  const times = await Promise.all(
    shownAt.map(async (origin) => {
      while (performance.now() - began < patienceMs) {
        const page = await fetch(origin + paths.post(slug))
        if ((await page.text()).includes(mark)) return performance.now() - began
        await sleep(50)
      }
      return null
    }),
  )
  const known = times.filter((ms) => ms !== null)
  return known.length === times.length ? Math.round(Math.max(...known)) : null
}

/** What was started ends with the run at the latest. */
async function begin<Begun extends { stop(): Promise<void> }>(starting: Promise<Begun>): Promise<Begun> {
  const begun = await starting
  endWith(() => begun.stop())
  return begun
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
  const cached = await begin(startNginx(ports))
  const plain = await begin(startNginx(ports, (text) => text.replace('proxy_cache pages;', 'proxy_cache off;')))
  try {
    const withoutCache = await load(plain.url)
    const withCache = await load(cached.url)
    const shownAfterMs: (number | null)[] = []
    const everywhere = [...ports.map((port) => `http://127.0.0.1:${port}`), cached.url]
    for (let n = 0; n < publishings; n++) shownAfterMs.push(await publish(cached.url, everywhere))
    return { processes, withoutCache, withCache, shownAfterMs }
  } finally {
    await Promise.all([cached.stop(), plain.stop(), ...sites.map((site) => site.stop())])
  }
}

endInTime(mostMs)
const figures: Figures[] = []
try {
  endWith(() => rmSync(folder, { recursive: true, force: true }))
  cpSync(join(root, 'content/posts'), posts, { recursive: true })
  const lock = await ensureBuild((line) => console.log(line))
  endWith(() => lock.release())
  const postgres = await begin(startPostgres())
  const redis = await begin(startRedis())
  const env = {
    DEPLOYMENT: 'local',
    LOG_LEVEL: 'error',
    SITE_ORIGIN: 'http://localhost',
    REVALIDATE_SECRET: secret,
    BLOG_FOLDER: posts,
    DATABASE_URL: postgres.url,
    REDIS_URL: redis.url,
  }
  for (const count of counts) {
    console.log(`${count} ${count === 1 ? 'process' : 'processes'} …`)
    figures.push(await measure(count, env))
  }
} finally {
  await endAll()
}

const shown = (ms: number | null) => (ms === null ? `not within ${patienceMs} ms` : `${ms} ms`)
console.table(
  Object.fromEntries(
    figures.map(({ processes, withoutCache, withCache, shownAfterMs }) => [
      processes,
      {
        'answers a second, nginx alone': withoutCache.perSecond,
        'with its page cache': withCache.perSecond,
        'gone wrong': withoutCache.wrong + withCache.wrong,
        'new everywhere after': shownAfterMs.map(shown).join(', '),
      },
    ]),
  ),
)
const cores = availableParallelism()
writeFileSync(
  join(root, 'bench/results-scale.json'),
  `${JSON.stringify({ cores, connections, loadMs, figures }, null, 2)}\n`,
)
console.log(`On ${cores} cores, which sites, nginx, Postgres, Redis and this load share: compare rows, not machines.`)
