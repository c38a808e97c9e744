import { join } from 'node:path'
import { build } from 'esbuild'

/**
 * The texts of the page's inline scripts (`components/inline-scripts.ts`), minified once, so that pages and the policy
 * agree. Bundled first, because `next.config.ts` cannot resolve the `@/` alias.
 * @param hosts the build's public variables by name
 */
export async function inlineScriptTexts(hosts: Record<string, string>): Promise<Record<string, string>> {
  const define = Object.entries(hosts).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)])
  const { outputFiles } = await build({
    absWorkingDir: join(import.meta.dirname, '..'),
    entryPoints: ['components/inline-scripts.ts'],
    bundle: true,
    write: false,
    minify: true,
    platform: 'node',
    target: 'es2022',
    format: 'esm',
    define: Object.fromEntries(define),
    logLevel: 'warning',
  })
  const [file] = outputFiles
  const source = `data:text/javascript;base64,${Buffer.from(file?.contents ?? []).toString('base64')}`
  const { inlineScripts } = (await import(source)) as { inlineScripts: Record<string, string> }
  return inlineScripts
}
