// Loaded before Next's own code: a site or a build whose conductor was killed must not stay behind.
// The build's own workers load it too, and live by the same kind of channel: they are none of its business.
const isOurs = ['next', 'site.mjs'].includes(require('node:path').basename(process.argv[1] ?? ''))
if (process.channel && isOurs) {
  process.channel.unref()
  process.once('disconnect', () => process.exit(0))
}
