import { headerLinks, paths } from '@/lib/site'
import { look } from './setup/look'
import { everyPage, missing, pageTag } from './setup/routes'
import { expect, test } from './setup/test'
import { declined, unfold, visit, wide } from './setup/visit'

test.describe.configure({ mode: 'parallel' })
// Findings name the elements; a trace would take longer than the checks.
test.use({ trace: 'off', viewport: wide })

const inHeader = [...headerLinks.map(({ href }) => href), paths.auth]

/** Header links marked as current: the page's own, or Blog for all pages below it. */
const marked = (path: string) =>
  inHeader.filter((href) => path === href || (href === paths.blog && path.startsWith(`${paths.blog}/`)))

for (const path of everyPage) {
  test(`${path} meets WCAG 2.2 AA, 7:1 contrast and 44 px targets @once${pageTag(path)}`, async ({
    page,
    context,
    quietConsole,
  }) => {
    if (path === missing) quietConsole.allow(/status of 404/)
    await declined(context)
    await visit(page, path)
    const current = page.locator('header nav a[aria-current="page"]').filter({ visible: true })
    const hrefs = await current.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect.soft(hrefs, 'the current link of the header').toEqual(marked(path))
    await unfold(page)
    await look(page, path)
  })
}
