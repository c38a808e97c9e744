/** The second half of a build, after `next build`: the site's server as one file beside what Next has made. */
import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '..')

await build({
  absWorkingDir: root,
  entryPoints: ['server/main.ts'],
  outfile: '.next/site.mjs',
  bundle: true,
  platform: 'node',
  target: 'node20',
  format: 'esm',
  external: ['next'],
  sourcemap: true,
  legalComments: 'none',
  logLevel: 'warning',
  // Packages that are still CommonJS ask for Node's own modules in their way.
  banner: { js: "import { createRequire } from 'node:module'\nconst require = createRequire(import.meta.url)" },
})
