import type { ReactNode } from 'react'
import { Drawing } from '@/components/ui/drawing'
import { areaOf, rest, swells } from '@/lib/score'
import { PriceLinks } from './trial-link'

const year = areaOf([170])
const months = [...Array(12).keys()]
const [wide, step, narrow] = [516, 43, 28]
const small = [narrow, year / 12 / narrow / (Math.PI / 4)] as const

/** Both have the same area. */
export function Charges({ yearly }: { yearly: boolean }) {
  const marks = yearly
    ? swells(0, 90, [170], 'above')
    : months.flatMap((month) => swells(month * step, 90, [small], 'above'))
  const label = yearly ? 'One charge for the year' : 'Twelve charges, one each month'
  return (
    <Drawing
      width={wide}
      height={90}
      marks={marks}
      line={90}
      runs="both"
      label={label}
      className="block w-full rtl:-scale-x-100"
    />
  )
}

export function Time({ yearly }: { yearly: boolean }) {
  const marks = yearly
    ? [rest(0, 0, wide, year, 'above-rest', false)]
    : months.map((month) => rest(month * step, 0, step - 4, year / 12, 'above-rest', false))
  return <Drawing width={wide} height={30} marks={marks} className="block w-full rtl:-scale-x-100" />
}

type Plan = { yearly: boolean; name: string; text: ReactNode }

export function Shore({ plans }: { plans: readonly [Plan, Plan] }) {
  return (
    <ul className="isolate mx-auto grid max-w-page grid-cols-1 gap-x-16 px-gut md:grid-cols-2">
      {plans.map(({ yearly, name, text }) => (
        <li key={name} className="flex flex-col pt-16 md:pt-10">
          <Charges yearly={yearly} />
          <div className="ground-tint relative grow pb-10 before:absolute before:inset-y-0 before:-inset-x-[100vw] before:-z-10 before:bg-tint md:pb-16">
            <Time yearly={yearly} />
            <h3 className="mt-4">{name}</h3>
            <p className="mt-1 max-w-112">{text}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}

/** Amounts come from the payment provider, on the price page. */
export function HomePrice() {
  return (
    <section aria-labelledby="price" className="pt-16 lg:pt-26">
      <div className="mx-auto grid max-w-page grid-cols-1 gap-x-16 gap-y-6 px-gut lg:grid-cols-2">
        <p className="part-name lg:col-span-2">The price</p>
        <h2 id="price" className="max-w-[16ch] lg:text-6xl">
          No amount and no date is a surprise.
        </h2>
        <div className="max-w-144">
          <p className="text-lg">
            Before you give a card you see the price, whether tax is included, and when you are charged. If your plan
            has a free trial, you also see the day on which it ends. Cancel before it ends, and nothing is charged.
          </p>
          <div className="mt-6">
            <PriceLinks trial={false} note={false} />
          </div>
        </div>
      </div>
      <Shore
        plans={[
          { yearly: false, name: 'Monthly', text: 'Twelve charges, one each month.' },
          { yearly: true, name: 'Yearly', text: 'One charge for the whole year.' },
        ]}
      />
    </section>
  )
}
