/** Runs after `next build`: bundles the server with the hashes of the build's inline scripts. */
import '@/lib/env/load'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { publicHostVariables } from '@/lib/env/reader'
import { hashSource } from './csp'
import { inlineScriptTexts } from './inline-scripts'

const root = join(import.meta.dirname, '..')

/** Next's bootstrap script is the same on every page, so read it from one without foreign content. */
function bootstrapScript(): string {
  const html = readFileSync(join(root, '.next/server/app/_not-found.html'), 'utf8')
  const [, text] = /<script id="_R_">(\(globalThis\["TURBOPACK"\][^<]*)<\/script>/.exec(html) ?? []
  if (text === undefined) throw new Error('The 404 page contains no Next bootstrap script.')
  return text
}

const hosts = publicHostVariables()
const scripts = [...Object.values(await inlineScriptTexts(hosts)), bootstrapScript()]
const define = {
  ALLOWED_SCRIPTS: scripts.map(hashSource),
  ...Object.fromEntries(Object.entries(hosts).map(([name, value]) => [`process.env.${name}`, value])),
}

await build({
  absWorkingDir: root,
  entryPoints: { site: 'server/main.ts', 'cache-handler': 'server/cache-handler.ts' },
  outdir: '.next',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  chunkNames: 'site-[hash]',
  platform: 'node',
  target: 'node22',
  format: 'esm',
  external: ['next', 'pino'],
  // The real module throws outside of React's server build.
  alias: {
    'server-only': './node_modules/server-only/empty.js',
    // An image has only the files of Next that its own server loads.
    'next/constants.js': './node_modules/next/dist/shared/lib/constants.js',
  },
  define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
  sourcemap: true,
  legalComments: 'none',
  logLevel: 'warning',
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'\nconst require = requireOf(import.meta.url)",
  },
})
