import { fitFindings } from '@/e2e/setup/fit'
import { targetFindings } from '@/e2e/setup/targets'
import { expect, table, test } from './state-fixture'
import { checkStates } from './check-states'
import { expectPage } from './page-checks'

test.describe.configure({ mode: 'parallel' })

checkStates(table)

/** The widest and longest pages, and those with fields. */
const onPhones = ['provider-list-of-all', 'create-account', 'phone-code', 'says-action-code-invalid']

for (const name of onPhones) {
  test(`${name} fits at 390 pixels @once`, async ({ page, signInStates }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { state } = await signInStates.bringUp(page, name)
    await expectPage(page, state.expects)
    expect.soft(await page.evaluate(fitFindings)).toEqual([])
    expect.soft(await page.evaluate(targetFindings)).toEqual([])
  })
}
