/**
 * A process's one connection to the Redis that several processes share. Nobody waits for a Redis that is
 * away: a command is refused at once then, and whoever asked goes on without it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type RedisClientType } from '@redis/client'
import { env } from './env'
import { processState } from './process-state'

/** Milliseconds that a command may take: a Redis that is slower counts as away, as one that refuses does. */
const patienceMs = 500

/** The same for connecting, for which nobody waits. */
const connectMs = 5000

/** Milliseconds until the next try to connect; twice as many each time that Redis goes again before it has stayed. */
const restMs = { least: 1000, most: 15_000, stayed: 60_000 }

/** Where a Redis takes orders but keeps nothing (full, read only), this says so before anybody relies on it. */
const trial = ['SET', 'unhurried:trial', '1', 'PX', '60000']

const commands = [
  'get',
  'set',
  'expire',
  'expireAt',
  'unlink',
  'hSet',
  'hDel',
  'hExists',
  'hmGet',
  'hScan',
  'eval',
  'ping',
  'publish',
] as const

export class RedisAway extends Error {
  override name = 'RedisAway'
}

/**
 * Bounds a command. What has been answered while this process was busy is read first, and a process that
 * stood still gives the answer as long again: its own slowness is not that of Redis.
 */
function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const wait = () => {
      const due = performance.now() + ms
      const look = () =>
        performance.now() - due > ms / 5 ? wait() : reject(new RedisAway(`Redis has not answered for ${ms} ms.`))
      timer = setTimeout(() => setImmediate(look), ms)
    }
    wait()
  })
  work.catch(() => {})
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

function close(client: RedisClientType): void {
  try {
    client.destroy()
  } catch {
    // It never was open.
  }
}

const say = (level: 'info' | 'warn', what: string, about: Record<string, unknown> = {}) =>
  console[level](JSON.stringify({ level, what, ...about }))

/** Whether a Redis of these settings (`INFO memory`) refuses what does not fit, and never drops a key that is in use. */
export const keepsAll = (memory: string): boolean =>
  /^maxmemory:0\s*$/m.test(memory) || /^maxmemory_policy:noeviction\s*$/m.test(memory)

export class Redis {
  /** Its commands, as libraries ask for them: each is bounded, and refused at once while Redis is away. */
  readonly client: RedisClientType
  #open: RedisClientType | null = null
  #openSince = 0
  #rest = restMs.least
  #isAway = false
  #closed = false
  #losses = 0
  #keepsAll = false
  readonly #whenBack: (() => Promise<void>)[] = []
  readonly #heard = new Map<string, () => void>()
  readonly #tried = Promise.withResolvers<void>()

  /**
   * @param prefix begins every key of ours
   * @param meanwhile what happens while it is away
   */
  constructor(
    private readonly url: string,
    readonly prefix: string,
    private readonly meanwhile = 'each process keeps its own pages',
  ) {
    const ask = (name: (typeof commands)[number]) => [
      name,
      (...values: unknown[]) => this.#ask((client) => Reflect.apply(Reflect.get(client, name), client, values)),
    ]
    this.client = Object.defineProperties(
      // The bounds are ours already.
      { ...Object.fromEntries(commands.map(ask)), withAbortSignal: () => this.client },
      { isReady: { get: () => this.isUp } },
    ) as RedisClientType
    void this.#connect()
  }

  /** Resolves when it was tried for the first time, whatever came of it. */
  get tried(): Promise<void> {
    return this.#tried.promise
  }

  get isUp(): boolean {
    return this.#open !== null
  }

  /** Whether counters may live in it: one that drops keys when it is full would let callers past their limits. */
  get keepsAll(): boolean {
    return this.#keepsAll
  }

  /** How often it has been lost: what was kept elsewhere meanwhile is told apart by it. */
  get losses(): number {
    return this.#losses
  }

  /** What is to be made good after each time that it was away; a failure is nobody's. */
  whenBack(make: () => Promise<void>): void {
    this.#whenBack.push(make)
  }

