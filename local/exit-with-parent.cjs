// Preloaded into the site and the build: ends them when the process that started them is gone.
// The build's workers load it too, and must be left alone.
const isOurs = ['next', 'site.mjs'].includes(require('node:path').basename(process.argv[1] ?? ''))
if (process.channel && isOurs) {
  process.channel.unref()
  process.once('disconnect', () => process.exit(0))
}
