/**
 * A function as the text of an inline script that calls it. It runs before anything else of the page has
 * loaded, so the function may use nothing from outside its body but what it is given, which must be JSON.
 */
export function inline<Args extends readonly unknown[]>(run: (...args: Args) => void, ...args: Args): string {
  return `(${String(run)})(${args.map((arg) => JSON.stringify(arg).replaceAll('<', '\\u003c')).join(',')})`
}
