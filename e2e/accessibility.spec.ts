import { headerLinks, paths } from '@/lib/site'
import { look } from './setup/look'
import { everyPage, missing } from './setup/routes'
import { expect, test } from './setup/test'
import { declined, unfold, visit, wide } from './setup/visit'

test.describe.configure({ mode: 'parallel' })
// The findings say what is wrong; a picture of every step would take longer than looking.
test.use({ trace: 'off', viewport: wide })

const inHeader = [...headerLinks.map(({ href }) => href), paths.auth]

/** The header's links that a visitor sees as the current one: the page's own, or Blog for all that is in it. */
const marked = (path: string) =>
  inHeader.filter((href) => path === href || (href === paths.blog && path.startsWith(`${paths.blog}/`)))

for (const path of everyPage) {
  test(`${path} holds to WCAG 2.2 AA, a contrast of 7:1 and targets of 44 pixels @once`, async ({
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
