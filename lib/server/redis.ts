/** While Redis is down, commands fail at once and callers continue without it. */
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient, type RedisClientType } from '@redis/client'
import { env } from '@/lib/env'
import { closeOnShutdown, processState } from './process-state'

const connectMs = 5000
const retryMs = 1000
const pingMs = 500
/** A connection without an answer for so long is lost. Longer than this process is ever blocked. */
const silenceMs = 2000

const logLine = (level: 'info' | 'warn', msg: string, details: Record<string, unknown> = {}) =>
  console[level](JSON.stringify({ level, msg, ...details }))

export type Redis = {
  client: RedisClientType
  prefix: string
  /** Resolves when the first connection is made, or has failed. */
  firstAttempt: Promise<unknown>
}

export function openRedis(url: string, prefix: string): Redis {
  const client: RedisClientType = createClient({
    url,
    // Protocol 3 allows subscriptions and commands on one connection.
    RESP: 3,
    disableOfflineQueue: true,
    socket: { connectTimeout: connectMs, socketTimeout: silenceMs, reconnectStrategy: retryMs },
  })
  let isDown = false
  const logOutage = ({ message, name }: Error) => {
    if (!isDown) logLine('warn', 'Redis is away: each process keeps its own pages', { reason: message || name })
    isDown = true
  }
  client.on('error', logOutage)
  client.on('ready', () => {
    if (isDown) logLine('info', 'Redis is back')
    isDown = false
  })
  const connect = () => void client.connect().catch(() => {})
  const firstAttempt = once(client, 'ready').catch(() => {})
  connect()
  void watch(client, () => {
    logOutage(new Error(`Redis has not answered for ${silenceMs} ms.`))
    client.destroy()
    connect()
  })
  closeOnShutdown(async () => client.destroy())
  return { client, prefix, firstAttempt }
}

/** Finds connections that hang. The client's own timeout begins again with each command that is sent. */
async function watch(client: RedisClientType, onSilence: () => void): Promise<void> {
  while (client.isOpen) {
    await sleep(pingMs, null, { ref: false })
    const answer = client.isReady ? client.ping().catch(() => null) : null
    const first = await Promise.race([answer, sleep(silenceMs, 'silence', { ref: false })])
    if (first === 'silence' && client.isReady) onSilence()
  }
}

export function redis(): Redis | null {
  const { redisUrl, siteOrigin } = env()
  if (redisUrl === null) return null
  return processState('redis', () => openRedis(redisUrl, `unhurried:${new URL(siteOrigin).host}:`))
}
