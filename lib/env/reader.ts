export type Source = Record<string, string | undefined>

/** Thrown by `readEnv`: one sentence for each setting that is wrong. */
export class EnvError extends Error {
  readonly problems: string[]
  constructor(problems: string[]) {
    super(problems.join('\n'))
    this.name = 'EnvError'
    this.problems = problems
  }
}

/** Least characters of a secret, and least different ones among them. */
const strength = { length: 20, letters: 8 }

/** Collects problems instead of throwing at the first, so that a person mends all of them at once. */
export class Reader {
  readonly problems: string[] = []
  constructor(private readonly source: Source) {}

  /** A value without white space around it; an empty one counts as not set. */
  get(name: string): string | undefined {
    return this.source[name]?.trim() || undefined
  }

  say(problem: string) {
    this.problems.push(problem)
  }

  choice<T extends string>(name: string, options: readonly T[], fallback: T): T {
    const value = this.get(name) ?? fallback
    if ((options as readonly string[]).includes(value)) return value as T
    this.say(`${name} is "${value}"; it must be ${options.join(', ').replace(/, ([^,]*)$/, ' or $1')}.`)
    return fallback
  }

  port(name: string, fallback: number): number {
    const value = this.get(name)
    if (value === undefined) return fallback
    if (/^\d{1,5}$/.test(value) && Number(value) > 0 && Number(value) < 65536) return Number(value)
    this.say(`${name} is "${value}"; it must be a port from 1 to 65535.`)
    return fallback
  }

  /** A whole number from 0 to `most`. */
  count(name: string, fallback: number, most: number): number {
    const value = this.get(name)
    if (value === undefined) return fallback
    if (/^\d{1,9}$/.test(value) && Number(value) <= most) return Number(value)
    this.say(`${name} is "${value}"; it must be a whole number from 0 to ${most}.`)
    return fallback
  }

  /** An http or https address; what it may carry behind the host depends on the setting. */
  url(name: string, protocols: string[], value = this.get(name)): string | null {
    if (value === undefined) return null
    const url = URL.parse(value)
    if (url && protocols.includes(url.protocol)) return value.replace(/\/+$/, '')
    this.say(`${name} must be an address that begins with ${protocols.map((p) => `${p}//`).join(' or ')}.`)
    return null
  }

  /** A value of a form that is told by an example; one of another form is said, and handed on as it is. */
  shaped(name: string, form: RegExp, expected: string): string | undefined {
    const value = this.get(name)
    if (value !== undefined && !form.test(value)) this.say(`${name} is "${value}"; it must be ${expected}.`)
    return value
  }

  /**
   * A key, which begins otherwise than the keys that it may be taken for. What was given in its place may be a secret,
   * and is not repeated.
   */
  key(name: string, others: RegExp, expected: string): string | undefined {
    const value = this.get(name)
    if (value !== undefined && others.test(value)) this.say(`${name} is another key; it must be ${expected}.`)
    return value
  }

  /** Requires a strong secret where callers must present it. The problem does not repeat the value. */
  strong(name: string): void {
    const value = this.get(name)
    if (value === undefined || (value.length >= strength.length && new Set(value).size >= strength.letters)) return
    this.say(
      `${name} is too easy to guess: it must have at least ${strength.length} characters, ${strength.letters} of them different. Make one with: openssl rand -hex 24`,
    )
  }

  list(name: string): string[] {
    return (this.get(name) ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean)
  }

  /** A list that must name something, each once: commas alone are a slip, and would switch off what they stand for. */
  names(name: string): string[] {
    const names = this.list(name)
    if (this.get(name) !== undefined && names.length === 0) this.say(`${name} names nothing between its commas.`)
    return [...new Set(names)]
  }

  /**
   * A block of variables that belong together: all required ones set, or none of the block at all.
   * Returns null when it is off or wrong.
   */
  block<R extends string>(what: string, required: readonly R[], optional: readonly string[] = []) {
    const set = [...required, ...optional].filter((name) => this.get(name) !== undefined)
    if (set.length === 0) return null
    const absent = required.filter((name) => this.get(name) === undefined)
    for (const name of absent) {
      this.say(`${name} is not set, but ${set[0]} is: ${what} needs ${required.join(', ')} together, or none of them.`)
    }
    if (absent.length > 0) return null
    return Object.fromEntries(required.map((name) => [name, this.get(name)])) as Record<R, string>
  }
}
