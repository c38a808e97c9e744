/** Bodies beyond the limits: refused as too large and not for anything else, in an answer that the sender can read. */
import { request, type OutgoingHttpHeaders } from 'node:http'
import { tokenHeader } from '@/lib/site'
import { signed } from './deliveries'
import { createPerson } from './person'
import { randomFrom } from '@/tests/setup/random'
import type { Vendor, World } from './world'

type Read = { status: number; text: string }

/**
 * Sends a body by Node's own client, which tells of a connection that was cut: with its length, or in
 * pieces without one.
 */
function send(url: string, headers: OutgoingHttpHeaders, body: Buffer, inPieces: boolean): Promise<Read> {
  return new Promise((resolve, reject) => {
    const length = inPieces ? { 'transfer-encoding': 'chunked' } : { 'content-length': body.length }
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
        const piece = body.subarray(from, (from += 64 * 1024))
        if (!sent.write(piece)) return void sent.once('drain', write)
      }
      sent.end()
    }
    write()
  })
}

const kb = 1024
const mb = 1024 * kb

/** A JSON body of exactly so many bytes, of a type that nobody acts on. */
function bodyOf(vendor: Vendor, bytes: number): string {
  const type = vendor === 'stripe' ? { object: 'event', type: 'price.updated' } : { event_type: 'plan_created' }
  const made = JSON.stringify({ id: 'large', ...type, filler: '' })
  return made.replace('"filler":""', `"filler":"${'x'.repeat(bytes - made.length)}"`)
}

async function webhookProblems(
  world: World,
  vendor: Vendor,
  bytes: number,
  wanted: number,
  signature?: string,
): Promise<string[]> {
  const body = bodyOf(vendor, bytes)
  const { path, headers } = signed(world, { vendor, body })
  if (signature !== undefined) headers['stripe-signature'] = signature
  const problems: string[] = []
  for (const inPieces of [false, true]) {
    const what = `${bytes} bytes of ${vendor}, ${inPieces ? 'in pieces' : 'with their length'}`
    try {
      const { status, text } = await send(world.sites[0].url + path, headers, Buffer.from(body), inPieces)
      if (status !== wanted || (wanted === 413 && !text.includes('"too-large"')))
        problems.push(`${what}: ${status} ${text}`)
    } catch (error) {
      problems.push(`${what}: the answer could not be read: ${String(error)}`)
    }
  }
  return problems
}

/** An API call of somebody who is signed in, and one that anybody may make. */
async function apiProblems(world: World): Promise<string[]> {
  const person = await createPerson(world, randomFrom(4), 'sizes')
  const now = Math.floor(world.now() / 1000)
  const token = await world.identity.token(person.uid, { iat: now - 10, auth_time: now - 10, exp: now + 3600 })
  const message = { name: 'Ada', email: `${person.uid}@people.example`, message: 'Hello' }
  const calls = [
    ['/api/users/insert-or-update', { uid: person.uid, name: 'Ada' }, { [tokenHeader]: token }],
    ['/api/contact', message, {}],
  ] as const
  const problems: string[] = []
  for (const [path, value, own] of calls) {
    const headers = { 'content-type': 'application/json', ...own }
    const made = JSON.stringify({ ...value, filler: '' })
    for (const [bytes, wanted] of [
      [64 * kb, 200],
      [64 * kb + 1, 413],
      [2 * mb, 413],
      [11 * mb, 413],
    ] as const) {
      const body = Buffer.from(made.replace('"filler":""', `"filler":"${'x'.repeat(bytes - made.length)}"`))
      for (const inPieces of [false, true]) {
        const what = `${bytes} bytes to ${path}, ${inPieces ? 'in pieces' : 'with their length'}`
        try {
          const { status, text } = await send(world.sites[1].url + path, headers, body, inPieces)
          if (status !== wanted || (wanted === 413 && !text.includes('"too-large"')))
            problems.push(`${what}: ${status} ${text}`)
        } catch (error) {
          problems.push(`${what}: the answer could not be read: ${String(error)}`)
        }
      }
    }
  }
  return problems
}

/** @returns what was not as it should be */
export async function checkSizes(world: World): Promise<string[]> {
  await Promise.all(world.sites.map((site) => site.up()))
  await world.setAhead(0)
  const problems: string[] = []
  for (const vendor of ['stripe', 'chargebee'] as const) {
    problems.push(...(await webhookProblems(world, vendor, mb, 200)))
    problems.push(...(await webhookProblems(world, vendor, mb + 1, 413)))
    problems.push(...(await webhookProblems(world, vendor, 11 * mb, 413)))
  }
  // Size is judged before the signature, which needs the whole body.
  problems.push(...(await webhookProblems(world, 'stripe', 11 * mb, 413, 't=1,v1=0')))
  return [...problems, ...(await apiProblems(world))]
}
