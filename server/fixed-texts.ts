/** The texts of fixed pages: policies, questions, the timetable. */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * What `content/` says, in short. Posts are left out: no fixed page shows them, and who reads them asks whether they
 * have changed.
 * @param dir where the build and the texts lie
 * @returns the same for processes whose texts make the same pages
 */
export function fixedTexts(dir: string): string {
  const folder = join(dir, 'content')
  const hash = createHash('sha256')
  if (!existsSync(folder)) return 'none'
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name, parentPath }) => join(parentPath, name))
    .filter((file) => !file.startsWith(join(folder, 'posts/')))
  for (const file of entries.toSorted()) {
    const text = readFileSync(file)
    hash.update(`${file.slice(folder.length)}\n${text.byteLength}\n`).update(text)
  }
  return hash.digest('base64url').slice(0, 12)
}
