import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locale } from '@/lib/locales'

const cached = new Map<string, unknown>()

/** A JSON file of `content/<locale>`, read once. Also outside of pages, so this file imports nothing of `next-intl`. */
export function readLocalJson<T>(locale: Locale, name: string): T {
  const file = join(process.cwd(), 'content', locale, name)
  if (!cached.has(file)) cached.set(file, JSON.parse(readFileSync(file, 'utf8')))
  return cached.get(file) as T
}
