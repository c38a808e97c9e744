import { motions } from './setup/motions'
import { checkedKinds } from './setup/routes'
import { expect, test } from './setup/test'
import { visit } from './setup/visit'

const still = /^(opacity|(.+-)?color|fill|stroke|--tw-gradient-(from|via|to))$/

test.use({ trace: 'off' })

test('nothing moves, and colour changes take at most 180 ms @once @long', async ({ page, quietConsole }) => {
  quietConsole.allow(/status of 404/)
  for (const path of checkedKinds) {
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await visit(page, path)
    const found = await page.evaluate(motions)
    expect
      .soft(
        found.filter(({ property, ms }) => !still.test(property) || ms > 180),
        path,
      )
      .toEqual([])
    await page.emulateMedia({ reducedMotion: 'reduce' })
    expect.soft(await page.evaluate(motions), `${path} with reduced motion`).toEqual([])
  }
})
