/** `npm run dev`: Next's development server on this machine, with its own data folder. */
process.env.DEPLOYMENT = 'local'
process.env.DATA_DIR ||= '.cache/dev'
process.argv.splice(2, 0, 'dev', '-H', 'localhost')
await import('next/dist/bin/next')
