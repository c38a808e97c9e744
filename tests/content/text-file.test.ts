import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parseFrontMatter, decodeText } from '@/lib/content/content-files'

const text = '---\ntitle: Überblick\n---\nこんにちは\n'
const bytes = (start: number[], rest: Buffer) => Buffer.concat([Buffer.from(start), rest])
const swapped = (value: string) => Buffer.from(value, 'utf16le').swap16()

describe('a text file', () => {
  it.each<[string, Buffer]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a byte order mark', bytes([0xef, 0xbb, 0xbf], Buffer.from(text))],
    ['UTF-16, little end first', bytes([0xff, 0xfe], Buffer.from(text, 'utf16le'))],
    ['UTF-16, big end first', bytes([0xfe, 0xff], swapped(text))],
    ['lines of old Macs', Buffer.from(text.replaceAll('\n', '\r'))],
    ['lines of Windows', Buffer.from(text.replaceAll('\n', '\r\n'))],
  ])('is read in %s', (_, given) => expect(decodeText('x.md', given)).toBe(text))

  it.each<[string, Buffer, RegExp]>([
    [
      'Latin-1',
      Buffer.from('---\ntitle: Caf\xe9\n---\n', 'latin1'),
      /^x\.md: line 2 is not UTF-8 .*save the file as UTF-8/,
    ],
    ['Windows-1252 with Mac lines', Buffer.from('a\rb\r\x93c\x94', 'latin1'), /^x\.md: line 3 is not UTF-8/],
    ['half a character at the end', Buffer.from([0x61, 0x0a, 0xe3, 0x81]), /^x\.md: line 2 is not UTF-8/],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le'), /zero bytes.*UTF-16.*save the file as UTF-8/],
    [
      'half a pair in UTF-16',
      bytes([0xff, 0xfe, 0x61, 0x00], Buffer.from([0x00, 0xd8])),
      /starts as UTF-16 but is not valid UTF-16/,
    ],
    ['UTF-32', bytes([0xff, 0xfe, 0, 0], Buffer.alloc(8)), /UTF-32; save the file as UTF-8/],
    ['letters that were lost before', Buffer.from('a\nCaf\uFFFD'), /^x\.md: line 2 has “�”/],
  ])('is refused with the reason and a fix: %s', (_, given, message) =>
    expect(() => decodeText('x.md', given)).toThrow(message),
  )
})

describe('front matter', () => {
  const title = z.strictObject({ title: z.string(), tags: z.array(z.string()).optional() })

  it.each([
    ['blanks after the dashes', '--- \ntitle: T\n---\t\nBody'],
    ['a no-break space after the dashes', '---\u00a0\ntitle: T\n---\u200b\nBody'],
    ['blank lines above', '\n \n---\ntitle: T\n---\nBody'],
    ['a byte order mark', '\uFEFF---\ntitle: T\n---\nBody'],
    ['a mark of the end of YAML', '---\ntitle: T\n...\nBody'],
    ['lines of old Macs', '---\rtitle: T\r---\rBody'],
  ])('is found with %s', (_, given) => {
    const { data, body } = parseFrontMatter('x.md', given, title)
    expect([data, body]).toEqual([{ title: 'T' }, 'Body'])
  })

  it('finds the first line of the text', () => {
    expect(parseFrontMatter('x.md', '\n---\ntitle: T\n---\n\nBody', title).bodyLine).toBe(5)
  })

  it.each([
    ['an empty file', '', 'x.md: it must begin with front matter between two lines of three dashes, and it is empty.'],
    ['a heading', '# Title\n', 'and line 1 is “# Title”'],
    ['long dashes', '———\ntitle: T\n———\n', 'and line 1 is “———”'],
    ['TOML', '+++\ntitle = "T"\n+++\n', 'TOML (“+++”); write it as YAML'],
    ['JSON', '{\n"title": "T"\n}\n', 'JSON; write it as YAML'],
    ['no end', '---\ntitle: T\n\nBody', 'the front matter has no end; close it with a line of three dashes'],
    ['a field of another program', '---\ntitle: T\nlayout: post\n---\n', '"layout" (line 3)'],
    [
      'a wrong value',
      '---\ntags: [a]\n\ntitle: 7\n---\n',
      'title: Invalid input: expected string, received number (line 4)',
    ],
    ['a missing field', '---\ntags: [a]\n---\n', 'content/README.md lists the fields'],
  ])('reports the problem and a fix: %s', (_, given, message) =>
    expect(() => parseFrontMatter('x.md', given, title)).toThrow(message),
  )
})
