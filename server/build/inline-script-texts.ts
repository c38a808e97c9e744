import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/** The same sources and hosts give the same texts, so that pages and the allowed scripts agree. */
export async function inlineScriptTexts(hosts: Record<string, string>): Promise<Record<string, string>> {
  const define = Object.entries(hosts).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)])
  const { outputFiles } = await build({
    absWorkingDir: root,
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
  const made = `data:text/javascript;base64,${Buffer.from(file?.contents ?? []).toString('base64')}`
  const { inlineScripts } = (await import(made)) as { inlineScripts: Record<string, string> }
  return inlineScripts
}
