/**
 * Some thousands of texts that would run a script, or ask another host for something, in a page that puts them in
 * without care: put together by rules from a seed, the same on every machine.
 */
import { randomFrom } from '@/tests/faults/random'
import { breaks, type Context } from './contexts'
import { coded, loose } from './disguises'
import { addressPlaces, wordPlaces } from './markdown-places'
import { nests } from './mutations'
import { spells } from './spells'
import { handlers, vectors } from './vectors'

type HostileText = { text: string; context: Context }

const random = randomFrom(11)
const spell = () => random.pick(spells)
const vector = () => random.pick(vectors)(spell())
const some = <T>(of: readonly T[], count: number) => random.shuffled(of).slice(0, count)
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))

/** Every kind of markup breaks out of every place. */
const broken = breaks.flatMap(([context, before, after]) =>
  vectors.map((each) => ({ text: before + each(spell()) + after, context })),
)

/** The same, written so that a filter may not see it. */
const disguised = [...loose, ...coded].flatMap((disguise) =>
  times(24, () => {
    const [context, before, after] = random.pick(breaks)
    return { text: disguise(before + vector() + after), context }
  }),
)

/** Handlers for an element that stands there. */
const handled = handlers.flatMap((name) =>
  times(4, () => spell()).flatMap((each): HostileText[] => [
    { text: `" ${name}="${each}" y="`, context: 'double-quoted attribute' },
    { text: `' ${name}='${each.replaceAll("'", '"')}' y='`, context: 'single-quoted attribute' },
    { text: `x ${name}=${each.replaceAll(' ', '')}`, context: 'bare attribute' },
  ]),
)

/** A script from within a script, a style from within a style. */
const within = spells.flatMap((each): HostileText[] => [
  { text: `";${each};//`, context: 'script' },
  { text: `\\";${each}//`, context: 'script' },
  { text: `'-(${each})-'`, context: 'script' },
  { text: `\u2028${each}\u2028`, context: 'script' },
  { text: `\${${each}}`, context: 'script' },
  { text: `"};${each};({"a":"`, context: 'data in a script' },
  { text: `<!--<script>";${each}//`, context: 'data in a script' },
  { text: `{{constructor.constructor(${JSON.stringify(each)})()}}`, context: 'template' },
  { text: `\${constructor.constructor(${JSON.stringify(each)})()}`, context: 'template' },
  { text: `<%= ${each} %><# ${each} #>{%${each}%}[[${each}]]`, context: 'template' },
  { text: `__proto__[innerHTML]=<img src onerror=${each}>`, context: 'template' },
])

/** Scripts in the place of an address. */
const schemes: readonly ((each: string) => string)[] = [
  (each) => `javascript:${each}`,
  (each) => `JaVaScRiPt:${each}`,
  (each) => `java\tscript:${each}`,
  (each) => `java\nscript:${each}`,
  (each) => `java\rscript:${each}`,
  (each) => `\u0001javascript:${each}`,
  (each) => ` \u001f javascript:${each}`,
  (each) => `\u00a0javascript:${each}`,
  (each) => `javascript&colon;${each}`,
  (each) => `javascript&#58;${each}`,
  (each) => `javascript&#x3a${each}`,
  (each) => `&#106;avascript:${each}`,
  (each) => `java&#9;script:${each}`,
  (each) => `java&NewLine;script:${each}`,
  (each) => `javascript%3a${each}`,
  (each) => `javascript\uff1a${each}`,
  (each) => `javascript://%0a${each}`,
  (each) => `javascript://unhurried.example/%0d${each}//`,
  (each) => `javascript:/*--></title></style></script>*/${each}`,
  (each) => `feed:javascript:${each}`,
  (each) => `view-source:javascript:${each}`,
  (each) => `vbscript:${each}`,
  (each) => `data:text/html,<script>${each}</script>`,
  (each) => `data:text/html;base64,${Buffer.from(`<script>${each}</script>`).toString('base64')}`,
  (each) => `data:image/svg+xml,<svg onload="${each}" xmlns="http://www.w3.org/2000/svg"></svg>`,
  (each) => `data:application/xhtml+xml,<x:script xmlns:x="http://www.w3.org/1999/xhtml">${each}</x:script>`,
]
const addressed = schemes.flatMap((scheme) =>
  some(spells, 8).map((each): HostileText => ({ text: scheme(each), context: 'address' })),
)

const nested = nests.flatMap((nest) => times(14, (): HostileText => ({ text: nest(vector()), context: 'mutation' })))

const marked = [
  ...addressPlaces.flatMap((place) => schemes.map((scheme) => place(scheme(spell())))),
  ...wordPlaces.flatMap((place) => [
    ...times(14, () => place(vector())),
    ...times(5, () => place(random.pick(coded)(vector()))),
    ...some(handlers, 4).map((name) => place(`" ${name}="${spell()}`)),
    ...some(nests.slice(0, -1), 5).map((nest) => place(nest(vector()))),
  ]),
].map((text): HostileText => ({ text, context: 'markdown' }))

/** All of them, each once. */
export const hostileTexts: readonly HostileText[] = [
  ...new Map(
    [...broken, ...disguised, ...handled, ...within, ...addressed, ...nested, ...marked].map((each) => [
      each.text,
      each,
    ]),
  ).values(),
]
