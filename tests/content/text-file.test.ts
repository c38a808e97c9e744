import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseFrontMatter, readText } from '@/lib/content/content-files'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

it.each([
  ['Latin-1', Buffer.from('a\nCaf\xe9', 'latin1')],
  ['UTF-16', Buffer.from('\uFEFFa\nb', 'utf16le')],
])('a text file that is not UTF-8 is refused by name: %s', async (_, bytes) => {
  const file = path.join(temporaryFolder('text-file'), 'x.md')
  await writeFile(file, bytes)
  await expect(readText(file, 'x.md')).rejects.toThrow('x.md is not UTF-8')
})

describe('front matter', () => {
  const title = z.strictObject({ title: z.string(), tags: z.array(z.string()).optional() })

  it.each([
    ['blanks after the dashes', '--- \ntitle: T\n---\t\nBody'],
    ['blank lines above', '\n \n---\ntitle: T\n---\nBody'],
    ['a byte order mark', '\uFEFF---\ntitle: T\n---\nBody'],
    ['other line ends', '---\r\ntitle: T\r\n---\r\nBody'],
  ])('is found with %s', (_, given) => {
    const { data, body } = parseFrontMatter('x.md', given, title)
    expect([data, body]).toEqual([{ title: 'T' }, 'Body'])
  })

  it('finds the first line of the text', () => {
    expect(parseFrontMatter('x.md', '\n---\ntitle: T\n---\n\nBody', title).bodyLine).toBe(5)
  })

  it.each([
    ['an empty file', '', 'x.md: it must begin with front matter, as YAML between two lines of three dashes.'],
    ['no end', '---\ntitle: T\n\nBody', 'it must begin with front matter'],
    ['no YAML', '---\ntitle: [\n---\n', 'x.md: the front matter is not YAML'],
    ['an unknown field', '---\ntitle: T\nlayout: post\n---\n', '"layout"'],
    ['a wrong value', '---\ntitle: 7\n---\n', 'title: Invalid input: expected string, received number'],
    ['a missing field', '---\ntags: [a]\n---\n', 'content/README.md lists the fields'],
  ])('reports the problem: %s', (_, given, message) =>
    expect(() => parseFrontMatter('x.md', given, title)).toThrow(message),
  )
})
