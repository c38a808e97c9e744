import { describe, expect, it } from 'vitest'
import { renderCopy } from '@/lib/content/pages/copy'
import { renderMarkdown } from './rendered'

const location = { file: 'x.md', line: 10 }

describe('markup that Markdown would not show', () => {
  it.each([
    ['Dear <first name>, say this.', '<first name>'],
    ['Say “I am <your name>”.', '<your name>'],
    ['Until <time of day>', '<time of day>'],
    ['Until <time>', '<time>'],
    ['Dear </name>', '</name>'],
    ['<p>Dear <first_name></p>', '<first_name>'],
    ['- <name>', '<name>'],
    ['| a |\n| - |\n| <name> |', '<name>'],
    ['<b><i>x</b></i>', '</b>'],
    ['<iframe src="https://a.example"></iframe>', '<iframe src="https://a.example">'],
    ['<img src="/pictures/lake.jpg" alt="x">', '<img src="/pictures/lake.jpg" alt="x">'],
    ['<VideoPlayer id="7" />', '<VideoPlayer id="7" />'],
    ['<script>x</script>', '<script>'],
    ['<?php x ?>', '<?'],
    ['<!-- x', '<!'],
    ['<details open ontoggle=alert(1)>', '<details open ontoggle=alert(1)>'],
    ['{{< figure src="/a.jpg" >}}', '{{< figure'],
    ['{% include video.html %}', '{% include'],
    [':::tip\nx\n:::', ':::tip'],
    ['$$ x', '$$'],
    ['$$\nx\n$$ {#eq}', '$$'],
  ])('is refused with its line: %s', async (markup, words) => {
    const post = renderMarkdown(`\`\`\`\n${markup}\n\`\`\`\n\nWords.\n\n${markup}`, null, location)
    const line = 10 + 5 + markup.split('\n').length - 1 + markup.split('\n').findIndex((one) => one.includes(words))
    await expect(post).rejects.toThrow(`line ${line + 1}: “${words}`)
  })

  it.each([
    'An answer to <name>.',
    '```score\nlabel: a\ncaption: By <name>\nabove 60\n```',
    '![x](/pictures/lake.jpg "By <name>")',
  ])('is refused in answers and captions: %s', async (text) => {
    await expect(renderMarkdown('Words.', text)).rejects.toThrow('“<name>”')
    await expect(renderMarkdown(text)).rejects.toThrow('“<name>”')
  })

  it('is refused in the copy of pages', async () => {
    await expect(renderCopy([{ file: 'faq.md', text: 'Dear <name>' }])).rejects.toThrow('faq.md: “<name>”')
  })
})

describe('ordinary text stays', () => {
  it.each([
    ['Practise 5~10 minutes, 15~20 at weekends.', 'Practise 5~10 minutes, 15~20 at weekends.'],
    ['From $5 and $10, or $5~$10.', 'From $5 and $10, or $5~$10.'],
    [
      'At 10:30, note: ==this== ^up^ ~down~ :smile: @you #tag',
      'At 10:30, note: ==this== ^up^ ~down~ :smile: @you #tag',
    ],
    ['1 < 2 and <3, <名前> and a<1>', '1 &#x3C; 2 and &#x3C;3, &#x3C;名前> and a&#x3C;1>'],
    ['`<name>` and \\<name>', '<code>&#x3C;name></code> and &#x3C;name>'],
    ['A set {a, b}', 'A set {a, b}'],
    ['~~gone~~', '<del>gone</del>'],
    ['a <!-- a note --> b', 'a  b'],
    ['H<sub>2</sub>O<br>x <span lang="fr">oui</span>', 'H<sub>2</sub>O<br>x <span lang="fr">oui</span>'],
  ])('%s', async (text, html) => {
    expect((await renderMarkdown(text)).html).toBe(`<p>${html}</p>`)
    expect(
      (await renderCopy([{ file: 'x.md', text }])).pieces[0]?.html.replace(/<[/]?(?:sub|br|span)[^>]*>/g, ''),
    ).toBe(`<p>${html.replace(/<[/]?(?:sub|br|span)[^>]*>/g, '')}</p>`)
  })

  it('closes elements over several blocks', async () => {
    const { html } = await renderMarkdown('<details open>\n<summary>More</summary>\n\nWords\n\n</details>')
    expect(html.replaceAll(/\s+/g, ' ')).toBe('<details> <summary>More</summary> <p>Words</p> </details>')
  })
})
