import { describe, expect, it } from 'vitest'
import { refuseForeignMarkup } from '@/lib/content/sources/markdown'

describe('markup of other programs', () => {
  it.each([
    ['{{< figure src="/a.jpg" >}}', 'a shortcode of Hugo'],
    ['{{% notice tip %}}\nWords\n{{% /notice %}}', 'a shortcode of Hugo'],
    ['{% include video.html id="7" %}', 'a template tag'],
    ['{%- if a -%}x{%- endif -%}', 'a template tag'],
    ['{{ youtube(id="7") }}', 'a shortcode or a function'],
    ['See [this]({{ site.baseurl }}/a).', 'a variable of a template'],
    [':::tip Careful\nWords\n:::', 'a container'],
    ["import Chart from '../chart'", 'code of MDX'],
    ['export const meta = {}', 'code of MDX'],
    ['<VideoPlayer id="7" />', 'a component of MDX'],
    ['<Tabs items={["a"]}>x</Tabs>', 'a component of MDX'],
    ['{/* a remark */}', 'a comment of MDX'],
    ['Words\n{: .note}', 'a mark of kramdown'],
    ['> [!TIP]\n> Words', 'an alert of GitHub'],
    ['<a href="notes/part.md">that</a>', 'a file of another site'],
    ['[[_TOC_]]', 'Delete it: the page has a table of contents'],
    ['So $\\beta + 1$ holds.', 'Write $$…$$ instead'],
    ['See [that](../other/part.md#x).', 'a file of another site'],
    ['See ![[A lake.png|400]].', 'a link of Obsidian'],
    ['See [[Slow breath|that]].', 'a link of Obsidian'],
    ['See [that]({filename}/part.rst).', 'a file of another site'],
    ['<a href="__GHOST_URL__/part/">that</a>', 'a file of another site'],
    ['See {doc}`part`.', 'a role of MyST'],
    ['::: {.callout-tip title="x"}\nWords\n:::', 'a container'],
    ['A [word]{.smallcaps}.', 'an attribute'],
    ['See [that](/part){:target="_blank"}.', 'an attribute'],
    ['> {: .tip }', 'a mark of kramdown'],
    ['Hello {{ $frontmatter.title }}', 'a variable of a template'],
    ['<Badge type="tip" text="new" />', 'a component of MDX'],
    ['<<< @/part.js{2}', 'a file of VitePress'],
    ['!!! note "Careful"\n    Words', 'a box or tab of MkDocs'],
    ['=== "First"\n\n    Words', 'a box or tab of MkDocs'],
    ['$$ \\begin{aligned}\nx\n\\end{aligned} $$', 'Write $$ on lines of its own'],
    ['$$\nx\n$$ {#eq-one}', 'a formula that does not end'],
    ['가 **숨(breath)**을 쉰다.', 'Write a space after it'],
    ['See [that](part.html).', 'Write the address here'],
  ])('is rejected with its line and a fix: %s', (markup, what) => {
    const before = `Words.\n\n\`\`\`\n${markup}\n\`\`\`\n\n`
    const line = 9 + before.split('\n').length + Number(markup.startsWith('Words'))
    const text = before + markup
    expect(() => refuseForeignMarkup(text, 10)).toThrow(what)
    expect(() => refuseForeignMarkup(text, 10)).toThrow(`line ${line}: “`)
    expect(() => refuseForeignMarkup(text, 10)).toThrow(/(?:Write|Delete|Begin) /)
  })

  it.each(['```{r}\nplot(1)\n```', '```{admonition} Words\n:class: tip\n```'])('rejects blocks of MyST: %s', (block) =>
    expect(() => refuseForeignMarkup(block, 10)).toThrow('line 10: “```{'),
  )

  it.each([
    '`{{< x >}}` and `{% x %}`',
    '```jsx\nimport a from "b"\n<MyApp />\n```',
    '<!-- {% comment %} -->',
    'A set {a, b} and {{a}}, 50 {% of it}.',
    'We import tea from China and export it again.',
    '<DETAILS><Summary>x</Summary></DETAILS>',
    '$$\n\\frac{{1}}{{% c\n2}}\n$$',
    'A time such as 10:::20',
    '<ScRiPt>x</ScRiPt>',
    'From $5 \\to $6.',
    '[[1]](/a), [[1, 2], [3]] and [[^nidcd]]',
    '**a** (**b**) and **c**, **d**.',
    '## Part {#one}\n\n$$\nx\n$$\n\nSo $$y$$ holds.',
    '**숨(breath)** 을 쉰다.',
    '[a](https://example.com/a.html) [b](/a.html) [c](the-telephone) [toc](/x)',
  ])('leaves ordinary text alone: %s', (text) => expect(() => refuseForeignMarkup(text, 1)).not.toThrow())
})
