import { expect, test } from 'vitest'
import { appAround, browserIntent } from '@/components/auth/page/browser-notices'

const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)'
const android =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9 Build/AP4A; wv) AppleWebKit/537.36 Version/4.0 Chrome/137.0.0.0'

test.each([
  [`${phone} Mobile/15E148 Instagram 386.0.0.41.84 (iPhone16,1)`, 'Instagram'],
  [`${phone} Mobile/15E148 [FBAN/FBIOS;FBAV/517.0.0.40.108;FBDV/iPhone16,1]`, 'Facebook'],
  [`${android} Mobile Safari/537.36 [FB_IAB/FB4A;FBAV/517.0.0.55.93;]`, 'Facebook'],
  [`${phone} Mobile/15E148 musical_ly_40.3.0 BytedanceWebview/d8a21c6`, 'TikTok'],
  [`${android} Mobile Safari/537.36`, 'this app'],
  [`${phone} Version/18.5 Mobile/15E148 Safari/604.1`, null],
  ['Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/137.0.0.0 Mobile Safari/537.36', null],
])('recognises %s as %s', (agent, app) => {
  expect(appAround(agent)).toBe(app)
})

test('opens the page in the browser on Android', () => {
  expect(browserIntent('https://unhurried.example/auth?visit=new', android)).toBe(
    'intent://unhurried.example/auth?visit=new#Intent;scheme=https;action=android.intent.action.VIEW;category=android.intent.category.BROWSABLE;end',
  )
  expect(browserIntent('https://unhurried.example/auth', phone)).toBeNull()
})
