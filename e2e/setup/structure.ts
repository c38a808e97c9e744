/** Runs in the page. Checks language, headings, landmarks, names and references. */
export function structureFindings(): string[] {
  const found: string[] = []
  const all = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility())
  const exactlyOne = (what: string, elements: Element[]) => {
    if (elements.length !== 1) found.push(`${elements.length} × ${what}`)
  }

  if (!document.documentElement.lang) found.push('the document has no language')

  const levelOf = (heading: Element) => Number(heading.getAttribute('aria-level') ?? heading.tagName[1])
  const headings = all('h1, h2, h3, h4, h5, h6, [role=heading]')
  exactlyOne(
    'heading of level 1',
    headings.filter((heading) => levelOf(heading) === 1),
  )
  let before = 0
  for (const heading of headings) {
    const level = levelOf(heading)
    const label = `${heading.tagName} "${heading.textContent?.trim().slice(0, 40)}"`
    if (level > before + 1) found.push(`${label} comes after level ${before}`)
    if (!heading.textContent?.trim()) found.push(`${label} is empty`)
    before = level
  }

  const outer = (element: Element) => !element.closest('main, article, section, aside, nav')
  exactlyOne('main', all('main, [role=main]'))
  exactlyOne('banner', all('header, [role=banner]').filter(outer))
  exactlyOne('contentinfo', all('footer, [role=contentinfo]').filter(outer))

  const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
  for (const id of new Set(ids.filter((each, index) => ids.indexOf(each) !== index)))
    found.push(`two have the id ${id}`)
  const referring = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'aria-owns', 'for', 'commandfor', 'list']
  for (const name of referring) {
    for (const element of document.querySelectorAll(`[${name}]`)) {
      for (const id of element.getAttribute(name)?.split(/\s+/) ?? []) {
        if (!document.getElementById(id)) found.push(`${name}="${id}" leads nowhere`)
      }
    }
  }
  for (const link of document.querySelectorAll<HTMLAnchorElement>('a[href^="#"]')) {
    const id = decodeURIComponent(link.hash.slice(1))
    if (!document.getElementById(id)) found.push(`the link to #${id} leads nowhere`)
  }

  const names = all('nav').map((nav) => {
    const by = nav.getAttribute('aria-labelledby')
    return nav.getAttribute('aria-label') ?? (by ? (document.getElementById(by)?.textContent ?? '') : '')
  })
  for (const name of names) {
    if (!name.trim()) found.push('a nav has no name')
    else if (names.filter((each) => each === name).length > 1) found.push(`two navs are called ${name}`)
  }
  return found
}
