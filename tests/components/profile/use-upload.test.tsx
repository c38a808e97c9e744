// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { useUpload } from '@/components/profile/picture-dialog'

const picture = vi.hoisted(() => ({ uploadPicture: vi.fn() }))
vi.mock('@/lib/browser/picture', () => picture)

const png = new Blob(['png'])
const hook = () => renderHook(() => useUpload('u1')).result

beforeEach(() => {
  picture.uploadPicture.mockReset().mockResolvedValue({ url: '/p.png' })
})

test('sends nothing if stopped while the picture is prepared', async () => {
  const upload = hook()
  const making = Promise.withResolvers<Blob | string>()
  let sent: Promise<string | null> | undefined
  act(() => {
    sent = upload.current.send(() => making.promise)
  })
  expect(upload.current.part).toBe(0)
  act(() => upload.current.stop())
  await act(async () => {
    making.resolve(png)
    expect(await sent).toBeNull()
  })
  expect(picture.uploadPicture).not.toHaveBeenCalled()
  expect(upload.current).toMatchObject({
    part: null,
    message: { kind: 'neutral', text: expect.stringMatching(/^Stopped\./) },
  })
  expect(upload.current.tried()).toBe(false)

  await act(async () => expect(await upload.current.send(async () => png)).toBe('/p.png'))
  expect(picture.uploadPicture).toHaveBeenCalledTimes(1)
})
