/** Finds or installs Firefox and WebKitGTK, in which `tests/engines` walks through the site. */
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { ensureProgram } from './debian'

const firefoxPaths = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox']

export const firefoxPath = (): string | undefined => firefoxPaths.find((path) => existsSync(path))

const screen = '/usr/bin/Xvfb'

/** WebKitGTK's MiniBrowser is in a folder named by processor and version. */
export function webkitPath(): string | undefined {
  if (!['/usr/bin/WebKitWebDriver', screen].every((path) => existsSync(path))) return undefined
  const within = (folder: string) => readdirSync(folder).map((name) => join(folder, name))
  return within('/usr/lib')
    .filter((folder) => /-linux-gnu\w*$/.test(folder))
    .flatMap((folder) => within(folder).filter((path) => /\/webkit2gtk-4[^/]*$/.test(path)))
    .map((folder) => join(folder, 'MiniBrowser'))
    .find((path) => existsSync(path))
}

/** Prints the text of a PDF. */
export const pdfToText = '/usr/bin/pdftotext'

/** @throws Error that names what is missing */
export function ensureEngines(): void {
  const programs: [title: string, name: string, isThere: () => boolean][] = [
    ['Firefox', 'firefox-esr', () => firefoxPath() !== undefined],
    ['Xvfb', 'xvfb', () => existsSync(screen)],
    ['WebKitGTK', 'webkit2gtk-driver', () => webkitPath() !== undefined],
    ['pdftotext', 'poppler-utils', () => existsSync(pdfToText)],
  ]
  const problems = programs.flatMap(([title, name, isThere]) => {
    try {
      ensureProgram(title, name, isThere, 'TEST_ENGINES')
      return []
    } catch (error) {
      return error instanceof Error ? error.message : String(error)
    }
  })
  if (problems.length > 0) throw new Error(problems.join('\n'))
}
