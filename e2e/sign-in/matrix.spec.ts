import { fitFindings } from '@/e2e/setup/fit'
import { targetFindings } from '@/e2e/setup/targets'
import { words } from '@/tests/setup/words'
import { messageGroup } from './states/messages'
import { expect, table, test } from './state-fixture'
import { checkStates } from './check-states'
import { expectPage } from './page-checks'

test.describe.configure({ mode: 'parallel' })

checkStates(table.filter(({ group }) => group !== messageGroup))

/** The widest and longest pages, and those with fields. */
const onPhones = words`
  provider-list-of-all create-account trouble-getting-email linking-on-another-device not-authorised-by-email
  phone-code reset-password redirect-without-a-result select-tenant says-action-code-invalid
`
const quickOnPhones = new Set(['provider-list-of-all', 'create-account', 'phone-code'])

for (const name of onPhones) {
  test(`${name} fits at 390 pixels @once${quickOnPhones.has(name) ? '' : ' @long'}`, async ({ page, signInStates }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const { state } = await signInStates.bringUp(page, name)
    await expectPage(page, state.expects)
    expect.soft(await page.evaluate(fitFindings)).toEqual([])
    expect.soft(await page.evaluate(targetFindings)).toEqual([])
  })
}
