// Walks through the sign-in page as a person would, by the names that they see. How far it came is kept in
// sessionStorage, so that it goes on when the way leads over another page.
;(async () => {
  // The identity service's helper frame is no page of a person's.
  if (window.top !== window) return
  const key = 'gallery-walk'
  const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const { id, steps } = await (await fetch('/gallery/walk.json')).json()

  const read = () => {
    const [known, at] = (sessionStorage.getItem(key) ?? '').split(' ')
    return known === id ? Number(at) : 0
  }
  // Set through the prototype's own function, which a state may have taken away.
  const write = (at) => {
    try {
      sessionStorage.setItem(key, `${id} ${at}`)
    } catch {
      // A state without storage has no steps over several pages.
    }
  }

  const text = (element) => (element.innerText ?? '').replaceAll('\u200e', '').replace(/\s+/g, ' ').trim().toLowerCase()
  const seen = (element) => element.checkVisibility({ visibilityProperty: true })
  const named = (name) => (element) =>
    [element.getAttribute('aria-label')?.toLowerCase(), text(element)].includes(name.toLowerCase())

  const fields = (label) =>
    label.startsWith('#')
      ? [...document.querySelectorAll(label)]
      : [...document.querySelectorAll('input, select')].filter((field) => {
          const names = [...(field.labels ?? [])].map(text)
          return (
            seen(field) && [...names, field.getAttribute('aria-label')?.toLowerCase()].includes(label.toLowerCase())
          )
        })
  const finds = {
    button: (name) => [...document.querySelectorAll('button, [role=button]')].filter(seen).filter(named(name)),
    link: (name) => [...document.querySelectorAll('a, [role=link]')].filter(seen).filter(named(name)),
    radio: (name) =>
      [...document.querySelectorAll('input[type=radio]')].filter((one) => text(one.labels[0]) === name.toLowerCase()),
  }

  const pressed = ({ press, role }) =>
    press.startsWith('#') ? [...document.querySelectorAll(press)].filter(seen) : finds[role](press)

  async function first(find) {
    for (;;) {
      const [found] = find()
      if (found) return found
      await pause(50)
    }
  }

  function type(field, value) {
    const own = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')
    field.focus()
    own.set.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }

  async function forget(what) {
    localStorage.clear()
    sessionStorage.clear()
    for (const { name } of await indexedDB.databases()) {
      await new Promise((resolve) => {
        const request = indexedDB.deleteDatabase(name)
        for (const kind of ['success', 'error', 'blocked']) request.addEventListener(kind, resolve)
      })
    }
    if (what === 'person') return
    for (const name of document.cookie.matchAll(/(?:^|; )([^=]+)=/g)) {
      document.cookie = `${name[1]}=; Max-Age=0; path=/`
    }
  }

  /** Opens an address once it leads somewhere: a mail takes a moment. */
  async function open(address) {
    for (;;) {
      const answer = await fetch(address, { method: 'HEAD' })
      if (answer.ok) return location.assign(address)
      await pause(100)
    }
  }

  async function take(step) {
    if ('fill' in step) type(await first(() => fields(step.fill)), step.with)
    else if ('press' in step) (await first(() => pressed(step))).click()
    else if ('see' in step) await first(() => (text(document.body).includes(step.see.toLowerCase()) ? [true] : []))
    else if ('arrive' in step) await first(() => (location.pathname === step.arrive ? [true] : []))
    else if ('forget' in step) await forget(step.forget)
    else if ('mail' in step) await open(`/gallery/mail?to=${encodeURIComponent(step.mail)}`)
    else if ('open' in step) location.assign(step.open)
    else if ('enter' in step) {
      const field = await first(() => fields(step.enter))
      for (const kind of ['keydown', 'keypress', 'keyup']) {
        field.dispatchEvent(new KeyboardEvent(kind, { key: 'Enter', keyCode: 13, bubbles: true }))
      }
    } else {
      const field = await first(() => fields(step.code))
      let code = null
      while (code === null) {
        code = await (await fetch(`/gallery/code?to=${encodeURIComponent(step.to)}`)).json()
        if (code === null) await pause(100)
      }
      type(field, code)
    }
  }

  for (let at = read(); at < steps.length; at++) {
    // Before it, because it may lead away; what does so is the last that this page does.
    write(at + 1)
    await take(steps[at])
    if ('forget' in steps[at]) write(at + 1)
    await pause(30)
  }
})()
