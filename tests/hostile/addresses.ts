/** Addresses that try to lead away from this site, or to run something. Each is written as in a query parameter. */
import { words } from '@/tests/setup/words'

const host = 'evil.test'
const ours = 'unhurried.example'

/** Prefixes that make a browser, or a lenient parser, read a host name. */
const prefixes = [
  ...words`
    // /// ////// /\\ \\/ \\\\ \\\\\\\\ /\u200b/ /.// /./\\ /..// /x/..// /x/%2e%2e// /%2e// /;// /?// /%2f %2f%2f /%5c
    /%09/ /%0a/ /%00/ /%c0%af /%25%32%66 https:// https: https:/ https:/// https:\\\\ https:/\\/ HtTpS:// http://
    \uff0f\uff0f /\uff0f /\u2044 /\u2215 \u29f8/ https:\uff0f\uff0f \uff48\uff54\uff54\uff50\uff53:// \ufeff//
  `,
  '/\t/',
  '\t//',
  '/\n/',
  '\r\n//',
  ' //',
  '\u0000//',
  '\u00a0//',
  'ht\ttps://',
  'https:\n//',
]

/** Spellings of the attacker's host. */
const hosts = [
  ...words`
    ${host} EVIL.TEST ${host}. ${host}:443 ${host}:${ours} ${ours}.${host} ${ours}${host} ${host}/${ours} ${ours}@${host}
    ${ours}%40${host} ${ours}%2f@${host} ${ours}#@${host} ${ours}?@${host} ${ours}\\@${host} ${ours}\\.${host}
    ${ours};@${host} ${ours}&@${host} ${ours}%00.${host} user:word@${ours}@${host} ${ours}:80@${host} ${host}\\@${ours}
    ${host}#@${ours} ${host}?@${ours} evil%2etest evil\u3002test evil\uff0etest evil\uff61test ev\u00adil.test
    ev\u200bil.test \u24d4\u24e5\u24d8\u24db.test xn--vil-joa.test 203.0.113.9 3405803785 0xcb007109 0313.0.0161.011
    [2001:db8::9] [::ffff:203.0.113.9] [::ffff:cb00:7109%25eth0]
  `,
  `${ours}\t@${host}`,
  `${ours}\u0000.${host}`,
]

/** Schemes that run scripts, read files or open other programs. */
const schemes = words`
  javascript:alert(1) javascript://%0aalert(1) javascript:https://${ours}/ data:text/html,<script>alert(1)</script>
  data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg== data:image/svg+xml,<svg> vbscript:msgbox(1)
  blob:https://${ours}/0b1c filesystem:https://${ours}/temporary/x view-source:https://${host}/ file:///etc/passwd
  ftp://${host}/ wss://${host}/ mailto:a@${host} tel:+16505550100 about:srcdoc intent://${host}#Intent;scheme=https;end
`

/** Spellings of a scheme that a browser, or a filter that decodes twice, still recognises. */
const spellings = [
  ...words`
    JaVaScRiPt: javascript&colon; javascript%3a javascript\uff1a &#106;avascript: &#x6A;avascript: java&Tab;script:
    \\u006aavascript: /javascript: //javascript: url:javascript: https:javascript: j\u0061vascript\uff1a
  `,
  'java\tscript:',
  'ja\r\nvascript:',
  '\u0001javascript:',
  ' \t\njavascript:',
  '\u00a0javascript:',
  'javascript\u0000:',
].map((scheme) => `${scheme}alert(1)`)

/** Parts of our own origin that are wrong, and paths that a lenient reader takes for another host. */
const nearMisses = words`
  https://${ours}:8443/ https://${ours}:80/ https://user:pass@${ours}/ https://:pass@${ours}/ https://sub.${ours}/
  https://${ours}./ http://${ours}/ http://localhost:3001/ http://2130706433:3000/ http://[::ffff:127.0.0.1]:3000/
  https://[::1 http:// https:// https: https://unhurr\u0456ed.example/ https://${ours}\u2044evil.test/ /\ud800//${host}
  //${host}/%2f.. ${host} www.${host} @${host} ?//${host} #//${host} ../profile "//${host} /profile\\..\\..\\${host}
  /auth /auth/ /auth?mode=select /./auth /x/../auth /%61uth /.//auth https://${ours}/auth /auth?continueUrl=https://${host}
  /profile//${host} ["//${host}"] null undefined 0
`

const long = [`https://${'a'.repeat(5000)}.${host}/`, `/${'a'.repeat(100_000)}`, `/${'/'.repeat(10_000)}${host}`]

const ends = ['', '/profile', '/..', '?next=/profile', '/%0d%0aSet-Cookie:%20a=b']

/** Encodings that a program on the way may apply or undo. */
const encodings = [
  (text: string) => encodeURI(text.toWellFormed()),
  (text: string) => text.replace(/[/\\:]/g, (character) => encodeURIComponent(encodeURIComponent(character))),
  (text: string) => text.replace(/[/\\:]/g, (character) => `&#${character.charCodeAt(0)};`),
]

const away = [
  ...prefixes.flatMap((prefix) => [`${prefix}${host}`, `${prefix}${ours}@${host}/profile`]),
  ...hosts.flatMap((spelling, n) => [`//${spelling}`, `https://${spelling}${ends[n % ends.length]}`]),
]

export const hostileAddresses: readonly string[] = [
  ...new Set([
    ...away,
    ...away.map((text, n) => encodings[n % encodings.length]?.(text) ?? text),
    ...schemes,
    ...spellings,
    ...nearMisses,
    ...long,
  ]),
]
