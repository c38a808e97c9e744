/**
 * The second half of a build, after `next build`: the site's server, and the cache that processes share, each as one
 * file; the style sheets as that server cuts them down; and beside each file that browsers are sent the same one
 * compressed.
 */
import './env-file'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'esbuild'
import { encodedAs, isCompressible } from '@/lib/built-files'
import { builtHosts } from '@/lib/built-hosts'
import { inlineTexts } from './inline-texts'
import { hashSource } from './policy'
import { compileSheet } from './style-compiler'
import type { CompiledSheets } from './style-sheets'

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
  entryPoints: { site: 'server/main.ts', 'shared-pages': 'server/shared-pages.ts' },
  outdir: '.next',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  // What the pages need too is loaded from where they load it.
  external: ['next', 'pino'],
  define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
  sourcemap: true,
  // One character outside ASCII, in a comment, would make Node hold all of it in two bytes each.
  minifyWhitespace: true,
  lineLimit: 120,
  legalComments: 'none',
  logLevel: 'warning',
  // Packages that are still CommonJS ask for Node's own modules in their way.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'\nconst require = requireOf(import.meta.url)",
  },
})

const encoders = {
  br: (body: Buffer) =>
    promisify(brotliCompress)(body, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.byteLength } }),
  gzip: (body: Buffer) => promisify(gzip)(body, { level: 9 }),
}

const folder = join(root, '.next/static')
const files = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && isCompressible(entry.name))
  .map(({ parentPath, name }) => join(parentPath, name))
await Promise.all(
  files.flatMap((file) => {
    const body = readFileSync(file)
    return encodedAs.map(async ({ encoding, ending }) => writeFileSync(file + ending, await encoders[encoding](body)))
  }),
)

const sheets: CompiledSheets = {}
for (const file of files.filter((name) => name.endsWith('.css'))) {
  const address = `/_next/static/${file.slice(folder.length + 1)}`
  sheets[address] = compileSheet(readFileSync(file, 'utf8'), address)
}
writeFileSync(join(root, '.next/style-sheets.json'), JSON.stringify(sheets))
