import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

const begins = `
  import { endInTime, endWith } from '@/bench/endings'
  endInTime(60_000)
  endWith(() => console.log('the folder goes'))
  endWith(async () => console.log('the site stops'))
  console.log('begun')
  setInterval(() => {}, 1000)
`

/** Runs a program that has begun two things, and says how it ended and what it printed. */
async function run(program: string, whenBegun: (pid: number) => void = () => {}) {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString()
    if (said === 'begun\n') whenBegun(child.pid ?? 0)
  })
  const [code] = await once(child, 'close')
  return [code, ...said.trim().split('\n')]
}

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('%s ends what was begun, the last first', async (signal) => {
  const ended = await run(begins, (pid) => process.kill(pid, signal))
  expect(ended).toEqual([130, 'begun', 'the site stops', 'the folder goes'])
})

test('so does an error that nobody caught', async () => {
  const ended = await run(`${begins}setTimeout(() => { throw new Error('lost') })`)
  expect(ended).toEqual([1, 'begun', 'the site stops', 'the folder goes'])
})
