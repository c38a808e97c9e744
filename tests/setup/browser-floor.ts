/** The features that some browser of the floor lacks, by MDN's compatibility data. */
import bcd, {
  type BrowserName,
  type CompatStatement,
  type Identifier,
  type SimpleSupportStatement,
} from '@mdn/browser-compat-data' with { type: 'json' }
import manifest from '@/package.json' with { type: 'json' }

/** MDN lists phones apart. Chrome, Edge and Firefox share their version with Android, Safari with iOS. */
const onPhones: Partial<Record<string, BrowserName>> = {
  chrome: 'chrome_android',
  firefox: 'firefox_android',
  safari: 'safari_ios',
}

/** `browserslist` of package.json, such as `chrome 111`, with phones. */
const floor = manifest.browserslist.flatMap((line): [BrowserName, number][] => {
  const [name = '', version] = line.split(' ')
  const phone = onPhones[name]
  return [[name as BrowserName, Number(version)], ...(phone ? [[phone, Number(version)] as [BrowserName, number]] : [])]
})

/** Whether the version lies in the statement's span. Flags, prefixes and other names don't count as support. */
const isIn = (version: number, { version_added, version_removed, ...unusual }: SimpleSupportStatement) =>
  typeof version_added === 'string' &&
  Number.parseFloat(version_added.replace('≤', '')) <= version &&
  !(typeof version_removed === 'string' && Number.parseFloat(version_removed) <= version) &&
  !unusual.flags &&
  !unusual.prefix &&
  !unusual.alternative_name

/** Whether every browser of the floor has the feature. */
const isOnFloor = ({ support }: CompatStatement) =>
  floor.every(([browser, version]) => [support[browser] ?? []].flat().some((statement) => isIn(version, statement)))

type Features = Record<string, Identifier>

const builtins = bcd.javascript.builtins as Features

/** `owner` is a global, such as `URL` or `Intl.Segmenter`, or null for a global itself. */
export type Feature = { owner: string | null; name: string; isStatic: boolean; isTooNew: boolean }

function featuresIn(owner: string | null, scope: Features): Feature[] {
  return Object.entries(scope).flatMap(([key, feature]) => {
    if (key === '__compat' || key.endsWith('_event') || !feature.__compat) return []
    const name = key.replace(/_static$/, '')
    const isTooNew = !isOnFloor(feature.__compat)
    // Members have no members of interest, except for the classes of `Intl`.
    const hasMembers = !isTooNew && (owner === null || owner === 'Intl')
    const path = owner === null ? name : `${owner}.${name}`
    const isStatic = name !== key
    return [{ owner, name, isStatic, isTooNew }, ...(hasMembers ? featuresIn(path, feature as Features) : [])]
  })
}

const features = [...featuresIn(null, bcd.api as Features), ...featuresIn(null, builtins)]

/** Globals, statics and members of prototypes that some browser of the floor lacks. */
export const tooNewForFloor = features.filter(({ isTooNew }) => isTooNew)

const selectors = Object.entries(bcd.css.selectors as Features)

/** Pseudo-classes and pseudo-elements, without colons, that some browser of the floor lacks. */
export const tooNewSelectors = new Set(
  selectors.filter(([, { __compat }]) => __compat && !isOnFloor(__compat)).map(([name]) => name),
)

const namesOnFloor = new Set(features.filter(({ isTooNew }) => !isTooNew).map(({ name }) => name))
/** The methods of iterators have names that other code uses, such as `toArray`. */
const hasOwnNames = ({ owner }: Feature) =>
  owner !== null && owner !== 'Iterator' && (owner.split('.')[0] ?? '') in builtins

/** Members of builtins that are too new wherever their name occurs, such as `toSorted`. */
const tooNewNames = new Set(
  tooNewForFloor.filter((each) => hasOwnNames(each) && !namesOnFloor.has(each.name)).map(({ name }) => name),
)
const tooNewPaths = new Set(tooNewForFloor.map(({ owner, name }) => (owner === null ? name : `${owner}.${name}`)))

/**
 * Calls of too new statics, members and classes in a script that does not also ask whether they exist.
 * A method whose name others share, such as `map` of iterators, is not recognized.
 */
export function unguardedCalls(script: string): string[] {
  const isAskedFor = (name: string) =>
    new RegExp(`typeof [\\w$.]*\\b${name}\\b|["']${name}["'] ?in |\\b${name}(&&|\\?|\\|\\||\\))`).test(script)
  return [...script.matchAll(/(?:([\w$]+)|[\])])\??\.(\w+)\(|\bnew ((?:Intl\.)?[A-Z]\w*)\b/g)]
    .filter(([, owner = '', name = '', created = '']) => {
      const isTooNew = tooNewNames.has(name) || tooNewPaths.has(`${owner}.${name}`) || tooNewPaths.has(created)
      return isTooNew && !isAskedFor(name || created.replace('Intl.', ''))
    })
    .map(({ 0: call, index }) => `${call} in ${script.slice(Math.max(0, index - 40), index + 40)}`)
}
