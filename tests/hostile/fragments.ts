/**
 * Renders Markdown in a process of its own, because Playwright cannot load the renderer. Reads a JSON array of texts,
 * and writes an array of HTML, with null for texts that the renderer refuses, or with `--posts` a post.
 */
import { text } from 'node:stream/consumers'
import { renderMarkdown } from '@/lib/content/render/render'
import { refuseForeignMarkup } from '@/lib/content/sources/markdown'

const texts = JSON.parse(await text(process.stdin)) as string[]
const fragments: (string | null)[] = []
for (const each of texts) {
  try {
    if (process.argv.includes('--posts')) refuseForeignMarkup(each, 1)
    fragments.push((await renderMarkdown(each)).html)
  } catch {
    fragments.push(null)
  }
}
process.stdout.write(JSON.stringify(fragments))
