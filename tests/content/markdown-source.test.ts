import { rm, symlink, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeEach, expect, it, vi } from 'vitest'
import type { PostSource } from '@/lib/content/record'
import { markdownSource } from '@/lib/content/sources/markdown'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

let folder: string
let source: PostSource
let warned: string

const text = (title: string, more = '') =>
  `---\ntitle: ${title}\ndescription: D\ntags: [posts]\nwritten: 2026-11-01\n${more}---\nWords of ${title}.\n`
const write = (name: string, content: string) => writeFile(path.join(folder, name), content)
const titles = async () => (await source.readDrafts()).map(({ record }) => record.title)

beforeEach(() => {
  folder = temporaryFolder('posts')
  source = markdownSource(folder)
  warned = ''
  vi.spyOn(console, 'warn').mockImplementation((line: string) => void (warned += line))
})

it('reads only changed files again, regardless of their dates', async () => {
  await write('one.md', text('One'))
  await write('two.md', text('Two'))
  const [one, two] = await source.readDrafts()
  expect((await source.readDrafts())[0]).toBe(one)
  await write('one.md', text('Uno'))
  await utimes(path.join(folder, 'one.md'), 1, 1)
  expect(await titles()).toEqual(['Uno', 'Two'])
  expect((await source.readDrafts())[1]).toBe(two)
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

it('takes cover, language, author and change date from the file', async () => {
  const picture = '![A lake](/pictures/lake.jpg "A lake")'
  await write(
    'one.md',
    text('One', 'reviewed: 2026-11-11\n') + `![x](https://x.example/pictures/x.jpg)\n\n${picture}\n`,
  )
  await write('two.md', text('Two', 'lang: pt-BR\n'))
  const drafts = await source.readDrafts()
  expect(drafts.map(({ summary: { picture, lang, modified } }) => [picture, lang, modified])).toEqual([
    ['/pictures/lake.jpg', undefined, '2026-11-11'],
    [undefined, 'pt-BR', '2026-11-01'],
  ])
  expect(drafts[0]?.summary.author).toEqual({ slug: 'unhurried', name: 'The Unhurried team', kind: 'organization' })
})

it.each([
  ['answer: "See ![a lake](lake.jpg)."\n', '', /one\.md: answer: the picture “lake\.jpg”: expected/],
  ['', '\n![a lake](lake.jpg)\n', /one\.md: line 9: the picture “lake\.jpg”: expected/],
])('reports the place of an invalid picture: %j %j', async (more, end, message) => {
  await write('one.md', text('One', more) + end)
  const [draft] = await source.readDrafts()
  await expect(source.readBody(draft!)).rejects.toThrow(message)
})

it.each([
  ['Bad_Name.md', text('X'), /Bad_Name\.md: the file’s name: expected lower-case words/],
  ['x.md', 'no front matter', /x\.md: it must begin with front matter/],
  ['x.md', text('X', 'reviewed: yesterday\n'), /x\.md: reviewed: /],
  ['x.md', text('X', 'author: somebody\n'), /x\.md: author: expected one of .*unhurried/],
  ['x.md', text('X', 'translationOf: one\n'), /x\.md: lang: expected one of es, .* for a translation/],
  ['x.md', text('X', 'lang: es\ntranslationOf: one\n'), /x\.md: translationOf: expected in/],
])('fails a build and a publisher if %s is %j, and leaves it out otherwise', async (name, content, message) => {
  await write('one.md', text('One'))
  await write(name, content)
  await expect(source.readDrafts(true)).rejects.toThrow(message)
  expect(await titles()).toEqual(['One'])
  expect(warned).toMatch(message)
})

it('keeps the last valid version of a file, and reports it once', async () => {
  await write('one.md', text('One'))
  expect(await titles()).toEqual(['One'])
  await write('one.md', 'half of it')
  expect(await titles()).toEqual(['One'])
  warned = ''
  expect(await titles()).toEqual(['One'])
  expect(warned).toBe('')
  await expect(source.readDrafts(true)).rejects.toThrow('one.md')
})
