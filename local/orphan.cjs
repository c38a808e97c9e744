// Loaded before the site's own code: a site whose conductor was killed must not stay behind.
if (process.channel) {
  process.channel.unref()
  process.once('disconnect', () => process.exit(0))
}
