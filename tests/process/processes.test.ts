import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { commandOf, memoryOf, processorTime, treeOf } from '@/tests/setup/processes'

/** A shell with a busy child, both ended with the test. */
async function busy(run: (shell: number) => Promise<void>): Promise<void> {
  const shell = spawn('sh', ['-c', 'while :; do :; done & echo begun; wait'], {
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const pid = shell.pid ?? 0
  try {
    await once(shell.stdout, 'data')
    await run(pid)
  } finally {
    process.kill(-pid, 'SIGKILL')
  }
}

test('collects a process and its descendants', async () => {
  await busy(async (shell) => {
    const [first, child, ...others] = treeOf(shell)
    expect(first).toBe(shell)
    expect(others).toEqual([])
    expect(commandOf(child ?? 0)).toContain('while')
    expect(treeOf(process.pid)).toEqual(expect.arrayContaining([process.pid, shell, child]))
  })
})

test('sums their CPU time', async () => {
  await busy(async (shell) => {
    const tree = treeOf(shell)
    await expect.poll(() => processorTime(tree), { timeout: 10_000 }).toBeGreaterThanOrEqual(50)
    expect(processorTime([shell])).toBeLessThan(50)
  })
})

test('counts nothing for an ended process', () => {
  const never = 2 ** 22 + 1
  expect([processorTime([never]), memoryOf(never), commandOf(never)]).toEqual([0, 0, ''])
  expect(memoryOf(process.pid)).toBeGreaterThan(10)
})
