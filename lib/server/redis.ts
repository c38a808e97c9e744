/** While Redis is down, commands fail at once and callers continue without it. */
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type RedisClientType } from '@redis/client'
import { env } from '@/lib/env'
import { processState } from './process-state'

/** Milliseconds per command. A slower Redis counts as down. */
const commandMs = 500

const connectMs = 5000

const retryMs = 1000

/** Detects a Redis that is full or read-only. */
const trialWrite = ['SET', 'unhurried:trial', '1', 'PX', '60000']

export class RedisUnavailable extends Error {
  override name = 'RedisAway'
}

/** Answers that arrived while this process was blocked still count: they are read before the immediate. */
function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    const fail = () => reject(new RedisUnavailable(`Redis has not answered for ${ms} ms.`))
    timer = setTimeout(() => setImmediate(fail), ms)
  })
  work.catch(() => {})
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}

function disconnect(client: RedisClientType): void {
  try {
    client.destroy()
  } catch {
    // Not connected.
  }
}

const logLine = (level: 'info' | 'warn', msg: string, details: Record<string, unknown> = {}) =>
  console[level](JSON.stringify({ level, msg, ...details }))

export class Redis {
  readonly client: RedisClientType
  #connection: RedisClientType | null = null
  #isDown = false
  #isClosed = false
  readonly #onReconnect: (() => Promise<void>)[] = []
  readonly #subscriptions = new Map<string, () => void>()
  readonly #firstAttempt = Promise.withResolvers<void>()

  constructor(
    private readonly url: string,
    readonly prefix: string,
  ) {
    this.client = new Proxy({} as RedisClientType, { get: (_, name) => this.#property(name) })
    void this.#connect()
  }

  /** Every command fails at once while Redis is down. */
  #property(name: string | symbol): unknown {
    if (name === 'isReady') return this.isUp
    if (name === 'withAbortSignal') return () => this.client
    // Without a `then`, since a client is no promise.
    if (typeof name === 'symbol' || name === 'then') return undefined
    return (...values: unknown[]) =>
      this.#run((client) => Reflect.apply(Reflect.get(client, name) as () => Promise<unknown>, client, values))
  }

  get firstAttempt(): Promise<void> {
    return this.#firstAttempt.promise
  }

  get isUp(): boolean {
    return this.#connection !== null
  }

  /** Runs after every reconnect; errors are ignored. */
  onReconnect(run: () => Promise<void>): void {
    this.#onReconnect.push(run)
  }

  /** Calls `listener` for each message, and after each reconnect in case some were missed. */
  subscribe(channel: string, listener: () => void): void {
    this.#subscriptions.set(channel, listener)
    const client = this.#connection
    if (client) void this.#resubscribe(client).catch((error: unknown) => this.#handleLostConnection(client, error))
  }

  async #resubscribe(client: RedisClientType): Promise<void> {
    for (const [channel, listener] of this.#subscriptions) {
      await withTimeout(client.subscribe(channel, listener), commandMs)
      listener()
    }
  }

  close(): void {
    this.#isClosed = true
    if (this.#connection) disconnect(this.#connection)
    this.#connection = null
  }

  async #run<T>(command: (client: RedisClientType) => Promise<T>): Promise<T> {
    const client = this.#connection
    if (!client) throw new RedisUnavailable('Redis is away.')
    try {
      return await withTimeout(command(client), commandMs)
    } catch (error) {
      this.#handleLostConnection(client, error)
      throw error
    }
  }

  #handleLostConnection(client: RedisClientType, cause: unknown): void {
    if (this.#connection !== client) return
    this.#connection = null
    disconnect(client)
    this.#logOutage(cause)
    void sleep(retryMs, undefined, { ref: false }).then(() => this.#connect())
  }

  #logOutage(cause: unknown): void {
    if (this.#isDown || this.#isClosed) return
    this.#isDown = true
    const reason = cause instanceof Error ? cause.message || cause.name : String(cause)
    logLine('warn', 'Redis is away: each process keeps its own pages', { reason })
  }

  async #connect(): Promise<void> {
    while (!this.#isClosed) {
      const client: RedisClientType = createClient({
        url: this.url,
        // Protocol 3 allows subscriptions and commands on one connection.
        RESP: 3,
        disableOfflineQueue: true,
        // The client does not replace open connections that hang.
        socket: { connectTimeout: connectMs, reconnectStrategy: false },
      })
      client.on('error', (error) => this.#handleLostConnection(client, error))
      // An idle connection must not keep the process alive.
      client.unref()
      try {
        await this.#prepare(client)
      } catch (error) {
        disconnect(client)
        this.#logOutage(error)
        this.#firstAttempt.resolve()
        await sleep(retryMs, undefined, { ref: false })
        continue
      }
      if (this.#isClosed) return disconnect(client)
      this.#connection = client
      this.#firstAttempt.resolve()
      return this.#reconnected()
    }
  }

  async #prepare(client: RedisClientType): Promise<void> {
    await withTimeout(client.connect(), connectMs)
    await withTimeout(client.sendCommand(trialWrite), commandMs)
    await this.#resubscribe(client)
  }

  async #reconnected(): Promise<void> {
    if (!this.#isDown) return
    this.#isDown = false
    logLine('info', 'Redis is back')
    for (const run of this.#onReconnect) await run().catch(() => {})
  }
}

export function redis(): Redis | null {
  const { redisUrl, siteOrigin } = env()
  if (redisUrl === null) return null
  return processState('redis', () => new Redis(redisUrl, `unhurried:${new URL(siteOrigin).host}:`))
}
