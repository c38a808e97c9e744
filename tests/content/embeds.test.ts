import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { renderMarkdown } from '@/lib/content/render/render'
import { markdownSource } from '@/lib/content/sources/markdown'
import { temporaryFolder } from '@/tests/setup/temporary-folder'
import { unsafeParts } from './parsed'

const html = async (text: string) => (await renderMarkdown(text)).html.replaceAll(/\s*\n\s*/g, '')

const box = (inside: string) => `<p class="bookmark">${inside}</p>`
const link = (url: string, words: string) => box(`<a href="${url}">${words}</a>`)

it.each([
  [
    'a page in a folded part',
    '<details><summary>Recording</summary><iframe src="https://player.example/7"></iframe><p>Hello.</p></details>',
    `<details><summary>Recording</summary>${link('https://player.example/7', 'Embedded page on player.example')}<p>Hello.</p></details>`,
  ],
  [
    'a page with a title',
    '<iframe width=560 title="A talk &amp; more" src="//player.example/a?b=1&amp;c=2" allowfullscreen></iframe>',
    link('https://player.example/a?b=1&#x26;c=2', 'A talk &#x26; more (embedded page on player.example)'),
  ],
  [
    'a video with sources, over several blocks',
    '<video controls>\n\n<source type="video/mp4">\n\n<source src="https://media.example/a.mp4">\n\n<source src="https://media.example/b.webm">\n\n</video>\n\nAfter',
    `${link('https://media.example/a.mp4', 'Video on media.example')}<p>After</p>`,
  ],
  [
    'a video with fallback text',
    '<video src="https://media.example/a.mp4"><p>Take the <a href="/faq">file</a>.</p></video>',
    `${link('https://media.example/a.mp4', 'Video on media.example')}<p>Take the <a href="/faq">file</a>.</p>`,
  ],
  [
    'audio within a line',
    'Listen: <audio src="https://media.example/a.ogg" aria-label="Bells"></audio> now.',
    '<p>Listen: <span class="bookmark"><a href="https://media.example/a.ogg">Bells (audio on media.example)</a></span> now.</p>',
  ],
  [
    'an object that repeats itself',
    '<object data="https://media.example/a.pdf"><embed src="https://media.example/a.pdf">Words</object>',
    '<p><span class="bookmark"><a href="https://media.example/a.pdf">Embedded file on media.example</a></span>Words</p>',
  ],
  [
    'an embed in a separate box',
    '<div class="video-16x9">\n<embed src="https://media.example/x">\n</div>',
    `<div>${link('https://media.example/x', 'Embedded file on media.example')}</div>`,
  ],
])('an embed becomes a link, and its surroundings stay: %s', async (_, text, expected) =>
  expect(await html(text)).toBe(expected),
)

it.each([
  ['<iframe src="http://player.example/7"></iframe>', 'Embedded page on player.example, not shown here'],
  ['<iframe srcdoc="<b>x</b>" title="A form"></iframe>', 'A form, not shown here'],
  ['<video src="tour.mp4" title="The tour"></video>', 'The tour, not shown here'],
  ['<video controls></video>', 'Video, not shown here'],
  ['<iframe src="javascript:alert(1)"></iframe>', 'Embedded page, not shown here'],
  ['<object data="data:text/html,x"></object>', 'Embedded file, not shown here'],
  ['<script async src="https://widgets.example/a.js"></script>', 'Widget on widgets.example, not shown here'],
])('an embed without a safe address becomes a notice: %s', async (text, words) =>
  expect(await html(text)).toBe(box(words)),
)

