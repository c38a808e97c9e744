/** The built site with a test's own folder of posts, as a separate process. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSite } from './site'
import { freeStackPorts } from './stack'

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
  const { PORT } = await freeStackPorts()
  const origin = `http://localhost:${PORT}`
  const site = await startSite({
    port: PORT,
    env: { SITE_ORIGIN: origin, BLOG_FOLDER: posts, ...env },
    readyPath: '/blog',
  })
  const stop = async () => {
    await site.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return { origin, posts, stop }
}
