/**
 * A function as the text of an inline script that calls it. It runs before anything else of the page has
 * loaded, so the function may use nothing from outside its body but what it is given, which must be JSON.
 */
export function inline<Args extends readonly unknown[]>(run: (...args: Args) => void, ...args: Args): string {
  // Its name serves nobody there.
  const text = String(run).replace(/^function \w+/, 'function')
  return `(${text})(${args.map((arg) => JSON.stringify(arg).replaceAll('<', '\\u003c')).join(',')})`
}

/** Several as one, of which one that fails does not take the next with it. */
export const guarded = (scripts: string[]): string =>
  scripts.map((script) => `try{${script}}catch(e){console.error(e)}`).join('\n')

/** The scripts that stand in pages. */
export type InlineName = 'head' | 'foot' | 'contents' | 'share' | 'stand-in' | 'missing'

/** In a build, the same scripts as `server/build/inline-script-texts.ts` has written them; elsewhere there are none. */
const texts: Partial<Record<InlineName, string>> = JSON.parse(process.env.INLINE_SCRIPTS ?? '{}')

/**
 * The script as the build fixed it. Of a function's own text the minifier makes another one in every bundle, while
 * the site's server knows the few scripts that may run by the hashes of their texts.
 */
export const asBuilt = (name: InlineName, text: string): string => texts[name] ?? text
