/** A site whose clock is ten minutes ahead or behind, while everybody else's is right. */
import { freePort } from '@/local/ports'
import { createAsker, pageProblems, told, until } from './asker'
import { buy, signUp } from './buyer'
import type { Fault } from './fault'
import { startOutside } from './outside'
import { startSite } from './site'

const tenMinutes = 600_000

export const clockOff: Fault = {
  name: 'clock-off',
  holds:
    'a clock that is ten minutes off: signing in works or is refused in words, what has expired by either clock opens nothing, and messages come again',
  async run(_full, say) {
    const port = await freePort()
    const outside = await startOutside(`http://localhost:${port}`)
    const site = await startSite(port, outside.env)
    const asker = createAsker(outside, site)
    const problems: string[] = []
    const look = async (change: { iat?: number; auth_time?: number; exp?: number }) =>
      asker.call('ada', '/users/current-plan?uid=ada', { token: await outside.identity.token('ada', change) })
    const seconds = () => Math.floor(Date.now() / 1000)
    try {
      await site.up()
      const messages = await buy(outside, asker, 'ada', 'stripe')
      for (const [name, off] of [
        ['ahead', tenMinutes],
        ['behind', -tenMinutes],
      ] as const) {
        const report = (found: string[]) => problems.push(...found.map((problem) => `${name}: ${problem}`))
        await site.setAhead(off)
        // What its clock told it before is gone with it.
        site.kill()
        await site.up()

        const fresh = await look({})
        if (name === 'ahead' && fresh.status !== 200) report([`a fresh token was answered ${told(fresh)}`])
        if (name === 'behind' && (fresh.status !== 401 || fresh.body.error?.reason !== 'clock')) {
          report([`a token that is ahead of the site was answered ${told(fresh)}`])
        }
        say(`${name}: a fresh token is answered ${fresh.status} ${fresh.body.error?.message ?? ''}`)

        const signedIn = { iat: seconds() - 7200, auth_time: seconds() - 7200 }
        const wrong = {
          'that expired a second ago': { ...signedIn, exp: seconds() - 1 },
          'that expired five minutes ago': { ...signedIn, exp: seconds() - 300 },
          'that expired an hour ago': { ...signedIn, exp: seconds() - 3600 },
          'of the future': { iat: seconds() + 3600, exp: seconds() + 7200 },
          'of a sign-in in the future': { auth_time: seconds() + 3600 },
        }
        for (const [what, change] of Object.entries(wrong)) {
          const answer = await look(change)
          if (answer.status !== 401) report([`a token ${what} was answered ${told(answer)}`])
        }

        for (const message of messages) {
          const answer = await asker.deliver(message)
          if (name === 'ahead' && answer.status !== 400) report([`a message was answered ${told(answer)}`])
        }
        report(await pageProblems(asker))

        await site.setAhead(0)
        for (const message of messages) {
          const answer = await asker.deliver(message)
          if (answer.status !== 200) report([`a message that came again was answered ${told(answer)}`])
        }
        report(
          await until(
            'with the right time a plan',
            () => look({}),
            ({ body }) => body.subscription?.store === 'stripe',
          ),
        )
        report(
          await until(
            'with the right time a record',
            () => signUp(asker, 'ada'),
            ({ status }) => status === 200,
          ),
        )
      }
      return problems
    } finally {
      await site.stop()
      await outside.stop()
    }
  },
}
