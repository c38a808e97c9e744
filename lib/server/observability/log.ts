import 'server-only'
import { readFileSync } from 'node:fs'
import { SourceMap, type SourceMapPayload } from 'node:module'
import { isSpanContextValid, trace } from '@opentelemetry/api'
import { LRUCache } from 'lru-cache'
import pino from 'pino'
import type { Provider } from '@/lib/contract/plan'
import { env } from '@/lib/env'
import { isQueryError } from '@/lib/server/db/failure'
import { requestId, personalWords } from '@/lib/server/http/request-context'

let logger: pino.Logger | undefined

function spanIds() {
  const span = trace.getActiveSpan()?.spanContext()
  if (!span || !isSpanContextValid(span)) return {}
  return { trace_id: span.traceId, span_id: span.spanId, trace_flags: span.traceFlags.toString(16).padStart(2, '0') }
}

/** Never pass it a token, email address, uid or request body. */
export function log(): pino.Logger {
  return (logger ??= pino({
    level: env().logLevel,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: ['email', '*.email', 'headers', '*.headers', 'token', '*.token', 'authorization', 'uid', '*.uid'],
    serializers: { err: (error: unknown) => serializeError(error) },
    // Log collectors know the word, not pino's number.
    formatters: { level: (label, level) => ({ level, severity: label.toUpperCase() }) },
    mixin: () => ({ requestId: requestId(), ...spanIds() }),
    hooks: { streamWrite: redactLine },
  }))
}

type CachedMap = { map: SourceMap | null }

/** A source map can have megabytes. */
const maps = new LRUCache<string, CachedMap>({ max: 8 })

function mapOf(file: string): SourceMap | null {
  const cached = maps.get(file)
  if (cached) return cached.map
  let map: SourceMap | null = null
  try {
    map = new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload)
  } catch {}
  maps.set(file, { map })
  return map
}

