import { createServer, type Server } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { freePort } from '@/local/ports'
import { CannotListen, listen, readListenArguments } from '@/server/http'

describe('the command line', () => {
  test.each([
    [['--port=3100', '--hostname', '::1'], { port: 3100, hostname: '::1' }],
    [['-H', '127.0.0.1', '-p', '3100'], { port: 3100, hostname: '127.0.0.1' }],
  ])('reads %j as %j', (args, says) => {
    expect(readListenArguments(args)).toEqual(says)
  })

  test.each([
    [['-p', '65536'], '--port is "65536"'],
    [['--prot', '3100'], "Unknown option '--prot'"],
    [['3100'], "Unexpected argument '3100'"],
  ])('rejects %j with a message', (args, words) => {
    expect(() => readListenArguments(args)).toThrow(CannotListen)
    expect(() => readListenArguments(args)).toThrow(words)
  })
})

describe('listening', () => {
  const servers: Server[] = []
  const server = () => {
    const made = createServer()
    servers.push(made)
    return made
  }
  afterEach(() => {
    for (const each of servers.splice(0)) each.close()
  })

  test('fails at a taken port with advice', async () => {
    const port = await freePort()
    await listen(server(), port, '127.0.0.1')
    const second = listen(server(), port, '127.0.0.1')
    await expect(second).rejects.toThrow(CannotListen)
    await expect(second).rejects.toThrow(`Port ${port} is already taken`)
    await expect(second).rejects.toThrow('PORT')
  })
})
