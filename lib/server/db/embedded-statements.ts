import 'server-only'
import { protocol, type PGlite } from '@electric-sql/pglite'
import { LRUCache } from 'lru-cache'

type Answer = Awaited<ReturnType<PGlite['execProtocolStream']>>
type Send = (message: Uint8Array) => Promise<Answer>

/** A statement that has been answered before. */
type Known = {
  /** What the engine said that it takes. */
  described: Answer
  /** Under which the engine has it parsed and planned, once it was asked for a second time. */
  name: string | null
}

type Round = {
  text: string
  known: Known | undefined
  /** What goes to the engine at once. */
  held: Uint8Array[]
  described: Answer | null
  isAnswered: boolean
}

/** Statements that are remembered. What the engine keeps of one takes some ten kilobytes. */
const mostStatements = 200

const kinds = { parse: 0x50, bind: 0x42, describe: 0x44, execute: 0x45, sync: 0x53 }
const portal = 0x50

/** Bytes of a message before its own: its kind and its length. */
const headerBytes = 5

/** The same message with one more text after `before` of its own bytes, where it had an empty one. */
function named(message: Uint8Array, before: number, name: string): Uint8Array {
  const at = headerBytes + before
  const longer = Buffer.concat([message.subarray(0, at), Buffer.from(name), message.subarray(at)])
  longer.writeUInt32BE(longer.byteLength - 1, 1)
  return longer
}

/**
 * PGlite asks its engine six things for each statement, and each time waits for an answer: to parse it, what it
 * takes, to bind it, what it gives, to run it, and to end it. Here a statement that is asked again is prepared under
 * a name, and the rest goes to the engine as one message.
 */
export class EmbeddedStatements {
  readonly #known = new LRUCache<string, Known>({
    max: mostStatements,
    dispose: ({ name }) => name !== null && this.#gone.push(name),
  })
  readonly #gone: string[] = []
  #round: Round | null = null
  #count = 0

  /**
   * Takes each message of PGlite's in its order, and answers it as the engine would.
   * @param send asks the engine; throws what it says is wrong
   */
  async exchange(message: Uint8Array, send: Send): Promise<Answer> {
    const [kind] = message
    if (kind === kinds.parse) return this.#parse(message, send)
    const round = this.#round
    if (kind === kinds.sync) return this.#sync(round, message, send)
    if (!round?.known) return this.#first(round, message, send)
    if (kind === kinds.bind) round.held.push(named(message, 1, round.known.name ?? ''))
    else if (kind === kinds.describe && message[headerBytes] !== portal) return round.known.described
    else round.held.push(message)
    return kind === kinds.execute ? this.#run(round, round.known, send) : []
  }

  async #parse(message: Uint8Array, send: Send): Promise<Answer> {
    const text = Buffer.from(message).toString('latin1')
    const known = this.#known.get(text)
    this.#round = { text, known, held: [], described: null, isAnswered: false }
    if (!known) return send(message)
    if (known.name === null) {
      known.name = `s${++this.#count}`
      this.#round.held.push(named(message, 0, known.name))
    }
    return []
  }

  /** A statement that was never answered goes its way, and what it takes is remembered. */
  async #first(round: Round | null, message: Uint8Array, send: Send): Promise<Answer> {
    const answer = await send(message)
    if (round && message[0] === kinds.describe && message[headerBytes] !== portal) round.described = answer
    if (round && message[0] === kinds.execute) round.isAnswered = true
    return answer
  }

  async #run(round: Round, known: Known, send: Send): Promise<Answer> {
    const closed = this.#gone.splice(0).map((name) => protocol.serialize.close({ type: 'S', name }))
    round.isAnswered = true
    try {
      return await send(Buffer.concat([...closed, ...round.held, protocol.serialize.sync()]))
    } catch (error) {
      // Whether it is still prepared, nobody says: the next time it has another name.
      this.#known.delete(round.text)
      throw error
    }
  }

  async #sync(round: Round | null, message: Uint8Array, send: Send): Promise<Answer> {
    this.#round = null
    if (round?.known && round.isAnswered) return []
    // It was given up on the way, and what would have prepared it was never sent.
    if (round?.known) this.#known.delete(round.text)
    if (round?.isAnswered && round.described) this.#known.set(round.text, { described: round.described, name: null })
    return send(message)
  }
}
