import 'server-only'
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { env } from '@/lib/env'
import { database } from './client'
import { secrets } from './schema'

const name = 'hash'

let keyPromise: Promise<string> | undefined

/** The first stored key counts for all processes. */
async function loadOrCreateKey(): Promise<string> {
  const db = await database()
  await db
    .insert(secrets)
    .values({ name, value: randomBytes(32).toString('base64url') })
    .onConflictDoNothing()
  const [row] = await db.select().from(secrets).where(eq(secrets.name, name))
  if (!row) throw new Error('the key of hashes could not be stored')
  return row.value
}

/** Call it before a transaction that hashes, because the embedded database runs no other query during one. */
export async function hmacKey(): Promise<string> {
  const { hashSecret } = env()
  if (hashSecret) return hashSecret
  keyPromise ??= loadOrCreateKey().catch((error: unknown) => {
    keyPromise = undefined
    throw error
  })
  return keyPromise
}

/** HMAC-SHA-256. @param purpose keeps hashes of different uses apart */
export async function keyedHash(purpose: string, ...parts: (string | number)[]): Promise<string> {
  const hmac = createHmac('sha256', await hmacKey())
  return hmac.update(JSON.stringify([purpose, ...parts])).digest('base64url')
}

export const isEqualHash = (one: string, other: string): boolean => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
