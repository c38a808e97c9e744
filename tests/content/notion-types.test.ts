import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { mentionConverters, spanConverters } from '@/lib/content/sources/notion/block-text'
import { converters } from '@/lib/content/sources/notion/blocks'

const sdk = (file: string) => readFileSync(`node_modules/@notionhq/client/build/src/api-endpoints/${file}.d.ts`, 'utf8')
const documented = readFileSync('docs/blog.md', 'utf8')

/** Names in `type: "name"` in the SDK's declaration with this start. */
function namesIn(file: string, start: string, end: string): string[] {
  const text = sdk(file)
  const from = text.indexOf(start)
  expect(from, start).toBeGreaterThan(-1)
  return [...text.slice(from, text.indexOf(end, from)).matchAll(/type: "(\w+)"/g)].map(([, name = '']) => name)
}

/** The union's member types. */
function blockTypes(): string[] {
  const text = sdk('blocks')
  const [, union = ''] = /export type BlockObjectResponse = ([^;]+);/.exec(text) ?? []
  return union.split('|').map((member) => {
    const [, name = ''] = new RegExp(`type ${member.trim()} = \\{\\s*type: "(\\w+)"`).exec(text) ?? []
    expect(name, member).not.toBe('')
    return name
  })
}

it.each([
  ['block', blockTypes(), Object.keys(converters)],
  [
    'mention',
    namesIn('common', 'export type MentionRichTextItemResponse', '\n};'),
    ['mention', ...Object.keys(mentionConverters)],
  ],
])('handles and documents every %s of the SDK', (_, ofSdk, treated) => {
  expect(ofSdk.length).toBeGreaterThan(7)
  expect(treated.toSorted()).toEqual([...new Set(ofSdk)].toSorted())
  for (const type of ofSdk) expect(documented, type).toContain(`\`${type}\``)
})

it('handles every rich text of the SDK', () => {
  expect(Object.keys(spanConverters).toSorted()).toEqual(['equation', 'mention', 'text'])
})
