import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Words } from '@/components/site/sources'
import { drawingNamed } from '@/components/ui/drawing'
import { citations } from '@/lib/content/pages/evidence'

const html = (of: string) => renderToStaticMarkup(<Words of={of} sources={citations('en', 'nidcd')} />)

it('links words and numbers sources', () => {
  expect(html('Ask [us](/contact) & read [the plans](/pricing/start).[^nidcd]')).toMatch(
    /^Ask <a href="\/contact" class="link">us<\/a> &amp; read <a href="\/pricing\/start" class="link" data-pricing-link="">the plans<\/a>\.<sup.*>1<\/a><\/sup>$/,
  )
})

it('refuses a source that the page does not list, and a drawing that does not exist', () => {
  expect(() => html('No cure.[^stamma]')).toThrow('cites "stamma"')
  expect(() => drawingNamed('sings', { speaks: 1 })).toThrow('no drawing "sings"')
})
