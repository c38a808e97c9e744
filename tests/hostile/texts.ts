/** Thousands of texts that run a script or load from another host in an unsafe page, composed with a fixed seed. */
import { randomFrom } from '@/tests/setup/random'
import { breaks, type Context } from './contexts'
import { addressPlaces, textPlaces } from './markdown-places'
import { encoded, lenient, mutations } from './obfuscations'
import { eventHandlers, scripts, vectors } from './payloads'

type HostileText = { text: string; context: Context }

const random = randomFrom(11)
const drawScript = () => random.pick(scripts)
const drawVector = () => random.pick(vectors)(drawScript())
const some = <T>(of: readonly T[], count: number) => random.shuffled(of).slice(0, count)
const times = <T>(count: number, make: (n: number) => T) => Array.from({ length: count }, (_, n) => make(n))

/** Every vector in every context. */
const plain = breaks.flatMap(([context, before, after]) =>
  vectors.map((vector) => ({ text: before + vector(drawScript()) + after, context })),
)

const obfuscated = [...lenient, ...encoded].flatMap((obfuscate) =>
  times(24, () => {
    const [context, before, after] = random.pick(breaks)
    return { text: obfuscate(before + drawVector() + after), context }
  }),
)

/** Event handlers in an attribute. */
const inAttributes = eventHandlers.flatMap((name) =>
  times(4, () => drawScript()).flatMap((script): HostileText[] => [
    { text: `" ${name}="${script}" y="`, context: 'double-quoted attribute' },
    { text: `' ${name}='${script.replaceAll("'", '"')}' y='`, context: 'single-quoted attribute' },
    { text: `x ${name}=${script.replaceAll(' ', '')}`, context: 'bare attribute' },
  ]),
)

/** Scripts within a script or a template. */
const inScripts = scripts.flatMap((script): HostileText[] => [
  { text: `";${script};//`, context: 'script' },
  { text: `\\";${script}//`, context: 'script' },
  { text: `'-(${script})-'`, context: 'script' },
  { text: `\u2028${script}\u2028`, context: 'script' },
  { text: `\${${script}}`, context: 'script' },
  { text: `"};${script};({"a":"`, context: 'data in a script' },
  { text: `<!--<script>";${script}//`, context: 'data in a script' },
  { text: `{{constructor.constructor(${JSON.stringify(script)})()}}`, context: 'template' },
  { text: `\${constructor.constructor(${JSON.stringify(script)})()}`, context: 'template' },
  { text: `<%= ${script} %><# ${script} #>{%${script}%}[[${script}]]`, context: 'template' },
  { text: `__proto__[innerHTML]=<img src onerror=${script}>`, context: 'template' },
])

/** Scripts as addresses. */
const schemes: readonly ((script: string) => string)[] = [
  (script) => `javascript:${script}`,
  (script) => `JaVaScRiPt:${script}`,
  (script) => `java\tscript:${script}`,
  (script) => `java\nscript:${script}`,
  (script) => `java\rscript:${script}`,
  (script) => `\u0001javascript:${script}`,
  (script) => ` \u001f javascript:${script}`,
  (script) => `\u00a0javascript:${script}`,
  (script) => `javascript&colon;${script}`,
  (script) => `javascript&#58;${script}`,
  (script) => `javascript&#x3a${script}`,
  (script) => `&#106;avascript:${script}`,
  (script) => `java&#9;script:${script}`,
  (script) => `java&NewLine;script:${script}`,
  (script) => `javascript%3a${script}`,
  (script) => `javascript\uff1a${script}`,
  (script) => `javascript://%0a${script}`,
  (script) => `javascript://unhurried.example/%0d${script}//`,
  (script) => `javascript:/*--></title></style></script>*/${script}`,
  (script) => `feed:javascript:${script}`,
  (script) => `view-source:javascript:${script}`,
  (script) => `vbscript:${script}`,
  (script) => `data:text/html,<script>${script}</script>`,
  (script) => `data:text/html;base64,${Buffer.from(`<script>${script}</script>`).toString('base64')}`,
  (script) => `data:image/svg+xml,<svg onload="${script}" xmlns="http://www.w3.org/2000/svg"></svg>`,
  (script) => `data:application/xhtml+xml,<x:script xmlns:x="http://www.w3.org/1999/xhtml">${script}</x:script>`,
]
const inAddresses = schemes.flatMap((scheme) =>
  some(scripts, 8).map((script): HostileText => ({ text: scheme(script), context: 'address' })),
)

const mutated = mutations.flatMap((mutate) =>
  times(14, (): HostileText => ({ text: mutate(drawVector()), context: 'mutation' })),
)

const inMarkdown = [
  ...addressPlaces.flatMap((place) => schemes.map((scheme) => place(scheme(drawScript())))),
  ...textPlaces.flatMap((place) => [
    ...times(14, () => place(drawVector())),
    ...times(5, () => place(random.pick(encoded)(drawVector()))),
    ...some(eventHandlers, 4).map((name) => place(`" ${name}="${drawScript()}`)),
    ...some(mutations.slice(0, -1), 5).map((mutate) => place(mutate(drawVector()))),
  ]),
].map((text): HostileText => ({ text, context: 'markdown' }))

export const hostileTexts: readonly HostileText[] = [
  ...new Map(
    [...plain, ...obfuscated, ...inAttributes, ...inScripts, ...inAddresses, ...mutated, ...inMarkdown].map((one) => [
      one.text,
      one,
    ]),
  ).values(),
]
