import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const program = `
  import { limitRun, onExit } from '@/bench/processes'
  limitRun(60_000)
  onExit(() => console.log('the folder is removed'))
  onExit(async () => console.log('the site stops'))
  console.log('begun')
  setInterval(() => {}, 1000)
`

/** @returns the exit code and the printed lines */
async function run(source: string, onStart: (pid: number) => void = () => {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
    if (output === 'begun\n') onStart(child.pid ?? 0)
  })
  const [code] = await once(child, 'close')
  return [code, ...output.trim().split('\n')]
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('runs the clean-ups in reverse order on %s', async (signal) => {
  const ended = await run(program, (pid) => process.kill(pid, signal))
  expect(ended).toEqual([130, 'begun', 'the site stops', 'the folder is removed'])
})

test('runs the clean-ups on an uncaught error, too', async () => {
  const ended = await run(`${program}setTimeout(() => { throw new Error('lost') })`)
  expect(ended).toEqual([1, 'begun', 'the site stops', 'the folder is removed'])
})
