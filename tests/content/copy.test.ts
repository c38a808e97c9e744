import { describe, expect, it, vi } from 'vitest'
import { indexQuestions } from '@/components/site/question-search'
import { fillPlaceholders, placeholdersOf, renderCopy } from '@/lib/content/pages/copy'
import { citations, getSource } from '@/lib/content/pages/evidence'
import { sourcesOf } from './sources-of'
import { readFaq, readFirstQuestions, parseQuestions } from '@/lib/content/pages/faq'
import { readPolicy } from '@/lib/content/pages/policies'
import { readProtocol } from '@/lib/content/pages/protocol'
import { siteSettings } from '@/lib/site-settings'
import { paths, storeCancelAddress } from '@/lib/site'

const copy = (...texts: string[]) => texts.map((text, index) => ({ file: `content/${index}.md`, text }))

describe('the copy of a page', () => {
  it('numbers sources by first use across all its texts', async () => {
    const { pieces, sources } = await renderCopy('en', copy('One.[^stamma]', 'Two.[^nidcd]', 'Three.[^stamma][^asha]'))
    expect(sources.map(({ id, number }) => [id, number])).toEqual([
      ['stamma', 1],
      ['nidcd', 2],
      ['asha', 3],
    ])
    expect(pieces[2]?.html).toContain('<a href="#source-stamma" aria-label="Source 1">1</a>')
    expect(pieces[2]?.html).toContain(
      '<sup id="cited-asha" data-beside=""><a href="#source-asha" aria-label="Source 3">',
    )
    expect(pieces.map(({ html }) => html).join()).not.toContain('footnote')
  })

  it('keeps given numbers, and refuses an unlisted source', async () => {
    const given = citations('en', 'nidcd', 'asha')
    const { pieces, sources } = await renderCopy('en', copy('One.[^asha]'), given)
    expect(pieces[0]?.html).toContain('aria-label="Source 2"')
    expect(sources).toEqual(given)
    await expect(renderCopy('en', copy('One.[^stamma]'), given)).rejects.toThrow(
      'content/0.md: the page cites "stamma"',
    )
  })

  it.each([
    ['an unknown source', 'A claim.[^made-up]', 'content/1.md: "made-up"'],
    ['an unknown placeholder', 'Write to {{male}}.', 'content/1.md: {{male}}'],
  ])('fails on %s, naming the file', async (_, text, message) => {
    await expect(renderCopy('en', copy('Fine.', text))).rejects.toThrow(message)
  })

  it('rejects a line of several paragraphs', async () => {
    const two = { file: 'content/x.md', text: 'One.\n\nTwo.', inline: true }
    await expect(renderCopy('en', [two])).rejects.toThrow('content/x.md: one paragraph')
  })

  it('fills placeholders in text and addresses, and marks links', async () => {
    const { pieces } = await renderCopy(
      'en',
      copy('{{site}} [mail](mailto:{{mail}}) [price]({{pricing}}) [on](#health)'),
    )
    expect(pieces[0]?.html).toContain('Unhurried <a href="mailto:hello@unhurried.example">mail</a>')
    expect(pieces[0]?.html).toMatch(/href="\/pricing\/start" data-pricing-link="" data-address="[^"]+\/pricing\/start"/)
    expect(pieces[0]?.html).toContain('<a href="#health">on</a>')
    expect(fillPlaceholders('{{play-store-cancel}} {{protocol}}', await placeholdersOf('en'))).toBe(
      `${storeCancelAddress.play_store} ${paths.protocol}`,
    )
  })

  it('names the company, or reports that it is not set', async () => {
    expect(fillPlaceholders('{{company}}, {{company-address}}', await placeholdersOf('en'))).toBe(
      'Unhurried (company name not set), address not set',
    )
    const { company, companyAddress } = siteSettings({ COMPANY_NAME: 'A Company', COMPANY_ADDRESS: '1 Street' })
    expect([company, companyAddress]).toEqual(['A Company', '1 Street'])
  })

  it('uses a heading’s own id, and leaves out numbers', async () => {
    const { pieces } = await renderCopy('en', copy('## About you {#health}\n\nA claim.[^nidcd] More.\n\n## Then'))
    expect(pieces[0]?.contents).toEqual([
      { id: 'health', text: 'About you' },
      { id: 'on-then', text: 'Then' },
    ])
    expect(pieces[0]?.text).toBe('About you A claim. More. Then')
  })

  it('runs nothing of an address', async () => {
    const { pieces } = await renderCopy('en', copy('Before [x](javascript:alert(1)) after'))
    expect(pieces[0]?.html).toBe('<p>Before <a>x</a> after</p>')
  })
})

