import { join } from 'node:path'
import { build, type BuildOptions } from 'esbuild'

async function bundle(entryPoint: string, options: BuildOptions): Promise<Uint8Array> {
  const { outputFiles = [] } = await build({
    absWorkingDir: join(import.meta.dirname, '..'),
    entryPoints: [entryPoint],
    bundle: true,
    write: false,
    minify: true,
    logLevel: 'warning',
    ...options,
  })
  return outputFiles[0]?.contents ?? new Uint8Array()
}

/**
 * The texts of the page's inline scripts (`components/inline-scripts.ts`), minified once, so that pages and the policy
 * agree. Bundled first, because `next.config.ts` cannot resolve the `@/` alias.
 * @param hosts the build's public variables by name
 */
export async function inlineScriptTexts(hosts: Record<string, string>): Promise<Record<string, string>> {
  const define = Object.entries(hosts).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)])
  const contents = await bundle('components/inline-scripts.ts', {
    platform: 'node',
    target: 'es2022',
    format: 'esm',
    define: Object.fromEntries(define),
  })
  const source = `data:text/javascript;base64,${Buffer.from(contents).toString('base64')}`
  const { inlineScripts } = (await import(source)) as { inlineScripts: Record<string, string> }
  return inlineScripts
}

/** The service worker as one file, which the oldest supported browsers can run. */
export async function serviceWorkerText(): Promise<string> {
  const contents = await bundle('lib/browser/offline-worker.ts', {
    format: 'iife',
    target: ['chrome111', 'firefox111', 'safari16.4'],
    // A worker has no `process`.
    define: {
      'process.env.NODE_ENV': '"production"',
      'process.env.PSEUDO_LOCALE': JSON.stringify(process.env.PSEUDO_LOCALE ?? ''),
    },
  })
  return Buffer.from(contents).toString('utf8')
}
