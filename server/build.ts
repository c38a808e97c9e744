/** The second half of a build, after `next build`: the site's server, and the cache that processes share, each as one file. */
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')

await build({
  absWorkingDir: root,
  entryPoints: { site: 'server/main.ts', 'shared-pages': 'server/shared-pages.ts' },
  outdir: '.next',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: ['next'],
  sourcemap: true,
  legalComments: 'none',
  logLevel: 'warning',
  // Packages that are still CommonJS ask for Node's own modules in their way.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'\nconst require = requireOf(import.meta.url)",
  },
})
