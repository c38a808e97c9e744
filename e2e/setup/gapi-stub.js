// Replaces Google's frame messenger, which is loaded from the internet. It runs in the page and in the helper frame,
// opens the frame and passes named messages between the two windows.
;(() => {
  if (window.gapi?.iframes) return
  const channels = []
  const pending = new Map()
  let count = 0

  class Channel {
    constructor(target) {
      this.target = target
      this.handlers = new Map()
      this.early = []
      this.opened = new Promise((resolve) => {
        this.open = resolve
      })
      channels.push(this)
    }
    post(message) {
      this.target().postMessage({ frameMessage: true, ...message }, '*')
    }
    async answer({ name, data, id }) {
      const result = await this.handlers.get(name)(data)
      this.post({ reply: id, data: result })
    }
    receive(message) {
      if (message.hello) this.open()
      else if (message.reply) {
        pending.get(message.reply)?.([message.data])
        pending.delete(message.reply)
      } else if (this.handlers.has(message.name)) void this.answer(message)
      else this.early.push(message)
    }
    register(name, handler) {
      this.handlers.set(name, handler)
      const waiting = this.early.filter((message) => message.name === name)
      this.early = this.early.filter((message) => message.name !== name)
      for (const message of waiting) void this.answer(message)
    }
    unregister(name) {
      this.handlers.delete(name)
    }
    send(name, data, callback) {
      count += 1
      const id = count
      if (callback) pending.set(id, callback)
      void this.opened.then(() => this.post({ name, data, id }))
    }
    ping(callback) {
      return this.opened.then(() => callback?.())
    }
    async restyle() {}
  }

  addEventListener('message', ({ data, source }) => {
    if (!data?.frameMessage) return
    for (const channel of channels) if (channel.target() === source) channel.receive(data)
  })

  let toParent
  const context = {
    async open({ url, where, attributes: { style, ...attributes } = {} }, ready) {
      const frame = document.createElement('iframe')
      Object.assign(frame.style, style)
      for (const [name, value] of Object.entries(attributes)) frame.setAttribute(name, value)
      frame.src = url
      ;(where ?? document.body).append(frame)
      return ready(new Channel(() => frame.contentWindow))
    },
    getParentIframe() {
      if (!toParent) {
        toParent = new Channel(() => parent)
        toParent.open()
        toParent.post({ hello: true })
      }
      return toParent
    },
  }

  window.gapi = {
    load: (_features, options) => setTimeout(typeof options === 'function' ? options : options.callback),
    iframes: { Iframe: class {}, CROSS_ORIGIN_IFRAMES_FILTER: {}, getContext: () => context },
  }
  const loaded = new URL(document.currentScript.src).searchParams.get('onload') ?? 'gapi_onload'
  setTimeout(() => window[loaded]?.())
})()
