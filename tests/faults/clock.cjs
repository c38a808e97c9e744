// Loaded before a site process: its clock is ahead of the machine's by as much as the test says, so that
// pages expire and trials end there when they do at the providers' stand-ins.
const Machine = Date
let ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0)
const now = () => Machine.now() + ahead
const Shifted = new Proxy(Machine, {
  construct: (target, values, asked) => Reflect.construct(target, values.length > 0 ? values : [now()], asked),
  apply: () => new Machine(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
Machine.prototype.constructor = Shifted
globalThis.Date = Shifted
// By this one Next tells how old a page is.
const machineNow = performance.now.bind(performance)
performance.now = () => machineNow() + ahead
process.on('message', (message) => {
  if (typeof message?.ahead !== 'number') return
  ahead = message.ahead
  process.send({ ahead })
})
