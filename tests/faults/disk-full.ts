/** A disk without room, really filled: under the embedded database's folder, and under Postgres. */
import { randomBytes } from 'node:crypto'
import { freePort } from '@/local/ports'
import { startPostgres } from '@/tests/setup/postgres'
import { createAsker, pageProblems, refusalProblems, told, until, type Asker } from './asker'
import { buy, signUp } from './buyer'
import type { Fault } from './fault'
import { corruption, openEmbedded, openPostgres, type Kept } from './kept'
import { startOutside, type Told } from './outside'
import { startSite, type Site } from './site'
import { mountDisk, type Disk } from './tmpfs'

const megabyte = 1024 * 1024
/** For a refusal, on a machine that may be busy. */
const mostMs = 10_000

/** What was there before the disk was full can be read. */
async function readingProblems(asker: Asker): Promise<string[]> {
  const [user, plan, problems] = await Promise.all([
    asker.call('ada', '/users/get-user?uid=ada'),
    asker.call('ada', '/users/current-plan?uid=ada'),
    pageProblems(asker),
  ])
  if (user.status !== 200 || user.body.name !== 'Ada') problems.push(`her record is read as ${told(user)}`)
  if (plan.status !== 200 || plan.body.subscription?.store !== 'stripe') problems.push(`her plan is ${told(plan)}`)
  return problems
}

type Scene = { asker: Asker; site: Site; disk: Disk; message: Told; say(line: string): void }
type Received = Set<string>

/** Long messages, so that they need room; what was answered 200 is remembered. */
async function write(asker: Asker, name: string, received: Received) {
  // Of chance, so that nothing can be packed.
  const text = `${name} ${randomBytes(3000).toString('base64')}`
  const answer = await asker.write(name, text)
  if (answer.status === 200) received.add(text)
  return answer
}

async function wellAgain({ asker, disk, message }: Scene, name: string, received: Received): Promise<string[]> {
  disk.clear()
  return [
    ...(await until(
      'afterwards a message',
      () => write(asker, name, received),
      ({ status }) => status === 200,
    )),
    ...(await until(
      'afterwards a record',
      () => signUp(asker, name, name),
      ({ status }) => status === 200,
    )),
    ...(await until(
      'the message of Chargebee',
      () => asker.deliver(message),
      ({ status }) => status === 200,
      5000,
    )),
    ...(await until('afterwards health', asker.health, ({ body }) => body.status === 'ok', 5000)),
    ...(await readingProblems(asker)),
  ]
}

/** The site over the embedded database, which stops writing before there is no room left for reading. */
async function embeddedProblems(scene: Scene, received: Received): Promise<string[]> {
  const { asker, site, disk, message, say } = scene
  const problems: string[] = []
  const refused = async () => {
    const written = await write(asker, 'full', received)
    problems.push(...refusalProblems('a message', written, mostMs))
    problems.push(...refusalProblems('a record', await signUp(asker, 'ada', 'Eve'), mostMs))
    const delivered = await asker.deliver(message)
    if (delivered.status < 500) problems.push(`a message of Chargebee was answered ${told(delivered)}`)
    problems.push(...(await readingProblems(asker)))
  }
  for (const left of [32 * megabyte, 0]) {
    disk.fill(left)
    say(`${Math.round(disk.free() / megabyte)} MB left`)
    await refused()
  }
  problems.push(
    ...(await until('health', asker.health, ({ status, body }) => status === 503 && body.database === 'down', 5000)),
  )
  problems.push(...(await wellAgain(scene, 'room-1', received)))

  // A process that starts while there is no room at all: nothing can be opened, and the pages are there.
  disk.fill()
  site.kill()
  await until(
    'the pages',
    () => asker.send('/features', {}),
    ({ status }) => status === 200,
    60_000,
  )
  problems.push(...(await pageProblems(asker)))
  problems.push(...refusalProblems('a message to a site that began', await write(asker, 'began', received), mostMs))
  problems.push(...(await wellAgain(scene, 'room-2', received)))
  return problems
}

/** The site over Postgres, which writes for as long as a page of a table has room. */
async function postgresProblems(scene: Scene, received: Received): Promise<string[]> {
  const { asker, disk, say } = scene
  const problems: string[] = []
  disk.fill()
  let refused = 0
  for (let number = 0; number < 20; number++) {
    const written = await write(asker, `full-${number}`, received)
    if (written.status === 200) continue
    refused++
    problems.push(...refusalProblems('a message', written, mostMs))
  }
  say(`Postgres: ${refused} of 20 messages were refused`)
  if (refused === 0) problems.push('a full disk took every message')
  problems.push(...(await readingProblems(asker)))
  problems.push(...(await wellAgain(scene, 'room', received)))
  return problems
}

async function keptProblems(kept: Kept, received: Received): Promise<string[]> {
  try {
    const stored = (await kept.rows('select message from contact_messages')).map(({ message }) => message)
    const names = await kept.rows("select name from users where uid = 'ada'")
    return [
      ...[...received]
        .filter((text) => stored.filter((one) => one === text).length !== 1)
        .map((text) => `${text.slice(0, 12)} was answered 200, and is not stored once`),
      ...(names[0]?.name === 'Ada' ? [] : [`ada is stored as ${JSON.stringify(names)}`]),
      ...(await corruption(kept)),
    ]
  } finally {
    await kept.close()
  }
}

type Database = { env: Record<string, string>; open(): Promise<Kept>; stop(): Promise<void> | void }

async function filled(
  disk: Disk,
  { env, open, stop }: Database,
  say: (line: string) => void,
  problemsOf: (scene: Scene, received: Received) => Promise<string[]>,
): Promise<string[]> {
  const port = await freePort()
  const outside = await startOutside(`http://localhost:${port}`)
  const site = await startSite(port, { ...outside.env, ...env })
  const asker = createAsker(outside, site)
  const received: Received = new Set()
  try {
    await site.up()
    for (const one of await buy(outside, asker, 'ada', 'stripe')) await asker.deliver(one)
    await signUp(asker, 'ada', 'Ada')
    const message = (await buy(outside, asker, 'bob', 'chargebee')).at(-1)
    if (!message) throw new Error('Chargebee told nothing of a purchase')
    await write(asker, 'before', received)
    const problems = await problemsOf({ asker, site, disk, message, say }, received)
    const { body } = await asker.call('bob', '/users/current-plan?uid=bob')
    if (body.subscription?.store !== 'chargebee') problems.push(`what bob paid is ${JSON.stringify(body)}`)
    await site.stop()
    return [...problems, ...(await keptProblems(await open(), received))]
  } finally {
    await site.stop()
    await outside.stop()
    await stop()
    disk.remove()
  }
}

export const diskFull: Fault = {
  name: 'disk-full',
  holds:
    'a full disk under either database: reading works, writing is answered 503, and what was answered 200 is there',
  async run(_full, say) {
    const disk = mountDisk(256)
    if (!disk) {
      say('Left out: a small disk can be mounted by root on Linux only.')
      return []
    }
    const embedded = { env: { DATA_DIR: disk.folder }, open: () => openEmbedded(disk.folder), stop: () => {} }
    const problems = await filled(disk, embedded, say, embeddedProblems)
    const other = mountDisk(256) as Disk
    const server = await startPostgres(other.folder)
    const postgres = {
      env: { DATABASE_URL: server.url },
      open: () => openPostgres(server.url),
      stop: server.stop,
    }
    return [...problems, ...(await filled(other, postgres, say, postgresProblems))]
  },
}
