import { headingOf, shownPage } from './headings'

/**
 * The title of the document, which names the tab and what the history holds, says which step is shown.
 * Steps without a title of the widget's own keep the page's.
 */
export function followTitle(container: HTMLElement) {
  const own = document.title
  const [, ...rest] = own.split(' · ')
  const write = (title: string) => {
    if (document.title !== title) document.title = title
  }
  return {
    look: () => {
      const page = shownPage(container)
      const heading = page && headingOf(page)
      const step = heading?.matches('.firebaseui-title') ? heading.textContent?.trim() : ''
      write(step ? [step, ...rest].join(' · ') : own)
    },
    stop: () => write(own),
  }
}
