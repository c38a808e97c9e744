/** A strict parser of Prometheus' text format, version 0.0.4. */

type Sample = { name: string; labels: Record<string, string>; value: number }
type Family = { name: string; type: string; help: string; samples: Sample[] }

const name = /^[a-zA-Z_:][a-zA-Z0-9_:]*/
const labelName = /^[a-zA-Z_][a-zA-Z0-9_]*/
const number = /^(?:[+-]?(?:\d+(?:\.\d+)?(?:e[+-]?\d+)?|Inf)|NaN|Nan)$/i

/** Splits off what matches at the start, or throws. */
function take(text: string, pattern: RegExp | string, line: string): [string, string] {
  const found = typeof pattern === 'string' ? (text.startsWith(pattern) ? pattern : null) : pattern.exec(text)?.[0]
  if (found === null || found === undefined) throw new Error(`expected ${pattern} at "${text}" in: ${line}`)
  return [found, text.slice(found.length)]
}

function readLabels(text: string, line: string): [Record<string, string>, string] {
  const labels: Record<string, string> = {}
  let [, rest] = take(text, '{', line)
  while (!rest.startsWith('}')) {
    let label = ''
    let value = ''
    ;[label, rest] = take(rest, labelName, line)
    if (label in labels || label.startsWith('__')) throw new Error(`a wrong label ${label} in: ${line}`)
    ;[, rest] = take(rest, '="', line)
    ;[value, rest] = take(rest, /^(?:[^"\\\n]|\\[\\"n])*/, line)
    ;[, rest] = take(rest, '"', line)
    labels[label] = value.replace(/\\(.)/g, (_, sign: string) => (sign === 'n' ? '\n' : sign))
    if (!rest.startsWith('}')) [, rest] = take(rest, ',', line)
  }
  return [labels, take(rest, '}', line)[1]]
}

function readSample(line: string): Sample {
  const [found, behind] = take(line, name, line)
  const [labels, rest] = behind.startsWith('{') ? readLabels(behind, line) : [{}, behind]
  const [, written] = take(rest, ' ', line)
  if (!number.test(written)) throw new Error(`no number in: ${line}`)
  return { name: found, labels, value: Number(written.replace(/inf/i, 'Infinity')) }
}

const suffixes: Record<string, string[]> = {
  counter: [''],
  gauge: [''],
  histogram: ['_bucket', '_sum', '_count'],
  summary: ['', '_sum', '_count'],
}

/** Parses all families. @throws Error for anything that the format does not allow */
export function parseMetrics(text: string): Map<string, Family> {
  if (!text.endsWith('\n')) throw new Error('the last line has no line break')
  const families = new Map<string, Family>()
  const seen = new Set<string>()
  let family: Family | undefined
  for (const line of text.split('\n')) {
    if (line === '') continue
    const help = /^# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.+)$/.exec(line)
    const type = /^# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram|summary)$/.exec(line)
    if (help) {
      family = { name: help[1] as string, help: help[2] as string, type: '', samples: [] }
      if (families.has(family.name)) throw new Error(`twice: ${line}`)
      families.set(family.name, family)
    } else if (type) {
      if (!family || family.name !== type[1] || family.type) throw new Error(`a type out of place: ${line}`)
      family.type = type[2] as string
    } else {
      const sample = readSample(line)
      const base = family?.name
      if (!family || !suffixes[family.type]?.some((suffix) => base + suffix === sample.name)) {
        throw new Error(`a sample out of place: ${line}`)
      }
      const key = JSON.stringify([sample.name, Object.entries(sample.labels).toSorted()])
      if (seen.has(key)) throw new Error(`twice: ${line}`)
      seen.add(key)
      family.samples.push(sample)
    }
  }
  return families
}

/** All samples by `name{label="value"}`, with sorted labels. */
export function flat(text: string): Map<string, number> {
  const samples = [...parseMetrics(text).values()].flatMap((family) => family.samples)
  return new Map(
    samples.map((sample) => {
      const labels = Object.entries(sample.labels).toSorted(([a], [b]) => (a < b ? -1 : 1))
      return [`${sample.name}{${labels.map(([label, value]) => `${label}="${value}"`).join(',')}}`, sample.value]
    }),
  )
}
