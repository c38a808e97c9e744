import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { beforeAll } from 'vitest'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

export const builtFolder = temporaryFolder('build')
const chunks = join(builtFolder, '.next/static/chunks')
export const script = 'self.calm = 1;'.repeat(100)
export const leaf = `<svg>${'<path/>'.repeat(400)}</svg>`
beforeAll(() => {
  mkdirSync(chunks, { recursive: true })
  writeFileSync(join(chunks, 'a.js'), script)
  writeFileSync(join(chunks, 'a.js.br'), brotliCompressSync(script))
  writeFileSync(join(chunks, 'a.js.gz'), gzipSync(script))
  writeFileSync(join(chunks, 'b.woff2'), 'font')
  mkdirSync(join(builtFolder, 'public/icons'), { recursive: true })
  writeFileSync(join(builtFolder, 'public/icons/apple.svg'), '<svg/>')
  writeFileSync(join(builtFolder, 'public/leaf.svg'), leaf)
  mkdirSync(join(builtFolder, 'public/.well-known'))
  writeFileSync(join(builtFolder, 'public/.well-known/assetlinks.json'), '[]')
  writeFileSync(join(builtFolder, 'public/.well-known/apple-app-site-association'), '{}')
})
