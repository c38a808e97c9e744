/** Mozilla's HTTP Observatory against the site behind TLS on loopback. */
import { execFile, execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, request as openRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '@/local/project'

const source = join(root, 'e2e/observatory')
const folder = join(root, '.cache/observatory')

/** Installs the package once, without its install scripts, which download lists. */
function install(): void {
  const lock = readFileSync(join(source, 'package-lock.json'), 'utf8')
  const stamp = join(folder, 'installed')
  cpSync(source, folder, { recursive: true })
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const npm = process.env.npm_execpath
  execFileSync(npm ? process.execPath : 'npm', npm ? [npm, ...args] : args, { cwd: folder, stdio: 'pipe' })
  // The HSTS preload list; localhost is never on it.
  const lists = join(folder, 'node_modules/@mdn/mdn-http-observatory/conf')
  mkdirSync(lists, { recursive: true })
  writeFileSync(join(lists, 'hsts-preload.json'), '{}')
  writeFileSync(stamp, lock)
}

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return String((server.address() as AddressInfo).port)
}

type Grade = { grade: string; score: number; status: number; outcomes: Record<string, string> }

/** A TLS proxy with a redirect from HTTP, which can change answers. */
export async function observatory() {
  install()
  const { key, cert } = JSON.parse(
    execFileSync(process.execPath, ['certificate.mjs'], { cwd: folder, encoding: 'utf8' }),
  ) as { key: string; cert: string }
  const trusted = join(folder, 'certificate.pem')
  writeFileSync(trusted, cert)
  let site = ''
  let change: (response: ServerResponse) => void = () => {}

  const pass = (request: IncomingMessage, response: ServerResponse) => {
    const { method, headers } = request
    const { hostname, port } = new URL(site)
    const forwarded = openRequest({ hostname, port, method, path: request.url, headers }, (answer) => {
      response.statusCode = answer.statusCode ?? 502
      for (const [name, value] of Object.entries(answer.headers)) if (value) response.setHeader(name, value)
      change(response)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    request.pipe(forwarded)
  }
  const secure = createSecureServer({ key, cert }, pass)
  const https = await listen(secure)
  const plain = createServer((request, response) =>
    response.writeHead(301, { Location: `https://localhost:${https}${request.url}` }).end(),
  )
  const http = await listen(plain)
  return {
    origin: `https://localhost:${https}`,
    /** Sets the address of the site. */
    over: (address: string) => void (site = address),
    /** The grade of a page; `meanwhile` changes each answer. */
    grade(path: string, meanwhile: typeof change = () => {}): Promise<Grade> {
      change = meanwhile
      return graded(http, https, path, trusted)
    },
    stop: () => [secure, plain].forEach((server) => server.close()),
  }
}

async function graded(http: string, https: string, path: string, trusted: string): Promise<Grade> {
  const { stdout } = await promisify(execFile)(process.execPath, ['grade.mjs', http, https, path], {
    cwd: folder,
    // The default of ten seconds is too short for a busy machine.
    env: { ...process.env, NODE_EXTRA_CA_CERTS: trusted, ABORT_TIMEOUT: '60000', CLIENT_TIMEOUT: '55000' },
  })
  return JSON.parse(stdout) as Grade
}