describe('other elements keep their text', () => {
  it.each([
    ['code in a sentence', '<p>One</p><style>p { color: red }</style><p>two</p>', '<p>One</p><p>two</p>'],
    ['a script within a line', 'One <script>let a = "two"</script> three', '<p>One  three</p>'],
    [
      'a drawing',
      '<figure><svg aria-label="A wave"><path d="M0 0"/></svg><figcaption>Fig.</figcaption></figure>',
      'A wave',
    ],
    ['fallback text', '<noscript>Please read on.</noscript>', 'Please read on.'],
    ['a form', '<textarea>Some words</textarea> <select><option>More</option></select>', 'Some words'],
    ['text after code without an end', '<style>\n\n## A part\n\nWords.', '<h2 id="on-a-part">A part</h2><p>Words.</p>'],
    ['a tag without an end', '<iframe src="https://a.example"\n\nWords.', '<p>Words.</p>'],
    ['reading aids', '<ruby>漢<rp>(</rp><rt>かん</rt><rp>)</rp></ruby>', '<rt>かん</rt>'],
    ['comments', '<!-- <iframe src="https://a.example"> -->\n\nWords.', '<p>Words.</p>'],
    [
      'a picture of another site',
      '<p>See <img src="https://a.example/x.png" alt="a lake"></p>',
      '<a href="https://a.example/x.png">a lake</a>',
    ],
    [
      'a linked picture',
      '<a href="/faq"><img src="https://a.example/x.png" alt="a lake"></a>',
      '<a href="/faq">a lake</a>',
    ],
    ['a missing picture', '<p><img src="x.png" alt="a lake"></p>', '<p>a lake</p>'],
  ])('%s', async (_, text, expected) => expect(await html(text)).toContain(expected))

  it('shows pictures of this site', async () => {
    const own = '<img src="/pictures/lake.jpg" alt="A lake.">'
    expect(await html(own)).toMatch(/^<figure><img alt="A lake."[^>]* width="1600"[^>]*><\/figure>$/)
    expect(await html(`<div>${own} Words</div>`)).toMatch(/^<div><img alt="A lake."[^>]*> ?Words<\/div>$/)
  })
})

it.each([
  '<iframe src="https://a.example/&quot;><script>alert(1)</script>"></iframe>',
  '<iframe title="<script>alert(1)</script>" src="https://a.example"></iframe>',
  '<ifr<iframe ame src=javascript:alert(1)></iframe>',
  '<scr<script>ipt>alert(1)</script>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<object data="javascript:alert(1)"><param name=x value=y><img src=x onerror=alert(1)></object>',
  '<video><source onerror=alert(1) src="https://a.example/x"></video>',
  '<!--><iframe src="https://a.example" onload=alert(1)></iframe>-->',
  '<img src="/pictures/lake.jpg" onerror=alert(1) alt="&quot;><script>alert(1)</script>">',
  '<style>\n\n<script>alert(1)</script>\n\n<img src=x onerror=alert(1)>',
])('a hostile embed does nothing: %s', async (text) => {
  const { html: markup } = await renderMarkdown(`Before\n\n${text}\n\nAfter`)
  expect(unsafeParts(markup)).toEqual([])
  expect(markup).toContain('After')
})

it('reports file, line and element to the publisher', async () => {
  const folder = temporaryFolder('embeds')
  const file = path.join(folder, 'a-post.md')
  const front = 'title: T\ndescription: D\ntags: [posts]\nwritten: 2026-01-01\nanswer: >\n  Short\n  enough.'
  const body = 'Words\n\n<video src="https://a.example/x"></video>\n\n[x](#nowhere) <script>a()</script>'
  await writeFile(file, `---\n${front}\n---\n\n${body}\n`)
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  const source = markdownSource(folder)
  const [draft] = await source.readDrafts()
  if (!draft) throw new Error('no draft')
  await source.readBody(draft)
  const warnings = warn.mock.calls.map(([line]) => JSON.parse(String(line)) as object)
  const msg = 'element of a post not shown'
  expect(warnings).toHaveLength(3)
  expect(warnings).toContainEqual({ level: 'warn', msg, file, line: 13, element: '<video>', shown: 'a link' })
  expect(warnings).toContainEqual({ level: 'warn', msg, file, line: 15, element: '<script>', shown: 'nothing' })
  expect(warnings).toContainEqual({
    level: 'warn',
    msg: 'links to missing sections',
    file,
    links: ['#nowhere'],
  })
})
