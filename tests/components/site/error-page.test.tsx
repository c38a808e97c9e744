import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ErrorPage } from '@/components/site/error-page'

test('has a title only instead of a page', () => {
  expect(renderToStaticMarkup(<ErrorPage />)).toContain('<title>Something went wrong</title>')
  expect(renderToStaticMarkup(<ErrorPage isPage />)).not.toContain('<title>')
})
