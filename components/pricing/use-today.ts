import { useEffect, useState } from 'react'

const dayMs = 86_400_000
const dayOf = (moment: Date) => Math.floor(moment.getTime() / dayMs)

/**
 * The present day: another moment once the day in UTC is another one, also in a page that stayed open over it or
 * that a browser had put to sleep.
 * @returns a moment of that day
 */
export function useToday(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const look = () => {
      const moment = new Date()
      if (dayOf(moment) !== dayOf(now)) setNow(moment)
    }
    const midnight = setTimeout(look, dayMs - (Date.now() % dayMs) + 1000)
    document.addEventListener('visibilitychange', look)
    addEventListener('pageshow', look)
    addEventListener('focus', look)
    return () => {
      clearTimeout(midnight)
      document.removeEventListener('visibilitychange', look)
      removeEventListener('pageshow', look)
      removeEventListener('focus', look)
    }
  }, [now])
  return now
}
