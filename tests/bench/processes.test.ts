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
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said === 'begun\n') onStart(child.pid ?? 0)
  })
  const [code] = await once(child, 'close')
  return [code, ...said.trim().split('\n')]
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s runs the clean-ups, the last first', async (signal) => {
  const ended = await run(program, (pid) => process.kill(pid, signal))
  expect(ended).toEqual([130, 'begun', 'the site stops', 'the folder is removed'])
})

test('an uncaught error runs them too', async () => {
  const ended = await run(`${program}setTimeout(() => { throw new Error('lost') })`)
  expect(ended).toEqual([1, 'begun', 'the site stops', 'the folder is removed'])
})
