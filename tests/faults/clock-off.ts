import type { Fault } from './fault'
import { buy, describe, pageProblems, signUp, waitFor, withSite } from './support/client'

const tenMinutes = 600_000
const seconds = () => Math.floor(Date.now() / 1000)

/** Tokens that are not valid by either clock. */
function invalidTokens() {
  const signedIn = { iat: seconds() - 7200, auth_time: seconds() - 7200 }
  return {
    'that expired a second ago': { ...signedIn, exp: seconds() - 1 },
    'that expired five minutes ago': { ...signedIn, exp: seconds() - 300 },
    'that expired an hour ago': { ...signedIn, exp: seconds() - 3600 },
    'issued in the future': { iat: seconds() + 3600, exp: seconds() + 7200 },
    'of a sign-in in the future': { auth_time: seconds() + 3600 },
  }
}

export const clockOff: Fault = {
  name: 'clock-off',
  expects:
    'a site whose clock is ten minutes off accepts a sign-in or explains why not, rejects expired tokens, and receives webhooks later',
  run: (_full, log) =>
    withSite({}, async ({ outside, site, client }) => {
      const problems: string[] = []
      const readPlan = async (claims: { iat?: number; auth_time?: number; exp?: number }) =>
        client.call('ada', '/users/current-plan?uid=ada', { token: await outside.identity.token('ada', claims) })
      await site.up()
      const webhooks = await buy(outside, client, 'ada', 'stripe')
      for (const [name, off] of [
        ['ahead', tenMinutes],
        ['behind', -tenMinutes],
      ] as const) {
        const report = (found: string[]) => problems.push(...found.map((problem) => `${name}: ${problem}`))
        await site.setAhead(off)
        // A restart drops what the site cached by its old clock.
        site.kill()
        await site.up()

        const fresh = await readPlan({})
        if (name === 'ahead' && fresh.status !== 200) report([`a fresh token: ${describe(fresh)}`])
        if (name === 'behind' && (fresh.status !== 401 || fresh.body.error?.reason !== 'clock')) {
          report([`a token that is ahead of the site: ${describe(fresh)}`])
        }
        log(`${name}: a fresh token gets ${fresh.status} ${fresh.body.error?.message ?? ''}`)
        for (const [token, claims] of Object.entries(invalidTokens())) {
          const answer = await readPlan(claims)
          if (answer.status !== 401) report([`a token ${token}: ${describe(answer)}`])
        }
        for (const webhook of webhooks) {
          const answer = await client.deliver(webhook)
          if (name === 'ahead' && answer.status !== 400) report([`a webhook: ${describe(answer)}`])
        }
        report(await pageProblems(client))

        await site.setAhead(0)
        for (const webhook of webhooks) {
          const answer = await client.deliver(webhook)
          if (answer.status !== 200) report([`a repeated webhook: ${describe(answer)}`])
        }
        report(
          await waitFor('the plan with the right time', () => readPlan({}), {
            until: ({ body }) => body.subscription?.store === 'stripe',
          }),
        )
        report(await waitFor('a record with the right time', () => signUp(client, 'ada')))
      }
      return problems
    }),
}
