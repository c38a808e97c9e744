/** The recipes of docs/deploy.md, as far as they run locally. */
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { root } from '@/local/project'
import { temporaryFolder } from '@/tests/setup/temporary-folder'
import { readRecipe } from './image'

const read = (path: string) => readFileSync(join(root, path), 'utf8')
const page = read('docs/deploy.md')
const unit = read('deploy/systemd/unhurried.service')
const known = Object.keys(parseEnv(read('.env.example')))

let folder: string
beforeAll(() => {
  folder = temporaryFolder('recipes')
})

const run = (program: string, args: string[], input = '') => {
  const { status, stdout, stderr } = spawnSync(program, args, { input, encoding: 'utf8' })
  return { status, text: stdout + stderr }
}

test('the unit starts what `npm start` starts, with settings that exist', () => {
  expect(unit).toMatch(/^ExecStart=\S+\/node_modules\/\.bin\/node \.next\/site\.mjs /m)
  const [, names = ''] = /^Environment=(.*)$/m.exec(unit) ?? []
  for (const name of names.split(' ').map((each) => each.split('=')[0])) expect(['NODE_ENV', ...known]).toContain(name)
})

test.skipIf(process.env.TEST_NGINX === 'off')('nginx accepts the settings that the page makes of nginx.conf', () => {
  const [, command = ''] = /^sed (-e 's\/server site[\s\S]*?) deploy\/nginx\.conf > /m.exec(page) ?? []
  expect(command).not.toBe('')
  const { text } = run('sh', ['-c', `sed ${command}`], read('deploy/nginx.conf'))
  expect(text).toContain('server 127.0.0.1:3000 max_fails=0;')
  const places = text
    .replaceAll('/var/cache/nginx', folder)
    .replace('/var/log/nginx', folder)
    .replace('/var/run', folder)
    // Ports below 1024 are for root.
    .replace('listen 80;', `listen unix:${folder}/nginx.sock;`)
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, places)
  const { status, text: printed } = run('/usr/sbin/nginx', ['-t', '-e', 'stderr', '-c', file])
  expect(status, printed).toBe(0)
})

test('apphosting.yaml has our commands and known settings', () => {
  const { scripts, env } = parse(read('apphosting.yaml')) as { scripts: object; env: { variable: string }[] }
  // Other tests start the image with the same command.
  expect(scripts).toEqual({
    buildCommand: 'npm run build',
    runCommand: readRecipe(read('Dockerfile')).command.join(' '),
  })
  expect(known).toEqual(expect.arrayContaining(env.map(({ variable }) => variable)))
})
