/** The illustrations: half ellipses are sounds, bars are pauses of equal area. */

type Voice = 'above' | 'below'
/** `paper` cuts a hole. */
export type Ink = Voice | 'above-rest' | 'below-rest' | 'pause' | 'paper'

/** The width of a half circle, or width and height of a half ellipse. */
export type Sound = number | readonly [width: number, height: number]
export type Turn = { voice: Voice; sounds: readonly Sound[] } | { pause: number }

export type Mark = {
  kind: 'swell' | 'rest'
  ink: Ink
  x: number
  y: number
  width: number
  height: number
  up: boolean
}

const widthOf = (sound: Sound) => (typeof sound === 'number' ? sound : sound[0])
const heightOf = (sound: Sound) => (typeof sound === 'number' ? sound / 2 : sound[1])

export function totalArea(sounds: readonly Sound[]): number {
  return sounds.reduce<number>((sum, sound) => sum + (Math.PI / 4) * widthOf(sound) * heightOf(sound), 0)
}

export function soundMarks(x: number, y: number, sounds: readonly Sound[], ink: Ink, up = true): Mark[] {
  return sounds.map((sound) => {
    const mark: Mark = { kind: 'swell', ink, x, y, width: widthOf(sound), height: heightOf(sound), up }
    x += mark.width
    return mark
  })
}

export function pauseMark(x: number, y: number, width: number, area: number, ink: Ink, up = true): Mark {
  return { kind: 'rest', ink, x, y, width, height: area / width, up }
}

const pauseHeight = 9

/** Reads turns such as `above 40 300x70, pause 60`: a voice with the sizes of its sounds, or a pause. */
const readTurns = (text: string): Turn[] =>
  text.split(', ').map((turn) => {
    const [name, ...sizes] = turn.split(' ')
    if (name === 'pause') return { pause: Number(sizes[0]) }
    const sounds = sizes.map((size): Sound => {
      const [width = 0, height = width / 2] = size.split('x').map(Number)
      return [width, height]
    })
    return { voice: name as Voice, sounds }
  })

/** @param turns in order, or their text (`above 40 300x70, pause 60`) */
export function layOutTurns(x: number, y: number, turns: readonly Turn[] | string): { marks: Mark[]; end: number } {
  const marks: Mark[] = []
  for (const turn of typeof turns === 'string' ? readTurns(turns) : turns) {
    if ('pause' in turn) {
      marks.push(pauseMark(x, y + pauseHeight / 2, turn.pause, turn.pause * pauseHeight, 'pause'))
      x += turn.pause
      continue
    }
    const above = turn.voice === 'above'
    const width = turn.sounds.reduce<number>((sum, sound) => sum + widthOf(sound), 0)
    marks.push(pauseMark(x, y, width, totalArea(turn.sounds), above ? 'below-rest' : 'above-rest', !above))
    marks.push(...soundMarks(x, y, turn.sounds, turn.voice, above))
    x += width
  }
  return { marks, end: x }
}

/** Reproducible numbers from 0 to 1: a hash, then xorshift. */
function seeded(text: string): () => number {
  let state = 2166136261
  for (const letter of text) state = Math.imul(state ^ letter.charCodeAt(0), 16777619)
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return ((state >>> 0) % 1000) / 1000
  }
}

type Phrase = { voice: Voice; block: number; sounds: readonly Sound[]; pause: number }

const phraseKinds = ['word', 'repetition', 'prolongation', 'phrase'] as const

/** Endless; the slug decides on sizes and pauses. */
function* phrasesOf(slug: string): Generator<Phrase, never> {
  const next = seeded(slug)
  const randomBetween = (min: number, max: number) => min + next() * (max - min)
  const pick = <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T
  const size = randomBetween(90, 204)
  const basePause = randomBetween(18, 60)
  const turnChance = randomBetween(0.6, 1)
  const noPauseChance = randomBetween(0, 0.7)
  const favouriteKind = pick(phraseKinds)
  let voice: Voice = pick(['above', 'below'])
  for (;;) {
    const kind = next() < 0.4 ? favouriteKind : pick(phraseKinds)
    const blocked = kind === 'word' && next() < 0.25
    const large = size * randomBetween(0.7, 1.15)
    const [small, middle] = [large * randomBetween(0.18, 0.28), large * randomBetween(0.35, 0.55)]
    const sounds: Record<typeof kind, () => readonly Sound[]> = {
      word: () => [blocked ? large * 0.75 : large],
      repetition: () => [...Array<number>(2 + Math.floor(next() * 2)).fill(small), large],
      prolongation: () => [[large * randomBetween(1.3, 1.9), large * randomBetween(0.24, 0.34)]],
      phrase: () =>
        pick([
          [large, middle],
          [middle, large],
          [middle, large, middle],
        ]),
    }
    const turn = { voice, block: blocked ? large * 0.4 : 0, sounds: sounds[kind]() }
    if (next() < turnChance) voice = voice === 'above' ? 'below' : 'above'
    const hasPause = voice === turn.voice || next() > noPauseChance
    yield { ...turn, pause: hasPause ? basePause * randomBetween(0.6, 1.4) : 0 }
  }
}

export const coverHeight = 240
const coverMargin = 24
const coverPause = 5
const coverEnd = 22
const maxTurns = 12

