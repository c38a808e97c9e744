// Preloaded into a site process: shifts its clock, so that pages expire and trials end when they do at the stand-ins.
const Machine = Date
let ahead = Number(process.env.CLOCK_AHEAD_MS ?? 0)
const now = () => Machine.now() + ahead
const Shifted = new Proxy(Machine, {
  construct: (target, values, newTarget) => Reflect.construct(target, values.length > 0 ? values : [now()], newTarget),
  apply: () => new Machine(now()).toString(),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})
Machine.prototype.constructor = Shifted
globalThis.Date = Shifted
// Next computes a page's age from it.
const machineNow = performance.now.bind(performance)
performance.now = () => machineNow() + ahead
process.on('message', (message) => {
  if (typeof message?.ahead !== 'number') return
  ahead = message.ahead
  process.send({ ahead })
})
