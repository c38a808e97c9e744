import { expect, test } from 'vitest'
import { composeEmail } from '@/lib/server/email/template'
import { emailSender } from '@/tests/setup/rows'

test('escapes words, links addresses, and keeps paragraphs', () => {
  const { html, text } = composeEmail(
    {
      subject: 'A <b> & "c"',
      preheader: 'First',
      lines: ['See https://unhurried.example/tools?a=1&b=2.', 'Second line', '', 'Another paragraph'],
      action: { label: 'Open', href: 'https://unhurried.example/profile?a=1&b=2' },
    },
    emailSender,
  )
  expect(html).toContain(
    '<h1 style="margin:0 0 16px;font-size:24px;line-height:1.3">A &lt;b&gt; &amp; &quot;c&quot;</h1>',
  )
  expect(html).toContain('<a class="link" href="https://unhurried.example/tools?a=1&amp;b=2">')
  expect(html).toContain('</a>.<br>Second line</p>')
  expect(html).toContain('<p style="margin:0 0 16px">Another paragraph</p>')
  expect(html).toContain('href="https://unhurried.example/profile?a=1&amp;b=2"')
  expect(text).toContain('Open: https://unhurried.example/profile?a=1&b=2')
})
