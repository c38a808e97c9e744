/** The built site with a test's own folder of posts, as a separate process. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { siteProgram } from '@/local/project'
import { freePorts } from './stack'

export type PostsSite = { origin: string; posts: string; stop(): Promise<void> }

/**
 * Starts the site and waits until it answers.
 * @param given an existing folder, or a function that fills a new one
 * @param env additional environment variables
 */
export async function startPostsSite(
  given: string | ((posts: string) => void),
  env: Record<string, string> = {},
): Promise<PostsSite> {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-posts-site-'))
  const posts = typeof given === 'string' ? given : join(folder, 'posts')
  if (typeof given === 'function') {
    mkdirSync(posts)
    given(posts)
  }
  const { PORT } = await freePorts()
  const origin = `http://localhost:${PORT}`
  const site = spawn(process.execPath, [siteProgram, '-H', '127.0.0.1', '-p', PORT], {
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      DEPLOYMENT: 'local',
      SITE_ORIGIN: origin,
      DATA_DIR: join(folder, 'data'),
      BLOG_FOLDER: posts,
      PORT,
      ...env,
    },
    stdio: 'ignore',
  })
  const ended = new Promise((resolve) => site.once('close', resolve))
  const stop = async () => {
    site.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  const until = Date.now() + 60_000
  while (!(await fetch(`${origin}/blog`).catch(() => null))?.ok) {
    if (Date.now() > until || site.exitCode !== null) {
      await stop()
      throw new Error('The site with the test’s own posts did not start.')
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return { origin, posts, stop }
}