  /**
   * Calls `listener` whenever somebody publishes to the channel, and once after each time that Redis was away, for
   * what was published meanwhile. Nothing is heard until `isUp`.
   */
  hear(channel: string, listener: () => void): void {
    this.#heard.set(channel, listener)
    if (this.#open) void this.#listen(this.#open).catch((error: unknown) => this.#open && this.#lose(this.#open, error))
  }

  async #listen(client: RedisClientType): Promise<void> {
    for (const [channel, listener] of this.#heard) {
      await inTime(client.subscribe(channel, listener), patienceMs)
      listener()
    }
  }

  /** For tests and for an orderly end. */
  close(): void {
    this.#closed = true
    if (this.#open) close(this.#open)
    this.#open = null
  }

  async #ask<T>(command: (client: RedisClientType) => Promise<T>): Promise<T> {
    const client = this.#open
    if (!client) throw new RedisAway('Redis is away.')
    try {
      return await inTime(command(client), patienceMs)
    } catch (error) {
      this.#lose(client, error)
      throw error
    }
  }

  #lose(client: RedisClientType, cause: unknown): void {
    if (this.#open !== client) return
    this.#open = null
    close(client)
    const stayed = performance.now() - this.#openSince > restMs.stayed
    this.#rest = stayed ? restMs.least : Math.min(this.#rest * 2, restMs.most)
    this.#away(cause)
    void sleep(this.#rest, undefined, { ref: false }).then(() => this.#connect())
  }

  #away(cause: unknown): void {
    if (this.#isAway || this.#closed) return
    this.#isAway = true
    this.#losses += 1
    const because = cause instanceof Error ? cause.message || cause.name : String(cause)
    say('warn', `Redis is away: ${this.meanwhile}`, { because })
  }

  async #connect(): Promise<void> {
    while (!this.#closed) {
      const client: RedisClientType = createClient({
        url: this.url,
        // The third protocol hears what others publish on the connection that also asks.
        RESP: 3,
        disableOfflineQueue: true,
        // A connection is made anew by us, also where Redis has stopped answering on one that stays open.
        socket: { connectTimeout: connectMs, reconnectStrategy: false },
      })
      client.on('error', (error) => this.#lose(client, error))
      // It is no reason to stay for a process that has nothing else to do.
      client.unref()
      try {
        await inTime(client.connect(), connectMs)
        await inTime(client.sendCommand(trial), patienceMs)
        // A server that does not tell may drop keys.
        const memory: unknown = await inTime(client.sendCommand(['INFO', 'memory']), patienceMs).catch(() => '')
        this.#keepsAll = keepsAll(String(memory))
        await this.#listen(client)
      } catch (error) {
        close(client)
        this.#away(error)
        this.#tried.resolve()
        await sleep(this.#rest, undefined, { ref: false })
        continue
      }
      if (this.#closed) return close(client)
      this.#openSince = performance.now()
      this.#open = client
      this.#tried.resolve()
      await this.#back()
      return
    }
  }

  async #back(): Promise<void> {
    if (!this.#isAway) return
    this.#isAway = false
    say('info', 'Redis is back')
    for (const make of this.#whenBack) await make().catch(() => {})
  }
}

const prefixOf = (siteOrigin: string) => `unhurried:${new URL(siteOrigin).host}:`

/** The process's connection, or null where `REDIS_URL` is not set. Bundles of several routes share it. */
export function redis(): Redis | null {
  const { redisUrl, siteOrigin } = env()
  if (redisUrl === null) return null
  return processState('redis', () => new Redis(redisUrl, prefixOf(siteOrigin)))
}

/**
 * Where limits are counted: the Redis of `LIMITS_REDIS_URL`, or that of `REDIS_URL` unless it drops keys when it is
 * full; null where neither is there.
 */
export function limitsRedis(): Redis | null {
  const { limitsRedisUrl, siteOrigin } = env()
  if (limitsRedisUrl !== null)
    return processState(
      'limits-redis',
      () => new Redis(limitsRedisUrl, prefixOf(siteOrigin), 'limits are counted in the database'),
    )
  const pages = redis()
  return pages?.keepsAll ? pages : null
}
