import { ImageResponse } from 'next/og'
import { createElement } from 'react'
import sharp from 'sharp'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ShareImage, shareImageSize } from '@/components/site/share-image'
import { loadFigtree, toTypeface } from '@/lib/content/pages/share-image'

it.each([
  ['Łódź, żółć & “ąę” – 50 %', 'Łódź, żółć & “ąę” – 50 %'],
  ['Party 🎉 time → ✓', 'Party time'],
  ['Việt', 'Viet'],
  ['o\u0308 and ﬁ', 'ö and fi'],
  ['so\u00ADft\u200B', 'soft'],
  ['Привет', null],
  ['日本 and more', null],
  ['🎉', null],
])('keeps what the typeface of a picture contains: %s', (words, expected) => expect(toTypeface(words)).toBe(expected))

describe('a picture', () => {
  const fetched = globalThis.fetch
  afterEach(() => void (globalThis.fetch = fetched))

  it.each(['Łódź żółć', 'Party 🎉 time → ✓ ﬁ'])('of “%s” loads nothing from other hosts', async (words) => {
    const elsewhere = vi.fn<(address: string) => void>()
    globalThis.fetch = (input, init) => {
      const address = input instanceof Request ? input.url : String(input)
      if (!/^https?:/.test(address)) return fetched(input, init)
      elsewhere(address)
      return Promise.reject(new Error('offline'))
    }
    const card = createElement(ShareImage, { heading: toTypeface(words) ?? '', path: '/blog/a-post' })
    const picture = await new ImageResponse(card, { ...shareImageSize, fonts: await loadFigtree() }).arrayBuffer()
    expect(picture.byteLength).toBeGreaterThan(5000)
    expect(elsewhere).not.toHaveBeenCalled()
  })

  it('breaks a word longer than a line', async () => {
    const card = createElement(ShareImage, {
      heading: 'Donaudampfschifffahrtsgesellschaft'.repeat(3),
      path: '/blog/a-post',
    })
    const picture = await new ImageResponse(card, { ...shareImageSize, fonts: await loadFigtree() }).arrayBuffer()
    const edge = { left: 1100, top: 100, width: 100, height: 240 }
    const { channels } = await sharp(await sharp(Buffer.from(picture)).extract(edge).toBuffer()).stats()
    for (const { min, max } of channels) expect(max - min).toBe(0)
  })
})
