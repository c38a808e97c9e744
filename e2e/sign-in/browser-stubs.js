// Replaces internet resources of the page: the captcha, and if used, the vendor's host, by this origin. Also removes
// browser features that a state lacks.
;(() => {
  const { captcha, lacks, oneTap } = document.currentScript.dataset

  if (lacks === 'storage') {
    Storage.prototype.setItem = () => {
      throw new DOMException('Storage is off.', 'SecurityError')
    }
  }
  if (lacks === 'database') {
    const put = IDBObjectStore.prototype.put
    IDBObjectStore.prototype.put = function (value, ...rest) {
      if (!String(value?.fbase_key).startsWith('firebase:authUser')) return put.call(this, value, ...rest)
      document.documentElement.dataset.unwritten = ''
      return new EventTarget()
    }
  }
  if (oneTap) {
    let chosen = () => {}
    const id = {
      initialize: ({ callback }) => (chosen = callback),
      prompt: () => setTimeout(() => chosen({ clientId: oneTap, credential: 'one.two.three' })),
      cancel() {},
    }
    window.google = { accounts: { id } }
  }
  if (!captcha) return

  const hosts = /^https:\/\/(identitytoolkit|securetoken)\.googleapis\.com\//
  const ask = window.fetch
  window.fetch = (input, options) =>
    ask(typeof input === 'string' && hosts.test(input) ? input.replace('https://', '/') : input, options)

  let count = 0
  const boxes = new Map()
  window.grecaptcha = {
    render(place, { callback, size, 'expired-callback': expired }) {
      const id = count++
      const box = { answer: '', callback }
      boxes.set(id, box)
      const solve = () => {
        box.answer = `captcha-${id}`
        callback?.(box.answer)
      }
      box.solve = solve
      box.expire = () => {
        box.answer = ''
        expired?.()
      }
      if (size === 'invisible') return id
      const element = typeof place === 'string' ? document.getElementById(place) : place
      const label = document.createElement('label')
      label.style.cssText = 'display: flex; gap: 12px; align-items: center; min-height: 48px; font: inherit'
      const check = document.createElement('input')
      check.type = 'checkbox'
      check.style.cssText = 'width: 24px; height: 24px'
      check.addEventListener('change', () => (check.checked ? solve() : box.expire()))
      label.append(check, 'I am not a robot')
      element.append(label)
      return id
    },
    getResponse: (id) => boxes.get(id ?? 0)?.answer ?? '',
    execute(id) {
      if (captcha === 'solves') setTimeout(() => boxes.get(id ?? 0)?.solve())
    },
    reset(id) {
      const box = boxes.get(id ?? 0)
      if (box) box.answer = ''
    },
    ready: (ready) => ready(),
  }
})()