/** Translates positions in built files to their sources (`serverSourceMaps` in `next.config.ts`). */
export function mapStack({ name, stack = '' }: Error): string {
  // A visitor must not choose which files are read.
  if (name === 'BrowserError') return stack
  return stack.replace(
    /(?<=[( ])(?:file:\/\/)?(\/[^\s()]+\.m?js):(\d+):(\d+)/g,
    (found, file: string, line: string, column: string) => {
      const origin = mapOf(file)?.findOrigin(Number(line), Number(column))
      if (!origin || !('fileName' in origin)) return found
      return `${origin.fileName.replace(/^(?:.*\[project\]\/|(?:\.\.\/)+)/, '')}:${origin.lineNumber}:${origin.columnNumber}`
    },
  )
}

const maxDepth = 5

/** Omits properties of vendors' errors, such as requests and headers. */
function serializeError(error: unknown, depthLeft = maxDepth): unknown {
  if (!(error instanceof Error))
    return typeof error === 'object' ? vendorErrorFields(error) : { message: String(error) }
  const cause = error.cause && depthLeft > 0 ? serializeError(error.cause, depthLeft - 1) : undefined
  // The message and stack contain the statement's values.
  if (isQueryError(error)) return { name: 'FailedQuery', cause }
  if (error instanceof SyntaxError) return { name: error.name }
  const code = 'code' in error ? String(error.code) : undefined
  return { name: error.name, message: error.message, code, stack: mapStack(error), cause }
}

/** Chargebee rejects with plain objects. */
function vendorErrorFields(error: object | null) {
  const { message, api_error_code, http_status_code } = (error ?? {}) as Record<string, unknown>
  return { message: typeof message === 'string' ? message : undefined, api_error_code, http_status_code }
}

function passwordsOf(address: string | null): string[] {
  const password = (address && URL.parse(address)?.password) || ''
  try {
    return [password, decodeURIComponent(password)]
  } catch {
    return [password]
  }
}

/** Secrets that a vendor may repeat in errors. */
function readSecrets(): string[] {
  const { stripe, chargebee, identity, blog, revalidateSecret, smtpUrl, databaseUrl, redisUrl, sentryDsn } = env()
  const basic = chargebee && Buffer.from(`${chargebee.webhookUser}:${chargebee.webhookPassword}`).toString('base64')
  const providerSecrets = {
    stripe: [stripe?.secretKey, stripe?.webhookSecret],
    chargebee: [chargebee?.apiKey, chargebee?.webhookPassword, basic],
  } satisfies Record<Provider, unknown[]>
  return [
    ...Object.values(providerSecrets).flat(),
    identity?.serviceAccount?.privateKey,
    blog.source === 'notion' ? blog.token : null,
    revalidateSecret,
    sentryDsn && URL.parse(sentryDsn)?.username,
    ...[smtpUrl, databaseUrl, redisUrl].flatMap(passwordsOf),
  ].filter((word): word is string => Boolean(word))
}

let secrets: string[] | undefined

/** On its own, or URL-encoded once or twice. */
const wordPattern = (word: string) =>
  [...new Set([word, encodeURIComponent(word), encodeURIComponent(encodeURIComponent(word))])]
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .map((text) => String.raw`(?<!\w)${text}(?!\w)`)
    .join('|')

/** `@` may be URL-encoded several times. */
const atDomain = String.raw`(?:@|%(?:25){0,4}40)[^\s@"'<>,;]+`

const patterns: [RegExp, string][] = [
  [new RegExp(String.raw`"[^\n]{1,64}"${atDomain}`, 'g'), '[email]'],
  // At most 64 characters, or matching would be quadratic. A slash before `@` marks a scoped package.
  [new RegExp(String.raw`[^\s@"'<>,;:=?&/][^\s@"<>,;:=?&]{0,63}(?<!/)${atDomain}`, 'g'), '[email]'],
  [/\beyJ[\w-]{6,}(?:\.[\w-]*)*/g, '[token]'],
  [/\b(?:Bearer|Basic)\s+[^\s"']+/gi, '[credentials]'],
  [/\b(?:(?:sk|rk|ek)_(?:test|live)_|whsec_|\w+_secret_|ya29\.)[\w.*-]+/g, '[secret]'],
]

const separatorPattern = String.raw`[ \u00a0\u2007\u202f+.-]|%(?:25){0,4}(?:20|2B|C2%A0)`

const longNumber = new RegExp(
  String.raw`(?:(?<=%(?:25){0,4}(?!25)[\dA-F]{2})|(?<![\w%-]))\d(?:(?:${separatorPattern})?\d){12,}(?![\w-])`,
  'gi',
)
const digitGroup = new RegExp(String.raw`(\d+)(${separatorPattern})?`, 'gi')

/** Luhn's check digit. Timestamps are as long, but seldom pass. */
function isCard(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19) return false
  const sum = [...digits]
    .map(Number)
    .toReversed()
    .reduce((total, digit, n) => total + (n % 2 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit), 0)
  return sum % 10 === 0
}

type Group = { text: string; digits: string; separator: string }

/** The number of groups that form a card number, or 0. */
function cardGroups(groups: Group[], from: number): number {
  let joined = ''
  for (const [n, { digits }] of groups.slice(from, from + 5).entries()) {
    joined += digits
    if (isCard(joined)) return n + 1
    if (digits.length < 4) break
  }
  return 0
}

function redactCard(found: string): string {
  const groups = [...found.matchAll(digitGroup)].map(([text, digits = '', separator = '']) => ({
    text,
    digits,
    separator,
  }))
  if (isCard(groups.map(({ digits }) => digits).join(''))) return '[card]'
  const parts: string[] = []
  for (let from = 0; from < groups.length;) {
    const count = cardGroups(groups, from)
    parts.push(count > 0 ? `[card]${groups[from + count - 1]?.separator}` : (groups[from]?.text ?? ''))
    from += count || 1
  }
  return parts.join('')
}

const redactCards = (text: string) => text.replace(longNumber, redactCard)

function redact(text: string, words: RegExp | null): string {
  const withoutWords = words ? text.replace(words, '[hidden]') : text
  return redactCards(patterns.reduce((left, [pattern, name]) => left.replace(pattern, name), withoutWords))
}

/** Hexadecimal, but sometimes only digits. */
const ids = new Set(['span_id', 'trace_id'])

function hiddenWords(): RegExp | null {
  secrets ??= readSecrets()
  const wordPatterns = [...personalWords(), ...secrets].map(wordPattern)
  return wordPatterns.length > 0 ? new RegExp(wordPatterns.join('|'), 'g') : null
}

export const redactText = (text: string): string => redact(text, hiddenWords())

/** The last filter, for what callers missed and what vendors and statements repeat. */
export function redactLine(line: string): string {
  const words = hiddenWords()
  const redacted: unknown = JSON.parse(line, (key, value: unknown) => {
    if (ids.has(key)) return value
    if (typeof value === 'string') return redact(value, words)
    return typeof value === 'number' && redactCards(String(value)) === '[card]' ? '[card]' : value
  })
  return `${JSON.stringify(redacted)}\n`
}
