import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { freePort } from '@/local/ports'
import { waitForResponse } from '@/local/processes'
import { temporaryFolder } from '@/tests/setup/temporary-folder'

test('SIGTERM to `npm start` ends the server in order', { timeout: 60_000 }, async () => {
  const port = await freePort()
  const folder = temporaryFolder('npm')
  const env = {
    ...process.env,
    DEPLOYMENT: 'local',
    PORT: `${port}`,
    DATA_DIR: folder,
    NODE_ENV: 'production',
  } as const
  const npm = spawn('npm', ['start'], { env, stdio: 'ignore' })
  const ended = new Promise((resolve) => npm.once('exit', resolve))
  const address = `http://127.0.0.1:${port}/robots.txt`
  try {
    expect(await waitForResponse(address, () => npm.exitCode !== null)).toBe(true)
    npm.kill('SIGTERM')
    await ended
    await expect
      .poll(
        () =>
          fetch(address).then(
            () => 'answers',
            () => 'gone',
          ),
        { timeout: 10_000 },
      )
      .toBe('gone')
  } finally {
    npm.kill('SIGKILL')
  }
})
