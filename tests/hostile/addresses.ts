/**
 * About nine hundred addresses that try to lead away from this site, composed with a fixed seed. Each is written as in a
 * query parameter.
 */
import { randomFrom } from '@/tests/setup/random'
import { words } from '@/tests/setup/words'
import { singleAddresses } from './single-addresses'

/** The attacker's host, in a reserved top-level domain. */
export const attackerHost = 'evil.test'

/** Prefixes that make a browser, or a lenient parser, read a host name. */
const hostPrefixes = [
  '//',
  '///',
  '//////',
  '/\\',
  '\\/',
  '\\\\',
  '\\\\\\\\',
  '/\t/',
  '\t//',
  '/\n/',
  '\r\n//',
  ' //',
  '\u0000//',
  '\u001f//',
  '\u00a0//',
  '\ufeff//',
  ...words`
    /\u200b/ /.// /./\\ /..// /x/..// /x/%2e%2e// /%2e// /;// /?// /%2f %2f%2f /%5c /%09/ /%0a/ /%00/ /%c0%af
    /%25%32%66 https:// https: https:/ https:/// https:\\\\ https:/\\/ HtTpS://
  `,
  'ht\ttps://',
  'h\nttps://',
  'https\t://',
  'https:\n//',
  ...words`
    http:// \uff0f\uff0f /\uff0f /\u2044 /\u2215 \u29f8/ https:\uff0f\uff0f \uff48\uff54\uff54\uff50\uff53://
  `,
]

/** Spellings of the attacker's host. `{ours}` is replaced by this site's host. */
const hosts = [
  attackerHost,
  'EVIL.TEST',
  `${attackerHost}.`,
  `${attackerHost}:443`,
  `${attackerHost}:{ours}`,
  `{ours}.${attackerHost}`,
  `{ours}${attackerHost}`,
  `${attackerHost}/{ours}`,
  `{ours}@${attackerHost}`,
  `{ours}%40${attackerHost}`,
  `{ours}%2f@${attackerHost}`,
  `{ours}#@${attackerHost}`,
  `{ours}?@${attackerHost}`,
  `{ours}\\@${attackerHost}`,
  `{ours}\\.${attackerHost}`,
  `{ours};@${attackerHost}`,
  `{ours}&@${attackerHost}`,
  `{ours}\t@${attackerHost}`,
  `{ours}\u0000.${attackerHost}`,
  `{ours}%00.${attackerHost}`,
  `user:word@{ours}@${attackerHost}`,
  `{ours}:80@${attackerHost}`,
  `${attackerHost}\\@{ours}`,
  `${attackerHost}#@{ours}`,
  `${attackerHost}?@{ours}`,
  'evil%2etest',
  'evil\u3002test',
  'evil\uff0etest',
  'evil\uff61test',
  'ev\u00adil.test',
  'ev\u200bil.test',
  '\u24d4\u24e5\u24d8\u24db.test',
  '\uff45vil.test',
  'xn--vil-joa.test',
  '203.0.113.9',
  '3405803785',
  '0xcb007109',
  '0313.0.0161.011',
  '203.113.9',
  '[2001:db8::9]',
  '[::ffff:203.0.113.9]',
  '[::ffff:cb00:7109%25eth0]',
] as const

const suffixes = [
  '',
  '/',
  '/profile',
  '/%2e%2e/profile',
  '/..',
  '/..;/',
  '//',
  '?next=/profile',
  '#/profile',
  '/?{ours}',
  '\\',
  '%20',
  ' ',
  '/%0d%0aSet-Cookie:%20a=b',
  '/\u0000',
] as const

/** Schemes that run scripts, read files or open other programs. */
const schemes = [
  ['javascript', 'alert(1)//'],
  ['javascript', '//%0aalert(1)'],
  ['javascript', '//{ours}/%0d%0aalert(1)//'],
  ['data', 'text/html,<script>alert(1)</script>'],
  ['data', 'text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=='],
  ['data', 'image/svg+xml,<svg onload=alert(1)>'],
  ['vbscript', 'msgbox(1)'],
  ['blob', 'https://{ours}/0b1c-22'],
  ['filesystem', 'https://{ours}/temporary/x'],
  ['view-source', `https://${attackerHost}/`],
  ['file', '///etc/passwd'],
  ['ftp', `//${attackerHost}/x`],
  ['wss', `//${attackerHost}/`],
  ['about', 'srcdoc'],
  ['intent', `//${attackerHost}#Intent;scheme=https;end`],
  ['ms-word', `ofe|u|https://${attackerHost}/x`],
] as const

const seed = 7
const ourHost = 'unhurried.example'

const withOurHost = (text: string) => text.replaceAll('{ours}', ourHost)

type Change = (text: string) => string

/** Encodings that a program on the way may apply or undo. */
const encodings: readonly Change[] = [
  (text) => text,
  (text) => encodeURI(text.toWellFormed()),
  (text) => text.replace(/[/\\:]/g, (character) => encodeURIComponent(character)),
  (text) => text.replace(/[/\\:]/g, (character) => encodeURIComponent(encodeURIComponent(character))),
  (text) => text.replace(/[/\\:]/g, (character) => `&#${character.charCodeAt(0)};`),
  (text) => text.replace(/[/\\:]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`),
  (text) => text.replace(/[a-z]/g, (character) => `%${character.charCodeAt(0).toString(16)}`),
]

/** Spellings of a scheme that a browser, or a filter that decodes twice, still recognises. */
const schemeSpellings: readonly Change[] = [
  (scheme) => `${scheme}:`,
  (scheme) => `${scheme.toUpperCase()}:`,
  (scheme) => `${[...scheme].map((character, n) => (n % 2 ? character.toUpperCase() : character)).join('')}:`,
  (scheme) => `${scheme.slice(0, 4)}\t${scheme.slice(4)}:`,
  (scheme) => `${scheme.slice(0, 2)}\r\n${scheme.slice(2)}:`,
  (scheme) => `\u0001${scheme}:`,
  (scheme) => ` \t\n${scheme}:`,
  (scheme) => `\u00a0${scheme}:`,
  (scheme) => `${scheme}\u0000:`,
  (scheme) => `${scheme} :`,
  (scheme) => `${scheme}&colon;`,
  (scheme) => `${scheme}%3a`,
  (scheme) => `${scheme}\uff1a`,
  (scheme) => `&#x${scheme.charCodeAt(0).toString(16)};${scheme.slice(1)}:`,
  (scheme) => `/${scheme}:`,
  (scheme) => `//${scheme}:`,
  (scheme) => `url:${scheme}:`,
  (scheme) => `https:${scheme}:`,
  (scheme) => `${ourHost}/${scheme}:`,
]

function composed(): string[] {
  const random = randomFrom(seed)
  // Each prefix is combined with eight hosts in turn; the rest is random.
  const away = hostPrefixes.flatMap((prefix, at) =>
    Array.from({ length: 8 }, (_, n) => {
      const host = hosts[(at * 8 + n * 5 + n) % hosts.length] ?? ''
      const text = withOurHost(prefix + host + random.pick(suffixes))
      return random.chance(0.6) ? text : random.pick(encodings)(text)
    }),
  )
  const withScheme = schemes.flatMap(([scheme, rest]) =>
    random
      .shuffled(schemeSpellings)
      .slice(0, 13)
      .map((spell) => spell(scheme) + withOurHost(rest)),
  )
  return [...away, ...withScheme]
}

export const hostileAddresses: readonly string[] = [...new Set([...singleAddresses, ...composed()])]
