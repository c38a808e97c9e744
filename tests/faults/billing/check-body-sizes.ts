import { request, type OutgoingHttpHeaders } from 'node:http'
import { tokenHeader } from '@/lib/site'
import { randomFrom } from '@/tests/setup/random'
import { createPerson } from '@/tests/faults/support/person'
import { signedWebhook, vendors, type Vendor, type World } from '@/tests/faults/support/world'

const kb = 1024
const mb = 1024 * kb

/** Sends a body with its length or in chunks, through Node's own client, which reports a closed connection. */
function send(url: string, headers: OutgoingHttpHeaders, body: Buffer, isChunked: boolean) {
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const length = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': body.length }
    const sent = request(url, { method: 'POST', headers: { ...headers, ...length }, agent: false }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }))
    })
    sent.once('error', reject)
    let from = 0
    const write = () => {
      while (from < body.length) {
        const piece = body.subarray(from, (from += 64 * kb))
        if (!sent.write(piece)) return void sent.once('drain', write)
      }
      sent.end()
    }
    write()
  })
}

/** The value as JSON of exactly `bytes` bytes. */
function padded(value: object, bytes: number): string {
  const json = JSON.stringify({ ...value, filler: '' })
  return json.replace('"filler":""', `"filler":"${'x'.repeat(bytes - json.length)}"`)
}

/** The status must be right with and without a length, and the response must be readable. */
async function sizeProblems(url: string, headers: OutgoingHttpHeaders, body: string, expected: number) {
  const problems: string[] = []
  for (const isChunked of [false, true]) {
    const what = `${body.length} bytes to ${new URL(url).pathname}, ${isChunked ? 'in chunks' : 'with their length'}`
    try {
      const { status, text } = await send(url, headers, Buffer.from(body), isChunked)
      if (status !== expected || (expected === 413 && !text.includes('"too-large"')))
        problems.push(`${what}: ${status} ${text}`)
    } catch (error) {
      problems.push(`${what}: the response could not be read: ${String(error)}`)
    }
  }
  return problems
}

function webhookProblems(world: World, vendor: Vendor, bytes: number, expected: number, signature?: string) {
  // Types that the site ignores.
  const type = {
    stripe: { object: 'event', type: 'price.updated' },
    chargebee: { event_type: 'plan_created' },
  }[vendor]
  const body = padded({ id: 'large', ...type }, bytes)
  const { path, headers } = signedWebhook(world.now(), { vendor, body })
  if (signature !== undefined) headers['stripe-signature'] = signature
  return sizeProblems(world.sites[0].url + path, headers, body, expected)
}

/** A call with a token, and one without. */
async function apiProblems(world: World): Promise<string[]> {
  const person = await createPerson(world, randomFrom(4), 'sizes')
  const message = { name: 'Ada', email: `${person.uid}@people.example`, message: 'Hello' }
  const calls = [
    ['/api/users/insert-or-update', { uid: person.uid, name: 'Ada' }, { [tokenHeader]: await world.token(person.uid) }],
    ['/api/contact', message, {}],
  ] as const
  const problems: string[] = []
  for (const [path, value, own] of calls) {
    const headers = { 'content-type': 'application/json', ...own }
    for (const [bytes, expected] of [
      [64 * kb, 200],
      [64 * kb + 1, 413],
      [2 * mb, 413],
      [11 * mb, 413],
    ] as const) {
      problems.push(...(await sizeProblems(world.sites[1].url + path, headers, padded(value, bytes), expected)))
    }
  }
  return problems
}

/** Bodies above the limits must get 413 with a readable response. */
export async function checkBodySizes(world: World): Promise<string[]> {
  await world.reset()
  const problems: string[] = []
  for (const vendor of vendors) {
    problems.push(...(await webhookProblems(world, vendor, mb, 200)))
    problems.push(...(await webhookProblems(world, vendor, mb + 1, 413)))
    problems.push(...(await webhookProblems(world, vendor, 11 * mb, 413)))
  }
  // The size is checked before the signature, which needs the whole body.
  problems.push(...(await webhookProblems(world, 'stripe', 11 * mb, 413, 't=1,v1=0')))
  return [...problems, ...(await apiProblems(world))]
}
