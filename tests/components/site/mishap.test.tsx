import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Mishap } from '@/components/site/mishap'

test('has a title only instead of a page', () => {
  expect(renderToStaticMarkup(<Mishap />)).toContain('<title>Something went wrong</title>')
  expect(renderToStaticMarkup(<Mishap isPage />)).not.toContain('<title>')
})
