import { rm, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type IndexEntry, readMarkdownIndex, markdownSource } from '@/lib/content/sources/markdown'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

let folder: string
let cache: Map<string, IndexEntry>

const text = (title: string, more = '') =>
  `---\ntitle: ${title}\ndescription: D\ntags: [posts]\nwritten: 2026-11-01\n${more}---\nWords of ${title}.\n`
const write = (name: string, content: string) => writeFile(path.join(folder, name), content)
const titles = async () => (await readMarkdownIndex(folder, cache)).map(({ record }) => record.title)

beforeEach(() => {
  folder = temporaryFolder('posts')
  cache = new Map()
})

describe('the index of a folder of posts', () => {
  it('reads only changed files again, regardless of their dates', async () => {
    await write('one.md', text('One'))
    await write('two.md', text('Two'))
    expect(await titles()).toEqual(['One', 'Two'])
    // An unchanged file is answered from the cache.
    for (const [file, entry] of cache) cache.set(file, { ...entry, record: { ...entry.record, title: 'cached' } })
    expect(await titles()).toEqual(['cached', 'cached'])
    await write('one.md', text('Uno'))
    await utimes(path.join(folder, 'one.md'), 1, 1)
    expect(await titles()).toEqual(['Uno', 'cached'])
  })

  it('drops deleted files, finds new ones and ignores other files', async () => {
    await write('one.md', text('One'))
    expect(await titles()).toEqual(['One'])
    await rm(path.join(folder, 'one.md'))
    await write('two.md', text('Two'))
    await write('notes.txt', 'not a post')
    await write('._two.md', 'what a file system notes beside a file')
    await symlink('somebody@a-machine.1', path.join(folder, '.#two.md'))
    expect(await titles()).toEqual(['Two'])
  })

  it('takes the first own picture as the cover, and the language', async () => {
    const picture = '![A lake](/pictures/lake.jpg "A lake")'
    await write('one.md', text('One') + `![Elsewhere](https://x.example/pictures/x.jpg)\n\n${picture}\n`)
    await write('two.md', text('Two', 'lang: pt-BR\n'))
    const drafts = await markdownSource(folder).readDrafts()
    expect(drafts.map(({ summary: { picture, lang } }) => ({ picture, lang }))).toEqual([
      { picture: '/pictures/lake.jpg', lang: undefined },
      { picture: undefined, lang: 'pt-BR' },
    ])
  })

  it.each([
    ['answer: "See ![a lake](lake.jpg)."\n', '', /one\.md: answer: the picture “lake\.jpg”: expected/],
    ['', '\n![a lake](lake.jpg)\n', /one\.md: line 9: the picture “lake\.jpg”: expected/],
  ])('reports the place of an invalid picture: %j %j', async (more, end, message) => {
    await write('one.md', text('One', more) + end)
    const source = markdownSource(folder)
    const [draft] = await source.readDrafts()
    await expect(source.readBody(draft!)).rejects.toThrow(message)
  })

  it.each([
    ['Bad_Name.md', text('X'), /Bad_Name\.md: the file’s name: expected lower-case words/],
    ['x.md', 'no front matter', /x\.md: it must begin with front matter/],
    [
      'x.md',
      '---\ntitle: X\ndescription: D\ntags: [nonsense]\nwritten: yesterday\n---\n',
      /x\.md: tags\.0: .*; written: /,
    ],
    ['x.md', text('X', 'lang: French\n'), /x\.md: lang: expected a language tag/],
    ['x.md', text('X', 'draft: maybe\n'), /x\.md: draft: .*boolean/],
    ['x.md', '---\ntitle: [\n---\n', /x\.md: .*line/s],
  ])('rejects %s with its name and the expected form', async (name, content, message) => {
    await write(name, content)
    await expect(readMarkdownIndex(folder, cache)).rejects.toThrow(message)
  })
})

describe('Markdown as a source of posts', () => {
  it('names a post’s author, or the file without a valid one', async () => {
    await write('one.md', text('One'))
    const [draft] = await markdownSource(folder).readDrafts()
    expect(draft?.summary.author).toEqual({ slug: 'unhurried', name: 'The Unhurried team', kind: 'organization' })
    await write('two.md', text('Two', 'author: somebody\n'))
    await expect(markdownSource(folder).readDrafts()).rejects.toThrow(/two\.md: author: expected one of .*unhurried/)
  })

  it('lists valid posts next to invalid ones, and reports those', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    await write('one.md', text('One'))
    await write('README.md', 'About this folder')
    await write('two.md', text('Two', 'author: somebody\n'))
    await write('three.md', text('Three', 'cover: three.jpg\n'))
    const source = markdownSource(folder)
    await expect(source.readDrafts()).rejects.toThrow()
    expect((await source.readValidDrafts?.())?.map(({ summary }) => summary.slug)).toEqual(['one'])
    const warnings = warned.mock.calls.join()
    for (const name of ['README.md', 'two.md', 'three.md']) expect(warnings).toContain(name)
    warned.mockRestore()
  })

  it('takes its change date from the review or the date', async () => {
    await write('one.md', text('One', 'reviewed: 2026-11-11\n'))
    await write('two.md', text('Two'))
    const drafts = await markdownSource(folder).readDrafts()
    expect(drafts.map(({ summary }) => summary.modified)).toEqual(['2026-11-11', '2026-11-01'])
  })
})
