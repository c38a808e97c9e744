'use client'
import { useEffect, useId, useState } from 'react'
import { Button } from '@/components/ui/button'

/** As long as the sign-in page makes people wait. */
const waitSeconds = 15

/** Asks for another code, after a pause that counts from when this appears; only its end is announced. */
export function AnotherCode({ busy, send }: { busy: boolean; send: () => void }) {
  const id = useId()
  const [rest, setRest] = useState(waitSeconds)
  useEffect(() => {
    const until = Date.now() + waitSeconds * 1000
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((until - Date.now()) / 1000))
      setRest(left)
      if (left === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [])
  const waits = rest > 0
  return (
    <>
      <Button
        variant="alt"
        busy={busy}
        aria-disabled={waits || undefined}
        aria-describedby={waits ? id : undefined}
        onClick={() => waits || send()}
      >
        Send another code
      </Button>
      <div className="basis-full text-sm text-muted tabular-nums">
        {waits && <p id={id}>{`You can ask for another code in ${rest} ${rest === 1 ? 'second' : 'seconds'}.`}</p>}
        <p role="status">{waits ? '' : 'You can ask for another code now.'}</p>
      </div>
    </>
  )
}
