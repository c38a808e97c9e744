import 'server-only'
import { env } from '@/lib/env'
import { personalWords } from '@/lib/server/http/request-context'

function passwordsOf(address: string | null): string[] {
  const written = (address && URL.parse(address)?.password) || ''
  try {
    return [written, decodeURIComponent(written)]
  } catch {
    // A `%` that starts no escape.
    return [written]
  }
}

/** Secrets that a vendor may repeat in an error. */
function readSecrets(): string[] {
  const { stripe, chargebee, identity, blog, revalidateSecret, smtpUrl, databaseUrl, redisUrl } = env()
  const basic = chargebee && Buffer.from(`${chargebee.webhookUser}:${chargebee.webhookPassword}`).toString('base64')
  return [
    stripe?.secretKey,
    stripe?.webhookSecret,
    chargebee?.apiKey,
    chargebee?.webhookPassword,
    basic,
    identity?.serviceAccount?.privateKey,
    blog.source === 'notion' ? blog.token : null,
    revalidateSecret,
    ...[smtpUrl, databaseUrl, redisUrl].flatMap(passwordsOf),
  ].filter((word): word is string => Boolean(word))
}

let secrets: string[] | undefined

/** The word on its own, or encoded once or twice in an address. */
const alone = (word: string) =>
  [...new Set([word, encodeURIComponent(word), encodeURIComponent(encodeURIComponent(word))])]
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .map((text) => String.raw`(?<!\w)${text}(?!\w)`)
    .join('|')

/** `@` may be encoded, several times over. */
const domain = String.raw`(?:@|%(?:25){0,4}40)[^\s@"'<>,;]+`

const patterns: [RegExp, string][] = [
  [new RegExp(String.raw`"[^\n]{1,64}"${domain}`, 'g'), '[e-mail]'],
  // At most 64 characters, or matching would be quadratic. `/@` is a scoped package.
  // signs. Before the sign is no slash: that is how packages of a scope stand in a path.
  [new RegExp(String.raw`[^\s@"'<>,;:=?&/][^\s@"<>,;:=?&]{0,63}(?<!/)${domain}`, 'g'), '[e-mail]'],
  [/\beyJ[\w-]{6,}(?:\.[\w-]*)*/g, '[token]'],
  [/\b(?:Bearer|Basic)\s+[^\s"']+/gi, '[credentials]'],
  [/\b(?:(?:sk|rk|ek)_(?:test|live)_|whsec_|\w+_secret_|ya29\.)[\w.*-]+/g, '[secret]'],
]

const between = String.raw`[ \u00a0\u2007\u202f+.-]|%(?:25){0,4}(?:20|2B|C2%A0)`

const longNumber = new RegExp(
  String.raw`(?:(?<=%(?:25){0,4}(?!25)[\dA-F]{2})|(?<![\w%-]))\d(?:(?:${between})?\d){12,}(?![\w-])`,
  'gi',
)
const group = new RegExp(String.raw`(\d+)(${between})?`, 'gi')

/** Luhn's check digit. A timestamp has as many digits, and seldom this one. */
function isCard(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19) return false
  const sum = [...digits]
    .map(Number)
    .toReversed()
    .reduce((total, digit, n) => total + (n % 2 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit), 0)
  return sum % 10 === 0
}

type Group = { text: string; digits: string; sign: string }

/** The number of groups that form a card number, or 0. */
function cardAt(groups: Group[], from: number): number {
  let joined = ''
  for (const [n, { digits }] of groups.slice(from, from + 5).entries()) {
    joined += digits
    if (isCard(joined)) return n + 1
    if (digits.length < 4) break
  }
  return 0
}

function withoutCard(found: string): string {
  const groups = [...found.matchAll(group)].map(([text, digits = '', sign = '']) => ({ text, digits, sign }))
  if (isCard(groups.map(({ digits }) => digits).join(''))) return '[card]'
  const kept: string[] = []
  for (let from = 0; from < groups.length;) {
    const count = cardAt(groups, from)
    kept.push(count > 0 ? `[card]${groups[from + count - 1]?.sign}` : (groups[from]?.text ?? ''))
    from += count || 1
  }
  return kept.join('')
}

const withoutCards = (text: string) => text.replace(longNumber, withoutCard)

function redact(text: string, words: RegExp | null): string {
  const known = words ? text.replace(words, '[hidden]') : text
  return withoutCards(patterns.reduce((left, [pattern, name]) => left.replace(pattern, name), known))
}

/** Hexadecimal, and by chance sometimes all decimal. */
const ids = new Set(['span_id', 'trace_id'])

/** The last filter: removes what no caller thought of, and what vendors and statements repeat. */
export function redactLine(line: string): string {
  secrets ??= readSecrets()
  const hidden = [...personalWords(), ...secrets].map(alone)
  const words = hidden.length > 0 ? new RegExp(hidden.join('|'), 'g') : null
  const kept: unknown = JSON.parse(line, (key, value: unknown) => {
    if (ids.has(key)) return value
    if (typeof value === 'string') return redact(value, words)
    return typeof value === 'number' && withoutCards(String(value)) === '[card]' ? '[card]' : value
  })
  return `${JSON.stringify(kept)}\n`
}
