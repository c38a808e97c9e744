import type { Graph, Thing, WithContext } from 'schema-dts'

/**
 * Converts a function to an inline script that calls it. It must not use outside values except `args`, which must be
 * JSON or such functions.
 */
export function inline<Args extends readonly unknown[]>(run: (...args: Args) => void, ...args: Args): string {
  const textOf = (arg: unknown) =>
    typeof arg === 'function'
      ? String(arg).replace(/^function \w+/, 'function')
      : JSON.stringify(arg).replaceAll('<', '\\u003c')
  return `(${textOf(run)})(${args.map(textOf).join(',')})`
}

/** Isolates scripts, so that one failing does not stop the next. */
export const isolateScripts = (scripts: string[]): string =>
  scripts.map((script) => `try{${script}}catch(e){console.error(e)}`).join('\n')

export type InlineName =
  | 'browser'
  | 'head'
  | 'foot'
  | 'contents'
  | 'folds'
  | 'print'
  | 'share'
  | 'offline-page'
  | 'missing'
  | 'live-price'
  | 'next-call'
  | 'visit'

/** Written by `server/inline-scripts.ts` during a build; empty otherwise. */
const texts: Partial<Record<InlineName, string>> = JSON.parse(process.env.INLINE_SCRIPTS ?? '{}')

/** The build's text, because the server allows scripts by hash and bundles may minify differently. */
export const builtScript = (name: InlineName, text: string): string => texts[name] ?? text

/** Structured data. `<` is escaped, because it could end the script element. */
export function JsonLd({ data }: { data: WithContext<Thing> | Graph }) {
  return (
    <script
      type="application/ld+json"
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  )
}
