/**
 * An nginx of our own, with the settings that are shipped. Debian's package is used where it is installed, and
 * installed where it is missing and may be.
 */
import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '@/local/ports'
import { root } from '@/local/project'

export type Nginx = { url: string; printed(): string; stop(): Promise<void> }

const program = '/usr/sbin/nginx'

function ensureInstalled(): void {
  if (existsSync(program)) return
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    console.log('Installing nginx from Debian, once …')
    const quiet = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const
    execFileSync('apt-get', ['update'], quiet)
    // The package would start a server of its own on port 80, which nobody here has asked for.
    execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'nginx'], {
      ...quiet,
      env: { ...quiet.env, RUNLEVEL: '1' },
    })
    if (existsSync(program)) return
  }
  throw new Error('nginx is not installed. Install it (Debian: apt-get install nginx), or set TEST_NGINX=off.')
}

/** Each place of the shipped settings that is this machine's own, and what stands there instead. */
function fitted(shipped: string, folder: string, port: number, sites: readonly number[]): string {
  const places: [RegExp, string][] = [
    [/listen 80;/, `listen 127.0.0.1:${port};`],
    [/server site:3000 resolve ([^;]*);/, sites.map((site) => `server 127.0.0.1:${site} $1;`).join('\n    ')],
    [/pid [^;]*;/, `pid ${folder}/nginx.pid;`],
    [/access_log \/dev\/stdout plain;/, `access_log ${folder}/access.log plain;`],
    [/\/var\/cache\/nginx\/pages/, `${folder}/pages`],
    [/\/var\/cache\/nginx\/files/, `${folder}/files`],
    [/worker_processes auto;/, 'worker_processes 2;\ndaemon off;'],
    [/http \{/, `http {\n${temporary.map((name) => `  ${name}_temp_path ${folder}/${name};`).join('\n')}`],
  ]
  return places.reduce((text, [place, words]) => {
    if (!place.test(text)) throw new Error(`deploy/nginx.conf has nothing like ${place}.`)
    return text.replace(place, words)
  }, shipped)
}

const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

/**
 * Starts it before these ports of loopback, and resolves once it listens.
 * @param change of the settings, for a comparison; none is what is shipped
 */
export async function startNginx(sites: readonly number[], change = (text: string) => text): Promise<Nginx> {
  ensureInstalled()
  const folder = mkdtempSync(join(tmpdir(), 'unhurried-nginx-'))
  // Its workers are not root.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const file = join(folder, 'nginx.conf')
  writeFileSync(file, fitted(change(readFileSync(join(root, 'deploy/nginx.conf'), 'utf8')), folder, port, sites))
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
