/** Runs after `next build`: bundles the server, compiles the style sheets, and compresses static files. */
import '@/lib/env/load'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'esbuild'
import { encodings, isCompressible } from '@/lib/built-files'
import { publicHostVariables } from '@/lib/env/hosts'
import { hashSource } from '@/server/csp'
import type { CompiledSheets } from '@/server/html/inline-css'
import { compileSheet } from './css-compiler'
import { inlineScriptTexts } from './bundled'

const root = join(import.meta.dirname, '../..')

/** Next's bootstrap script is the same on every page, so read it from one without foreign content. */
function bootstrapScript(): string {
  const html = readFileSync(join(root, '.next/server/app/_not-found.html'), 'utf8')
  const [, text] = /<script id="_R_">(\(globalThis\["TURBOPACK"\][^<]*)<\/script>/.exec(html) ?? []
  if (text === undefined) throw new Error('The 404 page contains no Next bootstrap script.')
  return text
}

const allowedScripts = [...Object.values(await inlineScriptTexts(publicHostVariables())), bootstrapScript()].map(
  hashSource,
)
const define = {
  ALLOWED_SCRIPTS: allowedScripts,
  ...Object.fromEntries(Object.entries(publicHostVariables()).map(([name, value]) => [`process.env.${name}`, value])),
}

await build({
  absWorkingDir: root,
  entryPoints: { site: 'server/main.ts', 'cache-handler': 'server/cache/cache-handler.ts' },
  outdir: '.next',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  splitting: true,
  chunkNames: 'site-[hash]',
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: ['next', 'pino'],
  define: Object.fromEntries(Object.entries(define).map(([name, value]) => [name, JSON.stringify(value)])),
  sourcemap: true,
  // With any non-ASCII character, Node would store the whole text at two bytes per character.
  minifyWhitespace: true,
  lineLimit: 120,
  legalComments: 'none',
  logLevel: 'warning',
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
    return encodings.map(async ({ encoding, extension }) =>
      writeFileSync(file + extension, await encoders[encoding](body)),
    )
  }),
)

const sheets: CompiledSheets = {}
for (const file of files.filter((name) => name.endsWith('.css'))) {
  const address = `/_next/static/${file.slice(folder.length + 1)}`
  sheets[address] = compileSheet(readFileSync(file, 'utf8'), address)
}
writeFileSync(join(root, '.next/style-sheets.json'), JSON.stringify(sheets))
