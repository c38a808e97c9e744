import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tokens } from '@/lib/tokens'

test('sets every custom property that styles use', () => {
  const files = ['app', 'components', 'lib'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(css|tsx?)$/.test(file))
      .map((file) => join(folder, file)),
  )
  const source = [...files, 'tailwind.config.ts'].map((file) => readFileSync(file, 'utf8')).join('\n')
  const colours = new Set(Object.keys(tokens.light).map((name) => `--${name}`))
  const isSet = (name: string) =>
    colours.has(name) || new RegExp(`${name}['"\`]?\\]?:|variable: '${name}'`).test(source)
  const used = [...source.matchAll(/var\((--[a-z][\w-]*)\)/g)].map(([, name = '']) => name)
  expect([...new Set(used)].filter((name) => !isSet(name))).toEqual([])
})
