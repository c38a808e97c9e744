/** The second half of a build, after `next build`: the site's server as one file beside what Next has made. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'
import { builtHosts } from '@/lib/built-hosts'
import { inlineTexts } from './inline-texts'
import { hashSource } from './policy'

const root = join(import.meta.dirname, '..')

/** Next's own first words name the build's chunks and are the same on every page; this one has nothing of an author's. */
function firstWords(): string {
  const html = readFileSync(join(root, '.next/server/app/_not-found.html'), 'utf8')
  const [, text] = /<script id="_R_">(\(globalThis\["TURBOPACK"\][^<]*)<\/script>/.exec(html) ?? []
  if (text === undefined) throw new Error('The page about missing pages does not begin as Next begins its pages.')
  return text
}

const pinned = [...Object.values(await inlineTexts(builtHosts())), firstWords()].map(hashSource)
const define = {
  PINNED_SCRIPTS: pinned,
  ...Object.fromEntries(Object.entries(builtHosts()).map(([name, value]) => [`process.env.${name}`, value])),
}

await build({
  absWorkingDir: root,
  entryPoints: ['server/main.ts'],
  outfile: '.next/site.mjs',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // What the pages need too is loaded from where they load it.
  external: ['next', 'pino'],
  define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
  sourcemap: true,
  legalComments: 'none',
  logLevel: 'warning',
  // Packages that are still CommonJS ask for Node's own modules in their way.
  banner: { js: "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)" },
})
