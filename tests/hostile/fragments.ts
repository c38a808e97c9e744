/**
 * Renders Markdown in a process of its own, because Playwright cannot load the renderer. Reads a JSON array of texts,
 * and writes an array of HTML, with null for texts that the renderer refuses.
 */
import { text } from 'node:stream/consumers'
import { renderMarkdown } from '@/lib/content/render/render'

const texts = JSON.parse(await text(process.stdin)) as string[]
const fragments: (string | null)[] = []
for (const each of texts) fragments.push((await renderMarkdown(each).catch(() => null))?.html ?? null)
process.stdout.write(JSON.stringify(fragments))
