import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statfsSync, unlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '@/tests/setup/postgres'
import type { Fault } from './fault'
import {
  buy,
  describe,
  pageProblems,
  refusalProblems,
  signUp,
  waitFor,
  withSite,
  type Answer,
  type Client,
} from './support/client'
import { corruption, openEmbedded, openPostgres, type Database } from './support/database'
import type { Site } from './support/site'
import type { Webhook } from './support/world'

const megabyte = 1024 * 1024
/** Generous, because the machine may be busy. */
const maxRefusalMs = 10_000

/** Mounts a small disk in memory. Returns null when this process may not, which takes root on Linux. */
function mountDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  const filler = join(folder, 'filler')
  const free = () => {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize
  }
  return {
    folder,
    free,
    /** Fills the disk except for `leave` bytes. */
    fill(leave = 0) {
      try {
        while (free() > leave) writeFileSync(filler, Buffer.alloc(Math.min(65_536, free() - leave)), { flag: 'a' })
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      }
    },
    clear: () => unlinkSync(filler),
    remove() {
      execFileSync('umount', ['-l', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

type Disk = NonNullable<ReturnType<typeof mountDisk>>
type Stage = { client: Client; site: Site; disk: Disk; webhook: Webhook; stored: Set<string>; log(line: string): void }

/** Data from before the disk was full must stay readable. */
async function readingProblems(client: Client): Promise<string[]> {
  const [user, plan, problems] = await Promise.all([
    client.call('ada', '/users/get-user?uid=ada'),
    client.call('ada', '/users/current-plan?uid=ada'),
    pageProblems(client),
  ])
  if (user.status !== 200 || user.body.name !== 'Ada') problems.push(`Ada's record: ${describe(user)}`)
  if (plan.status !== 200 || plan.body.subscription?.store !== 'stripe') problems.push(`Ada's plan: ${describe(plan)}`)
  return problems
}

/** Sends a long message, and remembers it when the answer is 200. */
async function sendMessage({ client, stored }: Pick<Stage, 'client' | 'stored'>, name: string) {
  // Random, so that it cannot be compressed.
  const text = `${name} ${randomBytes(3000).toString('base64')}`
  const answer = await client.contact(name, text)
  if (answer.status === 200) stored.add(text)
  return answer
}

async function recoveryProblems(stage: Stage, name: string): Promise<string[]> {
  const { client, disk, webhook } = stage
  disk.clear()
  return [
    ...(await waitFor('a message afterwards', () => sendMessage(stage, name))),
    ...(await waitFor('a record afterwards', () => signUp(client, name, name))),
    ...(await waitFor("Chargebee's webhook", () => client.deliver(webhook), { ms: 5000 })),
    ...(await waitFor('health afterwards', client.health, { until: ({ body }) => body.status === 'ok', ms: 5000 })),
    ...(await readingProblems(client)),
  ]
}

/** Over the embedded database, the site stops writing while there is still room for reading. */
async function embeddedProblems(stage: Stage): Promise<string[]> {
  const { client, site, disk, webhook, log } = stage
  const problems: string[] = []
  for (const left of [32 * megabyte, 0]) {
    disk.fill(left)
    log(`${Math.round(disk.free() / megabyte)} MB left`)
    problems.push(
      ...refusalProblems('a message', await sendMessage(stage, 'full'), maxRefusalMs),
      ...refusalProblems('a record', await signUp(client, 'ada', 'Eve'), maxRefusalMs),
    )
    const delivered = await client.deliver(webhook)
    if (delivered.status < 500) problems.push(`Chargebee's webhook: ${describe(delivered)}`)
    problems.push(...(await readingProblems(client)))
  }
  const isDown = { until: ({ status, body }: Answer) => status === 503 && body.database === 'down', ms: 5000 }
  problems.push(...(await waitFor('health', client.health, isDown)), ...(await recoveryProblems(stage, 'room-1')))

  // A site that starts on a full disk cannot open the database, but serves pages.
  disk.fill()
  site.kill()
  await waitFor('the pages', () => client.send('/features'), { ms: 60_000 })
  problems.push(...(await pageProblems(client)))
  problems.push(...refusalProblems('a message after a start', await sendMessage(stage, 'started'), maxRefusalMs))
  return [...problems, ...(await recoveryProblems(stage, 'room-2'))]
}

/** Over Postgres, writes succeed as long as a page of a table has room. */
async function postgresProblems(stage: Stage): Promise<string[]> {
  const problems: string[] = []
  stage.disk.fill()
  let refused = 0
  for (let number = 0; number < 20; number++) {
    const answer = await sendMessage(stage, `full-${number}`)
    if (answer.status === 200) continue
    refused++
    problems.push(...refusalProblems('a message', answer, maxRefusalMs))
  }
  stage.log(`Postgres: ${refused} of 20 messages were refused`)
  if (refused === 0) problems.push('a full disk accepted every message')
  problems.push(...(await readingProblems(stage.client)))
  return [...problems, ...(await recoveryProblems(stage, 'room'))]
}

async function storageProblems(database: Database, stored: Set<string>): Promise<string[]> {
  try {
    const messages = (await database.rows('select message from contact_messages')).map(({ message }) => message)
    const names = await database.rows("select name from users where uid = 'ada'")
    return [
      ...[...stored]
        .filter((text) => messages.filter((one) => one === text).length !== 1)
        .map((text) => `${text.slice(0, 12)} got 200, but is not stored once`),
      ...(names[0]?.name === 'Ada' ? [] : [`Ada is stored as ${JSON.stringify(names)}`]),
      ...(await corruption(database)),
    ]
  } finally {
    await database.close()
  }
}

type Engine = {
  disk: Disk
  env: Record<string, string>
  open(): Promise<Database>
  problemsOf(stage: Stage): Promise<string[]>
}

async function engineProblems({ disk, env, open, problemsOf }: Engine, log: (line: string) => void) {
  return withSite(env, async ({ outside, site, client }) => {
    const stored = new Set<string>()
    await site.up()
    for (const one of await buy(outside, client, 'ada', 'stripe')) await client.deliver(one)
    await signUp(client, 'ada', 'Ada')
    const webhook = (await buy(outside, client, 'bob', 'chargebee')).at(-1)
    if (!webhook) throw new Error('Chargebee sent no webhook about a purchase')
    await sendMessage({ client, stored }, 'before')
    const problems = await problemsOf({ client, site, disk, webhook, stored, log })
    const { body } = await client.call('bob', '/users/current-plan?uid=bob')
    if (body.subscription?.store !== 'chargebee') problems.push(`Bob paid, but his plan is ${JSON.stringify(body)}`)
    await site.stop()
    return [...problems, ...(await storageProblems(await open(), stored))]
  })
}

export const diskFull: Fault = {
  name: 'disk-full',
  expects: 'on a full disk, under either database, reads work, writes get 503, and every write with 200 is stored',
  async run(_full, log) {
    const disk = mountDisk(256)
    if (!disk) {
      log('Skipped: only root on Linux can mount a small disk.')
      return []
    }
    const problems: string[] = []
    try {
      const open = () => openEmbedded(disk.folder)
      const env = { DATA_DIR: disk.folder }
      problems.push(...(await engineProblems({ disk, env, open, problemsOf: embeddedProblems }, log)))
    } finally {
      disk.remove()
    }
    const other = mountDisk(256) as Disk
    const server = await startPostgres(other.folder)
    try {
      const open = () => openPostgres(server.url)
      const env = { DATABASE_URL: server.url }
      problems.push(...(await engineProblems({ disk: other, env, open, problemsOf: postgresProblems }, log)))
    } finally {
      await server.stop()
      other.remove()
    }
    return problems
  },
}
