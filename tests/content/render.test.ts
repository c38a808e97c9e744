import { describe, expect, it } from 'vitest'
import { minutesFor, renderMarkdown, renderTree } from '@/lib/content/render'

describe('Markdown', () => {
  it('numbers sources in the order of first use and brings their citations', async () => {
    const { html, contents } = await renderMarkdown('## One\n\nA claim.[^stamma] Another.[^nidcd] Again.[^stamma]')
    expect(contents).toEqual([
      { id: 'on-one', text: 'One' },
      { id: expect.any(String), text: 'Sources' },
    ])
    expect(html.indexOf('End the Phone Call Nightmares')).toBeLessThan(html.indexOf('fact sheet'))
    for (const [, target = ''] of html.matchAll(/href="#([^"]+)"/g)) expect(html).toContain(`id="${target}"`)
  })

  it('sets the answer apart, and numbers its notes before those of the text', async () => {
    const { html, answer } = await renderMarkdown('A claim.[^nidcd] Another.[^stamma]', 'In _short_.[^stamma]')
    expect(answer).toMatch(/^In <em>short<\/em>\.<sup><a href="#source-fn-stamma" id="source-fnref-stamma"[^>]*>1<\/a>/)
    expect(html).not.toContain('In <em>')
    expect(html).toMatch(/^\s*<p>A claim\.<sup><a href="#source-fn-nidcd"[^>]*>2</)
    expect(html).toContain('href="#source-fnref-stamma"')
    expect(await renderMarkdown('A claim.')).toMatchObject({ answer: null, html: '<p>A claim.</p>' })
  })

  it.each(['One.\n\nTwo.', '- A list', '## A heading'])(
    'refuses an answer that is not one paragraph: %j',
    async (text) => {
      await expect(renderMarkdown('Body.', text)).rejects.toThrow('one paragraph')
    },
  )

  it('lets nothing hostile of an answer run', async () => {
    const { answer } = await renderMarkdown('Body.', 'x <img src=x onerror=alert(1)> [y](javascript:alert(1))')
    expect(answer).not.toMatch(/<img|onerror|javascript:/)
  })

  it('refuses a note without a source', async () => {
    await expect(renderMarkdown('A claim.[^made-up]')).rejects.toThrow('"made-up"')
  })

  it.each([
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '[press](javascript:alert(1))',
    '![x](javascript:alert(1))',
    '[press](data:text/html,<script>alert(1)</script>)',
    '<svg onload=alert(1)>',
    '<a href="vbscript:x" onclick="y">z</a>',
  ])('lets nothing of %s run', async (hostile) => {
    const { html } = await renderMarkdown(`Before\n\n${hostile}\n\nAfter`)
    expect(html).not.toMatch(/<script|onerror|onload|onclick|javascript:|vbscript:|data:/i)
    expect(html).toContain('After')
  })

  it('lets no heading take an id of the page', async () => {
    const { html } = await renderMarkdown('## Main\n\n## Menu')
    expect(html).not.toMatch(/id="(main|menu)"/)
  })
})

it('takes a hostile tree as it takes a hostile text', async () => {
  const { html } = await renderTree({
    type: 'root',
    children: [
      { type: 'html', value: '<script>alert(1)</script>' },
      {
        type: 'paragraph',
        children: [{ type: 'link', url: 'javascript:alert(1)', children: [{ type: 'text', value: 'x' }] }],
      },
    ],
  })
  expect(html).toBe('<p><a>x</a></p>')
})

it('rounds reading time and never says none', () => {
  expect([0, 100, 500, 1000].map(minutesFor)).toEqual([1, 1, 3, 5])
})
