import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

/** Renders markup as from the server; the test runs its scripts. */
export function serve(element: ReactElement): void {
  document.body.innerHTML = renderToStaticMarkup(element)
}

/** The same outside of the document, where nothing loads. */
export function served(element: ReactElement): HTMLTemplateElement {
  const template = document.createElement('template')
  template.innerHTML = renderToStaticMarkup(element)
  return template
}
