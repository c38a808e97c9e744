import { join } from 'node:path'
import { build } from 'esbuild'
import type { NextConfig } from 'next'

type HeaderRules = Awaited<ReturnType<NonNullable<NextConfig['headers']>>>
type Hosts = Record<string, string>

const root = join(import.meta.dirname, '../..')

/** Bundles and imports a module, because `next.config.ts` cannot resolve the `@/` alias. */
async function importBundled<Module>(entry: string, hosts: Hosts): Promise<Module> {
  const define = Object.entries(hosts).map(([name, value]) => [`process.env.${name}`, JSON.stringify(value)])
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
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
  return import(`data:text/javascript;base64,${Buffer.from(file?.contents ?? []).toString('base64')}`)
}

/** Deterministic, so that pages and allowed scripts agree. */
export async function inlineScriptTexts(hosts: Hosts): Promise<Record<string, string>> {
  const bundled = await importBundled<{ inlineScripts: Record<string, string> }>('components/inline-scripts.ts', hosts)
  return bundled.inlineScripts
}

export async function headerRules(hosts: Hosts): Promise<HeaderRules> {
  const bundled = await importBundled<{ baselineHeaders: (hosts: Hosts) => HeaderRules }>(
    'server/build/baseline-headers.ts',
    hosts,
  )
  return bundled.baselineHeaders(hosts)
}
