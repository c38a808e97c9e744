import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Mishap } from '@/components/site/mishap'

test('has a title where it stands in for a page, and none where the page has its own', () => {
  expect(renderToStaticMarkup(<Mishap />)).toContain('<title>Something went wrong</title>')
  expect(renderToStaticMarkup(<Mishap isPage />)).not.toContain('<title>')
})
