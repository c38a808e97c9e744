// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { headScript } from '@/components/site/head-script'
import { inline } from '@/components/ui/inline'

it('refers to nothing outside itself and holds nothing that could end its element', () => {
  expect(headScript).not.toMatch(/<\/|<!--|__name|\bimport\b|\brequire\b|process\.env/)
  expect(() => new Function(headScript)).not.toThrow()
})

it('hands JSON over, with no sign that HTML reads as a tag', () => {
  const script = inline((given: { text: string }) => void (document.title = given.text), { text: '</script>“' })
  expect(script).not.toContain('</')
  new Function(script)()
  expect(document.title).toBe('</script>“')
})

it('has the theme before the first paint, and what answers to somebody after it', () => {
  const [before = '', after = ''] = headScript.split(
    'document.addEventListener("DOMContentLoaded",()=>requestAnimationFrame',
  )
  expect(before).toContain('prefers-color-scheme')
  expect(before).toContain('data-consent-do')
  for (const late of ['data-island', 'rootMargin', 'beforeprint']) {
    expect(before).not.toContain(late)
    expect(after).toContain(late)
  }
})
