import { expect, it } from 'vitest'
import { footScript } from '@/components/site/foot-script'
import { headScript } from '@/components/site/head-script'
import { inline } from '@/components/ui/inline'

it.each([
  ['head', headScript],
  ['foot', footScript],
])('%s is self-contained and cannot close its element', (_, script) => {
  expect(script).not.toMatch(/<\/|<!--|__name|\bimport\b|\brequire\b|process\.env/)
  expect(() => new Function(script)).not.toThrow()
})

it('passes JSON without HTML tags', () => {
  const script = inline((given: { text: string }) => void (document.title = given.text), { text: '</script>“' })
  expect(script).not.toContain('</')
  new Function(script)()
  expect(document.title).toBe('</script>“')
})

it('sets the theme before the first paint, interactions after it', () => {
  expect(headScript).toContain('prefers-color-scheme')
  expect(headScript).toContain('data-consent-do')
  // The page is remembered before others can change it.
  const [atOnce = '', afterPaint = ''] = footScript.split('requestAnimationFrame(()=>setTimeout')
  expect(atOnce).toContain('createTreeWalker')
  for (const late of ['data-island', 'rootMargin']) {
    expect(headScript).not.toContain(late)
    expect(afterPaint).toContain(late)
  }
})