function layOutPhrases(phrases: readonly Phrase[], scale = 1, extraPause = 0): { marks: Mark[]; end: number } {
  const marks: Mark[] = []
  let x = 0
  const addPause = (pause: number) => {
    const width = pause * scale + extraPause
    marks.push(pauseMark(x, coverPause / 2, width, width * coverPause, 'pause'))
    x += width
  }
  addPause(coverEnd)
  for (const [index, { voice, block, sounds, pause }] of phrases.entries()) {
    const scaled = sounds.map((sound): Sound => [widthOf(sound) * scale, heightOf(sound) * scale])
    if (block > 0) marks.push(pauseMark(x, 0, block * scale, totalArea(scaled) / 2, 'pause', voice === 'above'))
    const turn = layOutTurns(x + block * scale, 0, [{ voice, sounds: scaled }])
    marks.push(...turn.marks)
    x = turn.end
    if (index === phrases.length - 1) addPause(coverEnd)
    else if (pause > 0) addPause(pause)
  }
  return { marks, end: x }
}

type Cover = { marks: Mark[]; line: number; end: number }

function fitPhrases(phrases: readonly Phrase[], width?: number): Cover & { scale: number; spare: number } {
  const natural = layOutPhrases(phrases)
  const above = Math.max(...natural.marks.map(({ up, y, height }) => (up ? height - y : -y)))
  const below = Math.max(...natural.marks.map(({ up, y, height }) => (up ? y : y + height)))
  const scale = Math.min((coverHeight - 2 * coverMargin) / (above + below), width ? width / natural.end : 1)
  const spare = width ? width - natural.end * scale : 0
  const pauses = 2 + phrases.slice(0, -1).filter(({ pause }) => pause > 0).length
  const line = Math.round((coverHeight + (above - below) * scale) / 2)
  const { marks, end } = layOutPhrases(phrases, scale, spare / pauses)
  return { marks: marks.map((mark) => ({ ...mark, y: mark.y + line })), line, end, scale, spare }
}

/** A box has whole turns; a band continues beyond its end. */
export function cover(slug: string, width: number, shape: 'box' | 'band'): Cover {
  const source = phrasesOf(slug)
  const phrases: Phrase[] = []
  if (shape === 'band') {
    let band: Cover
    do {
      phrases.push(source.next().value)
      band = fitPhrases(phrases)
    } while (band.end < width)
    return band
  }
  let best: (Cover & { distortion: number }) | undefined
  do {
    phrases.push(source.next().value)
    const { marks, line, end, scale, spare } = fitPhrases(phrases, width)
    const distortion = Math.abs(Math.log(scale)) + (2 * spare) / width
    if (!best || distortion < best.distortion) best = { marks, line, end, distortion }
  } while (phrases.length < maxTurns)
  return best
}

export const inkClass: Record<Ink, string> = {
  above: 'fill-primary',
  below: 'fill-accent',
  'above-rest': 'fill-primary-rest',
  'below-rest': 'fill-accent-rest',
  pause: 'fill-text',
  paper: 'fill-[var(--paper,var(--bg))]',
}
export const waterlineClass = 'stroke-text stroke-[1.5]'

/** Short, because every character is sent: radii of 1 grow to fit a half circle (SVG 2, 9.5.1). */
function pathOf(marks: readonly Mark[], parts: number): string {
  const round = (value: number) => Math.round(value * parts) / parts
  const fine = (value: number) => Math.round(value * 10) / 10
  let path = ''
  let pen = ''
  for (const { kind, x, y, width, height, up } of marks) {
    const left = round(x)
    const [wide, high] = [fine(round(x + width) - left), round(height)]
    const start = `M${left} ${fine(y)}`
    if (kind === 'rest') {
      path += `${start}v${up ? -high : high}h${wide}v${up ? high : -high}`
      pen = ''
      continue
    }
    const radii = Math.abs(width - 2 * height) < 0.01 ? '1 1' : `${fine(wide / 2)} ${high}`
    path += `${start === pen ? '' : start}a${radii} 0 0 ${up ? 1 : 0} ${wide} 0`
    pen = `M${fine(left + wide)} ${fine(y)}`
  }
  return path
}

/** One path per ink, for small HTML, unless holes require an order. */
export function layersOf(marks: readonly Mark[], parts = 10): { ink: Ink; d: string }[] {
  const ordered = marks.some(({ ink }) => ink === 'paper')
  const layers: { ink: Ink; marks: Mark[] }[] = []
  for (const mark of marks) {
    const open = ordered ? layers.at(-1) : layers.find(({ ink }) => ink === mark.ink)
    if (open?.ink === mark.ink) open.marks.push(mark)
    else layers.push({ ink: mark.ink, marks: [mark] })
  }
  return layers.map((layer) => ({ ink: layer.ink, d: pathOf(layer.marks, parts) }))
}

/** The centre of the first row of dots, with which the text beside it is aligned. */
const firstRowY = 5

/** One dot per person in a field 320 wide. Dots are smaller if the largest group beside it has more than 60. */
export function peopleDots(count: number, largest = count): { d: string; size: number; height: number } {
  const { across, pitch, size } =
    largest <= 60 ? { across: 20, pitch: 16, size: 10 } : { across: 30, pitch: 10.6, size: 7 }
  const place = (step: number, first: number) => Math.round((step * pitch + first) * 10) / 10
  const d = Array.from(
    { length: count },
    (_, index) => `M${place(index % across, size / 2)} ${place(Math.floor(index / across), firstRowY)}h0`,
  ).join('')
  return { d, size, height: Math.ceil((Math.ceil(count / across) - 1) * pitch + firstRowY + size / 2) }
}
