/** Hostile addresses that are not composed by rules: other hosts, scripts, and pages that are not ours. */
import { words } from '@/tests/setup/words'

const host = 'evil.test'

const schemes = words`
  javascript:alert(1) JaVaScRiPt:alert(1) javascript://%0aalert(1) javascript:https://unhurried.example/
  javascript&colon;alert(1) &#106;avascript:alert(1) &#x6A;avascript:alert(1) java&Tab;script:alert(1)
  \\x6aavascript:alert(1) \\u006aavascript:alert(1) javascript%3aalert(1) data:text/html,<script>alert(1)</script>
  DATA:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg== data:,hello data&colon;text/html,x vbscript:msgbox(1)
  VbScript:msgbox(1) blob:https://unhurried.example/0b1c filesystem:https://unhurried.example/temporary/x
  view-source:https://evil.test/ file:///etc/passwd ftp://evil.test/ ws://evil.test/ wss://unhurried.example/
  mailto:a@evil.test tel:+16505550100 sms:+16505550100 about:blank about:srcdoc chrome://settings
  intent://evil.test#Intent;scheme=https;end android-app://com.evil/https/evil.test x-apple:evil
  feed:https://evil.test/ jar:https://evil.test!/
`

const relative = words`
  //${host} ///${host} ////${host}/x /////////${host} //${host}/%2f.. //${host}%2f@unhurried.example /.//${host}
  /..//${host} /x/..//${host} /./.././/${host} /%2e%2f/${host} /%2e//${host} /%2f%2f${host} /%2f/${host}
  /%252f%252f${host} /%2F%2F${host} /%5c${host} /%5C%5c${host} /%09/${host} /%0d%0aLocation:%20//${host} /%00//${host}
  /%e2%80%a8//${host} /%ff//${host} /% /%c0%af${host} ${host} www.${host} .${host} @${host} :80@${host} ;//${host}
  ?//${host} #//${host} profile ./profile ../profile %2fprofile %2f%2fevil.test "//evil.test '//evil.test
  <//evil.test>
`

const backslashes = words`
  \\\\${host} /\\${host} \\/${host} \\${host} /\\/${host} //\\${host} /\\\\${host} https:\\\\${host} https:/\\${host}
  https://unhurried.example\\@${host} https://unhurried.example\\.${host} https://${host}\\unhurried.example
  /profile\\..\\..\\${host}
`

const otherHosts = words`
  https://${host} HTTPS://${host} https:${host} https:/${host} https:///${host} https:////${host} http:${host}
  https://${host}?https://unhurried.example/ https://${host}#https://unhurried.example/
  https://${host}/https://unhurried.example/ https://unhurried.example.${host}/ https://unhurried.example${host}/
  https://evilunhurried.example/ https://sub.unhurried.example/ https://unhurried.example./ https://unhurried.exampl/
  https://unhurried-example/ https://unhurried.example%2eevil.test/ https://unhurried.example%00.evil.test/
  https://unhurried.example%23@evil.test/ https://unhurried.example%2f@evil.test/ http://unhurried.example/
  http://localhost:3000@evil.test/ http://localhost.evil.test:3000/
`

const credentials = words`
  https://unhurried.example@${host}/ https://unhurried.example:443@${host}/ https://user:pass@unhurried.example/
  https://user@unhurried.example/ https://:pass@unhurried.example/ https://%40@unhurried.example/
  https://a:b@${host}:443/ user:pass@${host} http://user@localhost:3000/profile https://${host}%40unhurried.example/
`

const portsAndAddresses = words`
  https://unhurried.example:8443/ https://unhurried.example:80/ https://unhurried.example:0/
  https://unhurried.example:65536/ https://unhurried.example:x/ http://localhost:3001/ http://localhost/
  http://127.0.0.1:3000/ http://2130706433:3000/ http://0x7f.1:3000/ http://[::1]:3000/
  http://[::ffff:127.0.0.1]:3000/ https://[::1 https://[evil.test]/ http:// https:// https:
`

/** Look-alike letters, and characters that some parsers take for a dot or a slash. */
const unicode = words`
  https://unhurr\u0456ed.example/ https://unhurr\u0131ed.example/ https://\u0443nhurried.example/
  https://unhurried.ex\u0430mple/ https://xn--unhurred-2va.example/ https://unhurried.example\u2044evil.test/
  https://unhurried.example\u2215evil.test/ https://unhurried.example\u29f8evil.test/
  https://unhurried.example\u3002evil.test/ https://unhurried.example\uff0eevil.test/
  https://unhurried.example\uff0fevil.test/ https://evil\u3002test/ https:\uff0f\uff0fevil.test/ \uff0f\uff0fevil.test
  /\uff0fevil.test /\u2044/evil.test \u2044\u2044evil.test /\ufeff/evil.test \ufeff//evil.test \u200b//evil.test
  \u202e//tset.live https://unhurried.example\u00ad@evil.test/ https\uff1a//evil.test/ j\u0061vascript\uff1aalert(1)
  /\ud800//evil.test
`

/** Characters that a browser drops or replaces in an address. */
const dropped = [
  '\u0000',
  '\u0001',
  '\b',
  '\t',
  '\n',
  '\v',
  '\f',
  '\r',
  '\r\n',
  ' ',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u2028',
  '\u2029',
]
const positions = dropped.flatMap((mark) => [
  `${mark}//${host}`,
  `/${mark}/${host}`,
  `//${mark}${host}`,
  `${mark}javascript:alert(1)`,
  `java${mark}script:alert(1)`,
  `javascript${mark}:alert(1)`,
  `https:${mark}//${host}`,
  `https:/${mark}/${host}`,
  `https://unhurried.example${mark}@${host}/`,
])

const loops = words`
  /auth /auth/ /auth// /auth?mode=select /auth/?signInSuccessUrl=//evil.test /auth#x /./auth /x/../auth /%61uth
  /a%75th/ /.//auth https://unhurried.example/auth http://localhost:3000/auth?x
`

const nested = [
  ...words`
    /auth?signInSuccessUrl=%2F%2Fevil.test /auth?continueUrl=https://evil.test
    https://evil.test/?signInSuccessUrl=/profile //evil.test/auth?mode=signIn&oobCode=x /profile,//evil.test
    /profile//evil.test ["//evil.test"] {"href":"//evil.test"} null undefined 0
  `,
  '[object Object]',
]

const long = [
  `https://${'a'.repeat(5000)}.${host}/`,
  `//${host}/${'a'.repeat(100_000)}`,
  `/${'a'.repeat(100_000)}`,
  `/${'/'.repeat(10_000)}${host}`,
  `/${'%2f'.repeat(1000)}${host}`,
  `/${'../'.repeat(600)}/${host}`,
]

export const singleAddresses: readonly string[] = [
  ...schemes,
  ...relative,
  ...backslashes,
  ...otherHosts,
  ...credentials,
  ...portsAndAddresses,
  ...unicode,
  ...positions,
  ...loops,
  ...nested,
  ...long,
]
