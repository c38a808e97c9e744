/** The address of the identity service's signing keys, which is down, hangs, fails or answers with something else. */
import { freePort } from '@/local/ports'
import { createAsker, pageProblems, refusalProblems, told, until, type Asker } from './asker'
import { signUp } from './buyer'
import type { Fault } from './fault'
import { startOutside, type Outside } from './outside'
import { startSite } from './site'

const minute = 60_000
/** For a refusal: the key address is waited for, and the machine may be busy. */
const mostMs = 10_000

const plan = (asker: Asker, token?: string) => asker.call('ada', '/users/current-plan?uid=ada', { token })

/** Tokens that never open anything, whatever can be known of the keys. */
async function forgeryProblems({ identity, now }: Outside, asker: Asker): Promise<string[]> {
  const seconds = Math.floor(now() / 1000)
  const times = { iat: seconds - 10, auth_time: seconds - 10, exp: seconds + 3600 }
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { ...identity.claims('ada'), ...times }
  const forged = {
    "signed with a stranger's key": await identity.token('ada', times, {}, identity.strangersKey),
    'of an unknown key': await identity.token('ada', times, { kid: 'stranger' }, identity.strangersKey),
    unsigned: `${part({ alg: 'none', kid: 'known' })}.${part(claims)}.`,
    expired: await identity.token('ada', { ...times, exp: seconds - 1 }),
  }
  const problems: string[] = []
  for (const [name, token] of Object.entries(forged)) {
    const answer = await plan(asker, token)
    if (answer.status !== 401 && answer.status !== 503) problems.push(`a token ${name} was answered ${told(answer)}`)
  }
  return problems
}

export const keysDown: Fault = {
  name: 'keys-down',
  holds:
    'the address of the signing keys fails: who is known works for as long as the keys may be kept, then all are told 503; nobody is let in, nobody signed out',
  async run(_full, say) {
    const port = await freePort()
    const outside = await startOutside(`http://localhost:${port}`)
    const { identity } = outside
    const site = await startSite(port, outside.env)
    const asker = createAsker(outside, site)
    const problems: string[] = []
    const later = async (ms: number) => {
      outside.setAhead(outside.ahead() + ms)
      await site.setAhead(outside.ahead())
    }
    try {
      await site.up()
      for (const [how, minutes] of [
        // Longer than an hour, and shorter: it is the provider's to say.
        ['drops', 120],
        ['hangs', 10],
        ['fails', 10],
        ['is garbage', 10],
        ['is empty', 10],
      ] as const) {
        const report = (found: string[]) => problems.push(...found.map((problem) => `it ${how}: ${problem}`))
        identity.keys = 'works'
        identity.keysFor = minutes * 60
        await later(24 * 60 * minute)
        report(
          await until(
            'with new keys a record',
            () => signUp(asker, 'ada'),
            ({ status }) => status === 200,
          ),
        )

        identity.keys = how
        await later((minutes - 1) * minute)
        const kept = await plan(asker)
        if (kept.status !== 200) report([`a minute before the end of the keys a call was answered ${told(kept)}`])
        report(await forgeryProblems(outside, asker))
        report(
          await until(
            'health',
            asker.health,
            ({ status, body }) => status === 200 && body.status === 'degraded' && body.identity === 'down',
            5000,
          ),
        )

        await later(2 * minute)
        const refused = await Promise.all(Array.from({ length: 5 }, () => plan(asker)))
        report(refused.flatMap((answer) => refusalProblems('after the end of the keys a call', answer, mostMs)))
        report(await forgeryProblems(outside, asker))
        report(await pageProblems(asker))
        say(`it ${how}: 200 until the end of the keys, then ${refused.map(({ status }) => status).join(' ')}`)

        identity.keys = 'works'
        report(
          await until(
            'afterwards a call',
            () => plan(asker),
            ({ status }) => status === 200,
          ),
        )
        report(await until('afterwards health', asker.health, ({ body }) => body.identity === 'ok', 5000))
      }
      return problems
    } finally {
      await site.stop()
      await outside.stop()
    }
  },
}
