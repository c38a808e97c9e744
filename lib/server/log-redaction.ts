import 'server-only'
import { env } from '@/lib/env'
import { personalWords } from './request-context'

/** Words of ours that a vendor may repeat in what it complains about. */
function readSecrets(): string[] {
  const { stripe, chargebee, identity, blog, revalidateSecret, smtpUrl, databaseUrl } = env()
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
    ...[smtpUrl, databaseUrl].map((address) => address && URL.parse(address)?.password),
  ].filter((word): word is string => Boolean(word))
}

let secrets: string[] | undefined

/** Such a word where it stands alone, also as it stands in an address. */
const alone = (word: string) =>
  [...new Set([word, encodeURIComponent(word)])]
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
    .map((text) => String.raw`(?<!\w)${text}(?!\w)`)
    .join('|')

const patterns: [RegExp, string][] = [
  // A local part has 64 signs at most; unbounded, a long word without an address would be tried from each of its signs.
  [/[^\s@"'<>,;:=?&/]{1,64}(?:@|%40)[^\s@"'<>,;]+/g, '[e-mail]'],
  [/\beyJ[\w-]{6,}(?:\.[\w-]*)*/g, '[token]'],
  [/\b(?:Bearer|Basic)\s+[^\s"']+/gi, '[credentials]'],
  [/\b(?:(?:sk|rk|ek)_(?:test|live)_|whsec_|\w+_secret_|ya29\.)[\w.*-]+/g, '[secret]'],
]

/** The digits of a card, in groups or not, and not a part of a longer number or an id. */
const cardLike = /(?<![\w-])\d(?:[ -]?\d){12,18}(?![\w-])/g

/** The check digit of a card number (Luhn): a time in milliseconds has as many digits, and hardly ever this one. */
function isCard(text: string): boolean {
  const digits = [...text.replace(/\D/g, '')].map(Number).toReversed()
  const sum = digits.reduce((total, digit, n) => total + (n % 2 ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit), 0)
  return sum % 10 === 0
}

const withoutCards = (text: string) => text.replace(cardLike, (found) => (isCard(found) ? '[card]' : found))

function redact(text: string, words: RegExp | null): string {
  const known = words ? text.replace(words, '[hidden]') : text
  return withoutCards(patterns.reduce((left, [pattern, name]) => left.replace(pattern, name), known))
}

/**
 * A line of the log without addresses, tokens, cards, secrets and the uid of whoever asks. It is the last
 * door: what no caller thought of, and what vendors and statements repeat, stays inside.
 * @param line one JSON object, with or without a line end
 */
export function redactLine(line: string): string {
  secrets ??= readSecrets()
  const hidden = [...personalWords(), ...secrets].map(alone)
  const words = hidden.length > 0 ? new RegExp(hidden.join('|'), 'g') : null
  const kept: unknown = JSON.parse(line, (_, value: unknown) => {
    if (typeof value === 'string') return redact(value, words)
    return typeof value === 'number' && withoutCards(String(value)) === '[card]' ? '[card]' : value
  })
  return `${JSON.stringify(kept)}\n`
}
