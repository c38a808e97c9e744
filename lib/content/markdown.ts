import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { frontMatter } from './front-matter'
import { draftOf, postRecord, slug, type PostSource } from './record'
import { minutesFor, renderMarkdown } from './render'

const folder = path.join(process.cwd(), 'content', 'posts')

async function read(file: string) {
  return frontMatter(`content/posts/${file}`, await readFile(path.join(folder, file), 'utf8'), postRecord)
}

/** Posts as files: the name is the slug. A wrong file stops the build, with its name and the field. */
export const markdownSource: PostSource = {
  async drafts() {
    const files = (await readdir(folder)).filter((file) => file.endsWith('.md'))
    return Promise.all(
      files.map(async (file) => {
        const name = slug.safeParse(file.slice(0, -3))
        if (!name.success) throw new Error(`content/posts/${file}: ${name.error.issues[0]?.message}`)
        const { data, body } = await read(file)
        return draftOf(file, name.data, data, minutesFor(body.split(/\s+/).length))
      }),
    )
  },
  async body({ key, summary, record }) {
    const { body } = await read(key)
    const { html, contents, answer } = await renderMarkdown(body, record.answer).catch((error: unknown) => {
      throw new Error(`content/posts/${key}: ${error instanceof Error ? error.message : String(error)}`)
    })
    return { html, contents, answer, minutes: summary.minutes }
  },
}
