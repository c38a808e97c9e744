import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { chromium } from 'playwright'
import { beforeEach, describe, expect, it } from 'vitest'
import { playwrightShell } from './browser'
import { temporaryFolder } from './temporary-folder'

let folder = ''
beforeEach(() => {
  folder = temporaryFolder('browsers')
})

const createFile = (...names: string[]) => {
  const path = join(folder, ...names)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, '')
  return path
}

describe('playwrightShell', () => {
  it.each([
    ['chrome-headless-shell-linux64', 'chrome-headless-shell'],
    ['chrome-linux', 'headless_shell'],
    ['chrome-headless-shell-win64', 'chrome-headless-shell.exe'],
  ])('finds the shell next to the full build: %s/%s', (inside, name) => {
    createFile('chromium_headless_shell-1255', inside, 'LICENSE')
    const shell = createFile('chromium_headless_shell-1255', inside, name)
    createFile('chromium_headless_shell-1200', inside, name)
    expect(playwrightShell(join(folder, 'chromium-1255', 'chrome-linux64', 'chrome'))).toBe(shell)
  })

  it('finds nothing when there is only the full build', () => {
    const full = createFile('chromium-1255', 'chrome-linux64', 'chrome')
    expect(playwrightShell(full)).toBeUndefined()
  })

  it('expects the folder names of this Playwright release', () => {
    expect(chromium.executablePath()).toMatch(/\bchromium-\d+[/\\]/)
  })
})
