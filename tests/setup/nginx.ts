/** Starts nginx with deploy/nginx.conf, from Debian's package, which is installed if necessary. */
import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@/local/ports'
import { root } from '@/local/project'
import { ensureProgram } from './debian'

export type Nginx = { url: string; printed(): string; stop(): Promise<void> }

const program = '/usr/sbin/nginx'

export const ensureNginx = (): void => ensureProgram('nginx', 'nginx', () => existsSync(program), 'TEST_NGINX')

/** Adapts deploy/nginx.conf to this machine's ports and folders. */
function fitted(shipped: string, folder: string, port: number, sites: readonly number[]): string {
  const places: [RegExp, string][] = [
    [/listen 80;/, `listen 127.0.0.1:${port};`],
    [/server site:3000 resolve ([^;]*);/, sites.map((site) => `server 127.0.0.1:${site} $1;`).join('\n    ')],
    [/pid [^;]*;/, `pid ${folder}/nginx.pid;`],
    [/access_log \/dev\/stdout plain /, `access_log ${folder}/access.log plain `],
    [/\/var\/cache\/nginx\/pages/, `${folder}/pages`],
    [/\/var\/cache\/nginx\/files/, `${folder}/files`],
    [/worker_processes auto;/, 'worker_processes 2;\ndaemon off;'],
    [/http \{/, `http {\n${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}`],
  ]
  return places.reduce((text, [place, words]) => {
    if (!place.test(text)) throw new Error(`deploy/nginx.conf does not contain ${place}.`)
    return text.replace(place, words)
  }, shipped)
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/** Starts nginx in front of sites on these ports. */
export async function startNginx(sites: readonly number[]): Promise<Nginx> {
  ensureNginx()
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-nginx-'))
  // For its workers, which are not root.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, fitted(readFileSync(join(root, 'deploy/nginx.conf'), 'utf8'), folder, port, sites))
  const child = spawn(program, ['-e', 'stderr', '-c', file], { stdio: ['ignore', 'ignore', 'pipe'] })
  let printed = ''
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString()
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  for (let tries = 0; !(await isListening(port)); tries++) {
    if (tries > 200 || child.exitCode !== null) throw new Error(`nginx did not start:\n${printed}`)
    await sleep(50)
  }
  return {
    url: `http://127.0.0.1:${port}`,
    printed: () => printed,
    async stop() {
      child.kill('SIGQUIT')
      const late = setTimeout(() => child.kill('SIGTERM'), 5000)
      await ended
      clearTimeout(late)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