describe('the questions', () => {
  it('begin with the five most frequent questions', async () => {
    const { groups, reviewed } = await readFaq('en')
    expect(reviewed).toMatch(/^\d{4}-\d\d-\d\d$/)
    expect(groups[0]?.questions.map(({ title }) => title)).toEqual([
      'Do I have to speak in the group?',
      'Is there a cure?',
      'Do I have to phone anyone?',
      'What does it cost?',
      'How do I cancel?',
    ])
    expect(groups.flatMap(({ questions }) => questions).length).toBeGreaterThanOrEqual(20)
  })

  it('have plain-text answers for search engines', async () => {
    for (const { text } of (await readFaq('en')).groups.flatMap(({ questions }) => questions)) {
      expect(text.length).toBeGreaterThan(10)
      expect(text).not.toMatch(/[<>{}]|\[\^|\.\d/)
    }
  })

  it('use the page’s source numbers', async () => {
    const [, cure] = await readFirstQuestions('en', citations('en', 'stamma', 'nidcd'))
    expect(cure?.html).toContain('aria-label="Source 2"')
  })

  it.each([
    ['price', 'cost'],
    ['e-mail', 'ask'],
    ['no phone?', 'phone'],
    ['how old', 'children'],
    ['parent', 'children'],
    ['pause', 'pause'],
    ['refund', 'refund'],
    ['app', 'app'],
  ])('finds for “%s”: %s', async (query, id) => {
    const { groups } = await readFaq('en')
    const all = groups.flatMap(({ questions }) => questions)
    const found = indexQuestions(
      all.map(({ title, text, words }) => `${title} ${text} ${words}`),
      'en',
    )(query)
    expect([...found].map((place) => all[place]?.id)).toContain(id)
  })

  it('may have extra search terms in lower case', () => {
    expect(parseQuestions({ file: 'x.md', body: '## Why? {#why words="cause reason"}\n\nSo.' }, 'en')).toMatchObject([
      { id: 'why', title: 'Why?', words: 'cause reason' },
    ])
    expect(parseQuestions({ file: 'x.md', body: '## Why? {#why}\n\nSo.' }, 'en')).toMatchObject([{ words: '' }])
    for (const words of ['', 'E-mail', 'two  spaces', ' ends ']) {
      expect(() => parseQuestions({ file: 'x.md', body: `## Why? {#why words="${words}"}\n` }, 'en')).toThrow(
        'x.md: the words of',
      )
    }
    expect(() => parseQuestions({ file: 'x.md', body: '## Why? {#why tags="x"}\n' }, 'en')).toThrow('has no {#id}')
  })

  it('require an id, and no text before the first question', () => {
    expect(() => parseQuestions({ file: 'x.md', body: '## Why?\n\nSo.' }, 'en')).toThrow('x.md: “Why?” has no {#id}')
    expect(() => parseQuestions({ file: 'x.md', body: 'So.\n\n## Why? {#why}' }, 'en')).toThrow(
      'x.md: there is text before',
    )
  })
})

describe('the policies', () => {
  it.each(['privacy', 'terms', 'refund'] as const)('%s has a summary before the text', async (name) => {
    const { summary, contents, html, since } = await readPolicy(name, 'en')
    expect(summary.length).toBeGreaterThan(2)
    expect(contents.length).toBeGreaterThan(4)
    for (const { id } of contents) expect(html).toContain(`id="${id}"`)
    expect(new Date(since).getTime()).not.toBeNaN()
  })

  it.each(['terms', 'refund'] as const)('%s states the refund window of the setting, or nothing', async (name) => {
    vi.stubEnv('REFUND_WINDOW_DAYS', '21')
    expect((await readPolicy(name, 'en')).html).toContain('21 days')
    vi.stubEnv('REFUND_WINDOW_DAYS', '0')
    expect((await readPolicy(name, 'en')).html).not.toMatch(/forgot to cancel|Cancel and refund”|\{\{/i)
    vi.unstubAllEnvs()
  })

  it.each(['terms', 'refund'] as const)('%s states the longest pause of the setting, or nothing', async (name) => {
    expect((await readPolicy(name, 'en')).html).not.toMatch(/pause a monthly plan|\{\{/)
    vi.stubEnv('PAUSE_MONTHS', '2')
    expect((await readPolicy(name, 'en')).html).toContain('pause a monthly plan for up to 2 months')
    vi.unstubAllEnvs()
  })

  it.each(['privacy', 'terms'] as const)('%s names the company', async (name) => {
    expect((await readPolicy(name, 'en')).html).toContain('company name not set')
  })
})

it('cites every study on the protocol page, and links back', async () => {
  const { parts, sources, reviewed } = await readProtocol(['ease', 'carry', 'tell', 'together', 'screen'], 'en')
  const html = Object.values(parts)
    .flatMap(({ html, studies, after }) => [
      html,
      ...studies.flatMap(({ what, found, changed, unchanged, mind }) => [what, found, changed, unchanged, mind]),
      after,
    ])
    .join('')
  const drawn = new Set([...sourcesOf(17), ...sourcesOf(18)])
  for (const { id, back } of sources.filter((each) => !drawn.has(each.id))) {
    expect(html).toContain(`href="#source-${id}"`)
    expect(html).toContain(`id="${back}"`)
  }
  expect(parts.carry.studies[0]).toMatchObject({ people: 32, name: '32 people', unchanged: 'Fluency.' })
  expect(parts.tell.studies[0]).toMatchObject({ name: '338 observers' })
  expect(reviewed).toMatch(/^\d{4}-\d\d-\d\d$/)
})

it('weighs every source of the list, and has both sides where required', () => {
  expect(getSource('menzies-2008')).toMatchObject({
    design: 'Randomised trial',
    size: '32 people, followed for 12 months',
    limits: 'Small. Fluency did not improve.',
    people: 32,
  })
  expect([17, 18, 13, 32].map(sourcesOf)).toEqual([
    ['brignell-2020'],
    ['connery-2021'],
    ['byrd-2017-background'],
    ['byrd-2017'],
  ])
  for (let fact = 1; fact <= 33; fact += 1) expect(sourcesOf(fact), `fact ${fact}`).not.toEqual([])
  expect(() => getSource('made-up')).toThrow('"made-up"')
})
