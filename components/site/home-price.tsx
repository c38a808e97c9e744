import { PriceLinks } from './price-links'
import { Shore } from './shore'

/** What paying is like, without an amount: that comes from the payment provider, on its own page. */
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
