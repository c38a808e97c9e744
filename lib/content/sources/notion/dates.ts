import type { PhrasingContent } from 'mdast'
import { day } from '@/lib/contract/format'
import { wrap } from '@/lib/content/render/text-tree'

export type NotionDate = { start: string; end?: string | null; time_zone?: string | null }

/** Local date and time in `zone`. */
type Moment = { date: string; time: string | null; zone: string; dateTime: string }

const form = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d)(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/

/** `+09:00` at that time in a zone such as `Asia/Tokyo`, or null. */
function offsetIn(zone: string, local: string): string | null {
  try {
    const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
    const name = format.formatToParts(new Date(`${local}Z`)).find(({ type }) => type === 'timeZoneName')?.value ?? ''
    return name.replace('GMT', '') || 'Z'
  } catch {
    return null
  }
}

function nameOf(offset: string | null): string {
  const [, sign, hours, minutes] = /^([+-])0?(\d+):(\d\d)$/.exec(offset ?? '') ?? []
  if (!sign || (hours === '0' && minutes === '00')) return offset === null ? '' : 'UTC'
  return `UTC${sign === '-' ? '−' : '+'}${hours}${minutes === '00' ? '' : `:${minutes}`}`
}

function momentOf(value: string, zone: string | null | undefined): Moment | null {
  const [, date, time = null, written] = form.exec(value) ?? []
  if (!date || day(date) === '') return null
  if (time === null) return { date, time, zone: '', dateTime: date }
  const offset = written ?? (zone ? offsetIn(zone, `${date}T${time}`) : null)
  const city = zone?.split('/').at(-1)?.replaceAll('_', ' ')
  const names = [nameOf(offset), offset !== null && city !== 'UTC' ? city : undefined].filter(Boolean)
  return {
    date,
    time,
    zone: names.length > 0 ? ` (${names.join(', ')})` : '',
    dateTime: `${date}T${time}${offset ?? ''}`,
  }
}

const timeOf = ({ dateTime }: Moment, value: string) => wrap('time', [{ type: 'text', value }], { dateTime })

/** A day, a time or a range in words, or null if it has another form. */
export function dateWords({ start, end, time_zone: zone }: NotionDate): PhrasingContent[] | null {
  const first = momentOf(start, zone)
  const last = end ? momentOf(end, zone) : null
  if (!first) return null
  const words = ({ date, time, zone: name }: Moment, isNamed = true) =>
    day(date) + (time === null ? '' : `, ${time}${isNamed ? name : ''}`)
  if (!last) return [timeOf(first, words(first))]
  const isSameDay = first.date === last.date && first.time !== null && last.time !== null
  return [
    timeOf(first, words(first, first.zone !== last.zone)),
    { type: 'text', value: ' to ' },
    timeOf(last, isSameDay ? `${last.time}${last.zone}` : words(last)),
  ]
}
