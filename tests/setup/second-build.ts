/**
 * A second build of the same sources, for tests of deploys. It is not minified, so that all its scripts have other names.
 * It is inside the checkout, whose packages it uses.
 */
import { spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sources, sourceDigest } from '@/local/build'
import { root } from '@/local/project'

export const secondBuild = join(root, '.cache/second-build')
const stamp = join(secondBuild, 'digest')

function run(args: string[]): Promise<void> {
  const child = spawn(process.execPath, args, {
    cwd: secondBuild,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production', NEXT_TELEMETRY_DISABLED: '1', BUILD_TYPES: 'off' },
  })
  let text = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return new Promise((resolve, reject) =>
    child.once('close', (code) => (code === 0 ? resolve() : reject(new Error(`${text}\nThe second build failed.`)))),
  )
}

/** Builds when the sources have changed. */
export async function ensureSecondBuild(): Promise<void> {
  const digest = sourceDigest(root, process.env)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  rmSync(secondBuild, { recursive: true, force: true })
  mkdirSync(secondBuild, { recursive: true })
  for (const path of sources) {
    if (existsSync(join(root, path))) cpSync(join(root, path), join(secondBuild, path), { recursive: true })
  }
  // Packages that sources refer to by path.
  for (const name of ['@fontsource', '@fontsource-variable']) {
    cpSync(join(root, 'node_modules', name), join(secondBuild, 'node_modules', name), { recursive: true })
  }
  // With its own lock file, Next would take it for a separate project.
  rmSync(join(secondBuild, 'package-lock.json'))
  const config = join(secondBuild, 'next.config.ts')
  const changed = readFileSync(config, 'utf8').replace('experimental: {', '$& turbopackMinify: false,')
  writeFileSync(config, changed)
  await run([join(root, 'node_modules/next/dist/bin/next'), 'build'])
  await run(['--import', 'tsx', 'server/build/build.ts'])
  writeFileSync(stamp, digest)
}
