/** People who go on as always while something happens to the site: pages, files of pages, and calls of their own. */
import { tokenHeader } from '@/lib/site'
import type { Person } from './person'
import type { Random } from '@/tests/setup/random'

const pages = ['/', '/faq', '/about', '/blog', '/therapy-protocol', '/pricing/start', '/blog/rss.xml']
const answerMs = 30_000

/** `names` are those that the site said were stored: two writes may cross, so any of them may be the last. */
type Visitor = { person: Person; token: string; names: Set<string> }

/**
 * Begins to ask so many times a second, whether or not the answers come.
 * @param base where all of them ask
 * @param tokenOf a token of somebody
 */
export async function beginVisits(
  base: string,
  people: Person[],
  tokenOf: (uid: string) => Promise<string>,
  perSecond: number,
  random: Random,
) {
  const visitors: Visitor[] = []
  for (const person of people) visitors.push({ person, token: await tokenOf(person.uid), names: new Set() })
  const failures: string[] = []
  const files = new Set<string>()
  const under = new Set<Promise<void>>()
  let asked = 0
  let fromOthers = 0

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    asked++
    return fetch(base + path, { ...init, signal: AbortSignal.timeout(answerMs) })
  }

  const wrong = (path: string, what: string) => failures.push(`${path}: ${what}`)

  async function readPage(): Promise<void> {
    const path = random.pick(pages)
    const response = await ask(path)
    const text = await response.text()
    if (response.status !== 200) wrong(path, `${response.status} ${text.slice(0, 80)}`)
    else if (!/<h1|<item>/.test(text)) wrong(path, 'an answer without a heading')
    for (const [file] of text.matchAll(/\/_next\/static\/[\w\-./~]+\.(?:json|js|css)\b/g)) files.add(file)
  }

  async function loadFile(): Promise<void> {
    if (files.size === 0) return
    const path = random.pick([...files])
    const response = await ask(path)
    const body = await response.text()
    const type = response.headers.get('content-type') ?? ''
    if (response.status !== 200) wrong(path, `${response.status} ${body.slice(0, 80)}`)
    else if (!/javascript|json|css/.test(type) || body.length === 0) wrong(path, `an answer of ${type}`)
    // Only what comes out of the store is numbered.
    if (response.headers.has('x-request-id')) fromOthers++
  }

  async function call(): Promise<void> {
    const visitor = random.pick(visitors)
    const { uid } = visitor.person
    const headers = { 'content-type': 'application/json', [tokenHeader]: visitor.token }
    if (random.chance(0.3)) {
      const name = `Name ${asked}`
      const body = { uid, name, username: null, email: null, providerId: 'password', phone: null }
      const response = await ask('/api/users/insert-or-update', { method: 'POST', headers, body: JSON.stringify(body) })
      const text = await response.text()
      if (response.status !== 200) wrong('insert-or-update', `${response.status} ${text.slice(0, 120)}`)
      else visitor.names.add(name)
      return
    }
    const path = random.chance(0.5) ? 'current-plan' : 'get-user'
    const response = await ask(`/api/users/${path}?uid=${encodeURIComponent(uid)}`, { headers })
    const text = await response.text()
    if (response.status !== 200 || !text.startsWith('{')) wrong(path, `${response.status} ${text.slice(0, 120)}`)
  }

  const timer = setInterval(() => {
    const share = random.next()
    const work = (share < 0.4 ? readPage() : share < 0.65 ? loadFile() : call()).catch((error: unknown) => {
      failures.push(error instanceof Error ? `${error.message} ${String(error.cause ?? '')}` : String(error))
    })
    under.add(work)
    void work.finally(() => under.delete(work))
  }, 1000 / perSecond)

  return {
    failures,
    asked: () => asked,
    /** How many files were had that the process asked had not in its own build. */
    fromOthers: () => fromOthers,
    visitors,
    async stop() {
      clearInterval(timer)
      await Promise.all(under)
    },
  }
}
