import { readFile } from 'node:fs/promises'

const marks = [
  ['utf-32', [0xff, 0xfe, 0, 0]],
  ['utf-32', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

const cure = 'save the file as UTF-8'

/** The first line that is not UTF-8. */
function invalidLine(bytes: Buffer): number {
  const text = bytes.toString('utf8')
  const read = Buffer.from(text.slice(0, text.indexOf('\uFFFD')))
  return read.toString('utf8').split(/\r\n?|\n/).length
}

function decode(bytes: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}

/**
 * Decodes UTF-8, or UTF-16 with a byte order mark, and normalises line ends to `\n`.
 * @throws {Error} naming the file, the problem and a fix
 */
export function decodeText(file: string, bytes: Buffer): string {
  const [encoding] = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte)) ?? ['utf-8']
  if (encoding === 'utf-32') throw new Error(`${file}: it is UTF-32; ${cure}.`)
  // Single zero bytes are harmless; Markdown shows “�”.
  if (encoding === 'utf-8' && bytes.filter((byte) => byte === 0).length > bytes.length / 10) {
    throw new Error(`${file}: it has zero bytes, as UTF-16 without a byte order mark does; ${cure}.`)
  }
  const text = decode(bytes, encoding)
  if (text === null && encoding === 'utf-8') {
    const guess = 'it may be Latin-1 or Windows-1252'
    throw new Error(`${file}: line ${invalidLine(bytes)} is not UTF-8 (${guess}); ${cure}, or letters are lost.`)
  }
  if (text === null) throw new Error(`${file}: it begins as UTF-16 and does not go on as such; ${cure}.`)
  const lines = text.replace(/\r\n?/g, '\n')
  const lost = lines.indexOf('\uFFFD')
  if (lost >= 0) {
    const line = lines.slice(0, lost).split('\n').length
    throw new Error(`${file}: line ${line} has “�” where a letter was lost in an earlier conversion; write it again.`)
  }
  return lines
}

export const readText = async (file: string, shown = file): Promise<string> => decodeText(shown, await readFile(file))
