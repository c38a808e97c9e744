import { describe, expect, test } from 'vitest'
import { assertReturnAddress } from '@/lib/server/billing/checkout'

const origin = 'https://unhurried.example'

const judged = (address: string, own = origin) => {
  try {
    assertReturnAddress(address, own, 'stripe')
    return 'taken'
  } catch (error) {
    return (error as { code: string }).code
  }
}

describe('a return address', () => {
  test.each([
    origin,
    `${origin}?a=1`,
    `${origin}/pricing/thankyou/`,
    `${origin}/pricing/thankyou/?session={CHECKOUT_SESSION_ID}`,
    `${origin}/pricing/thankyou/?session=%7BCHECKOUT_SESSION_ID%7D`,
    `${origin}/a%20b/%C3%BC?name=%E2%98%83&tab=%09#%5C`,
    `${origin}/größe/日本語/?città=Zürich&नाम=é#ø`,
    `${origin}/?name=e\u0301&price=5€&face=🙂`,
    `${origin}/?mail=ada@people.example&to=//evil.example&url=https://evil.example/`,
    `${origin}//evil.example/`,
    `${origin}/a;b,c:d!e$f'(g)*+=[h]~`,
  ])('accepts %s', (address) => {
    expect(judged(address)).toBe('taken')
  })

  test.each([
    ['nothing', ''],
    ['another origin', 'https://evil.example/'],
    ['the site’s origin as a prefix', `${origin}.evil.example/`],
    ['the site’s host as a user name', `${origin}@evil.example/`],
    ['credentials', 'https://user:pass@unhurried.example/'],
    ['a port', `${origin}:444/`],
    ['another scheme', 'http://unhurried.example/'],
    ['capitals', 'HTTPS://UNHURRIED.EXAMPLE/'],
    ['a full stop behind the host', `${origin}./`],
    ['a relative address', '/pricing/thankyou/'],
    ['a backslash for the slash', `${origin}\\@evil.example/`],
    ['a full-width @ behind the host', `${origin}＠evil.example/`],
    ['a backslash', `${origin}/\\evil.example`],
    ['a space', `${origin}/a b`],
    ['a tab in the host', 'https://unhur\tried.example/'],
    ['a zero', `${origin}/a\0b`],
    ['a control character beyond ASCII', `${origin}/a\x85b`],
    ['a space that does not break', `${origin}/a\u00a0b`],
    ['a mark that turns the order', `${origin}/a\u202eb`],
    ['half a character', `${origin}/a\ud800b`],
    ['a quotation mark', `${origin}/?a="b"`],
  ])('rejects %s', (_, address) => {
    expect(judged(address)).toBe('invalid-return-url')
  })

  test('is limited to the provider’s maximum', () => {
    const long = `${origin}/?x=${'a'.repeat(250)}`
    expect(() => assertReturnAddress(long, origin, 'stripe')).not.toThrow()
    expect(() => assertReturnAddress(long, origin, 'chargebee')).toThrow(
      expect.objectContaining({ code: 'invalid-return-url' }),
    )
    expect(() => assertReturnAddress(long.slice(0, 250), origin, 'chargebee')).not.toThrow()
  })

  test('compares the port, too', () => {
    expect(judged('http://localhost:3000/a', 'http://localhost:3000')).toBe('taken')
    for (const other of ['http://localhost/a', 'http://localhost:30000/a', 'http://localhost:3000a/']) {
      expect(judged(other, 'http://localhost:3000')).toBe('invalid-return-url')
    }
  })
})
