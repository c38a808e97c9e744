import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformSync } from 'esbuild'
import { describe, expect, test } from 'vitest'
import { mapStack } from '@/lib/server/observability/log'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

const folder = temporaryFolder('maps')

const source = ['// a comment', '', 'export function pay() {', "  throw new Error('no')", '}'].join('\n')
const { code, map } = transformSync(source, {
  minify: true,
  sourcemap: 'external',
  sourcefile: '../../../lib/pay.ts',
})
const built = join(folder, 'built.js')
writeFileSync(built, code)
writeFileSync(`${built}.map`, map)
const column = code.indexOf('new Error') + 1

describe('a stack of built files', () => {
  test.each([
    ['a frame with a name', `at pay (${built}:1:${column})`, 'at pay (lib/pay.ts:4:9)'],
    ['a frame without a name', `at ${built}:1:${column}`, 'at lib/pay.ts:4:9'],
    ['a module by its URL', `at pay (file://${built}:1:${column})`, 'at pay (lib/pay.ts:4:9)'],
    ['a file without a map', 'at f (/none/here.js:1:2)', 'at f (/none/here.js:1:2)'],
    ['a frame of Node.js', 'at f (node:internal/x:1:2)', 'at f (node:internal/x:1:2)'],
    ['a message with no frames', 'Error: no', 'Error: no'],
  ])('shows the source of %s', (_, frame, expected) => {
    expect(mapStack({ name: 'Error', message: '', stack: frame })).toBe(expected)
  })

  test('reads no file named by a visitor', () => {
    const stack = `at pay (${built}:1:${column})`
    expect(mapStack({ name: 'BrowserError', message: '', stack })).toBe(stack)
  })
})
