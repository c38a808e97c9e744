/**
 * Ways to write a text so that a filter that looks for words does not find them, while a browser, or whoever decodes
 * once too often, still reads the same.
 */
type Disguise = (text: string) => string

const mixed = (text: string) => [...text].map((sign, n) => (n % 2 ? sign.toUpperCase() : sign)).join('')
const tagName = /<(\/?)([a-z:]+)/gi
const hex = (sign: string) => sign.charCodeAt(0).toString(16)

/** What still is markup, for a parser that is as forgiving as a browser's. */
export const loose: readonly Disguise[] = [
  (text) => text.replace(tagName, (_, slash: string, name: string) => `<${slash}${mixed(name)}`),
  (text) => text.replace(/ (on\w+)=/g, (_, name: string) => ` ${mixed(name)}=`),
  (text) => text.replace(/<([a-z]+) /gi, '<$1/'),
  (text) => text.replace(/ (\w+=)/g, '/$1'),
  (text) => text.replaceAll(' ', '\n'),
  (text) => text.replaceAll(' ', '\t'),
  (text) => text.replaceAll(' ', '\f'),
  (text) => text.replace(/=/g, ' = '),
  (text) => text.replace(/>$/, ''),
  (text) => text.replace(/>$/, ' x="'),
  (text) => `<${text}`,
  (text) => `<!-->${text}`,
  (text) => `<!--x--!>${text}`,
  (text) => `<?x ?>${text}`,
  (text) => `<![CDATA[x]]>${text}`,
  (text) => `\ufeff\u200b${text}`,
  (text) => text.replace(/javascript:/g, 'java&Tab;script&colon;'),
  (text) => text.replace(/(on\w+=["']?)([a-z])/g, (_, name: string, sign: string) => `${name}&#x${hex(sign)};`),
]

/** What is markup only after somebody has decoded it, or thrown a part of it away. */
export const coded: readonly Disguise[] = [
  (text) => text.replace(/[<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`),
  (text) => text.replace(/[<>"']/g, (sign) => `&#x${hex(sign)}`),
  (text) => text.replace(/</g, '&lt').replace(/>/g, '&gt'),
  (text) => text.replace(/</g, '&amp;lt;').replace(/>/g, '&amp;gt;'),
  (text) => text.replace(/[<>"' ]/g, (sign) => `%${hex(sign)}`),
  (text) => text.replace(/[<>"' ]/g, (sign) => `%25${hex(sign)}`),
  (text) => text.replace(/[<>"']/g, (sign) => `\\u00${hex(sign)}`),
  (text) => text.replace(/[<>"']/g, (sign) => `\\x${hex(sign)}`),
  (text) => text.replace(/[<>"']/g, (sign) => `\\${sign}`),
  (text) => text.replace(/[<>"']/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  (text) => text.replace(/</g, '\u2039').replace(/>/g, '\u203a'),
  (text) => text.replace(/</g, '+ADw-').replace(/>/g, '+AD4-'),
  (text) => text.replace(tagName, (_, slash: string, name: string) => `<${slash}${name.slice(0, 2)}\0${name.slice(2)}`),
  (text) => text.replace(/<script/gi, '<scr<script>ipt').replace(/onerror/g, 'ononerrorerror'),
  (text) => text.replace(/s(?=cript)/g, '\u017f'),
  (text) => text.replace(/</g, '<\u0001'),
  (text) => `\u202e${[...text].toReversed().join('')}\u202c`,
]
