/** The built site over a folder of posts of a test's own, as a process of its own. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from './stack'

export type PostsSite = { origin: string; posts: string; stop(): Promise<void> }

/**
 * Fills a new folder of posts, starts a site over it and resolves when it answers.
 * @param env more of the environment than a site needs to begin
 */
export async function startPostsSite(
  fill: (posts: string) => void,
  env: Record<string, string> = {},
): Promise<PostsSite> {
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-posts-site-'))
  const posts = join(folder, 'posts')
  mkdirSync(posts)
  fill(posts)
  const { PORT } = await freePorts()
  const origin = `http://localhost:${PORT}`
  const site = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-H', '127.0.0.1', '-p', PORT], {
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
      throw new Error('The site over the test’s own posts did not start.')
    }
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  return { origin, posts, stop }
}
