/**
 * What the site makes of texts of Markdown, as a program: it reads an array of them and writes an array of HTML, with
 * null where the site refuses to make anything. Playwright cannot load what makes it.
 */
import { text } from 'node:stream/consumers'
import { renderMarkdown } from '@/lib/content/render/render'

const texts = JSON.parse(await text(process.stdin)) as string[]
const fragments: (string | null)[] = []
for (const each of texts) fragments.push((await renderMarkdown(each).catch(() => null))?.html ?? null)
process.stdout.write(JSON.stringify(fragments))
