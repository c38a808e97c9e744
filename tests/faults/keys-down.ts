import type { Fault } from './fault'
import {
  describe,
  pageProblems,
  refusalProblems,
  signUp,
  waitFor,
  withSite,
  type Answer,
  type Client,
} from './support/client'
import type { Outside } from './support/world'

const minute = 60_000
/** Room for the site's own timeout, on a busy machine. */
const maxRefusalMs = 10_000

/** How the address of the signing keys fails, and for how many minutes the keys before that may be cached. */
const failures = [
  // Longer and shorter than an hour, because the provider decides.
  ['drops', 120],
  ['hangs', 10],
  ['fails', 10],
  ['is garbage', 10],
  ['is empty', 10],
] as const

const readPlan = (client: Client, token?: string) => client.call('ada', '/users/current-plan?uid=ada', { token })

/** Invalid tokens must be rejected, whether or not the site has keys. */
async function forgedTokenProblems({ identity, now }: Outside, client: Client): Promise<string[]> {
  const seconds = Math.floor(now() / 1000)
  const times = { iat: seconds - 10, auth_time: seconds - 10, exp: seconds + 3600 }
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = { ...identity.claims('ada'), ...times }
  const forged = {
    'signed with another key': await identity.token('ada', times, {}, identity.strangersKey),
    'with an unknown key id': await identity.token('ada', times, { kid: 'stranger' }, identity.strangersKey),
    unsigned: `${encode({ alg: 'none', kid: 'known' })}.${encode(claims)}.`,
    expired: await identity.token('ada', { ...times, exp: seconds - 1 }),
  }
  const problems: string[] = []
  for (const [name, token] of Object.entries(forged)) {
    const answer = await readPlan(client, token)
    if (answer.status !== 401 && answer.status !== 503) problems.push(`a token ${name}: ${describe(answer)}`)
  }
  return problems
}

export const keysDown: Fault = {
  name: 'keys-down',
  expects:
    'without signing keys, people stay signed in while the cached keys are valid and then get 503; forged tokens never work',
  run: (_full, log) =>
    withSite({}, async ({ outside, site, client }) => {
      const { identity } = outside
      const problems: string[] = []
      const advance = async (ms: number) => {
        outside.setAhead(outside.ahead() + ms)
        await site.setAhead(outside.ahead())
      }
      await site.up()
      for (const [failure, minutes] of failures) {
        const report = (found: string[]) => problems.push(...found.map((problem) => `keys ${failure}: ${problem}`))
        identity.keys = 'works'
        identity.keysFor = minutes * 60
        await advance(24 * 60 * minute)
        report(await waitFor('a record with new keys', () => signUp(client, 'ada')))

        identity.keys = failure
        await advance((minutes - 1) * minute)
        const cached = await readPlan(client)
        if (cached.status !== 200) report([`a call a minute before the keys expire: ${describe(cached)}`])
        report(await forgedTokenProblems(outside, client))
        report(
          await waitFor('health', client.health, {
            until: ({ status, body }) => status === 200 && body.status === 'degraded' && body.identity === 'down',
            ms: 5000,
          }),
        )

        await advance(2 * minute)
        const refused = await Promise.all(Array.from({ length: 5 }, () => readPlan(client)))
        report(refused.flatMap((answer) => refusalProblems('a call after the keys expired', answer, maxRefusalMs)))
        report(await forgedTokenProblems(outside, client))
        report(await pageProblems(client))
        log(`keys ${failure}: 200 until the keys expire, then ${refused.map(({ status }) => status).join(' ')}`)

        identity.keys = 'works'
        report(await waitFor('a call afterwards', () => readPlan(client)))
        const isOk = { until: ({ body }: Answer) => body.identity === 'ok', ms: 5000 }
        report(await waitFor('health afterwards', client.health, isOk))
      }
      return problems
    }),
}
