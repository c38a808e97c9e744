/** Pages of the widget's release 6.1.0, built from its own parts. */

const field = (type: string, name: string, label: string, more = '') =>
  `<div class="firebaseui-textfield mdl-textfield mdl-js-textfield mdl-textfield--floating-label"><label class="mdl-textfield__label firebaseui-label" for="ui-sign-in-${name}-input">${label}</label><input type="${type}" name="${name}" id="ui-sign-in-${name}-input" class="mdl-textfield__input firebaseui-input firebaseui-id-${name}" value=""${more}></div>`
const error = (name: string) =>
  `<div class="firebaseui-error-wrapper"><p class="firebaseui-error firebaseui-text-input-error firebaseui-hidden firebaseui-id-${name}-error"></p></div>`

export const email = field('email', 'email', 'Email', ' autocomplete="username"') + error('email')
export const phone = `<div class="firebaseui-relative-wrapper"><div class="firebaseui-phone-number"><button class="firebaseui-id-country-selector firebaseui-country-selector mdl-button mdl-js-button"><span class="firebaseui-flag firebaseui-country-selector-flag firebaseui-id-country-selector-flag firebaseui-flag-GB"></span><span class="firebaseui-id-country-selector-code">\u200e+44</span></button>${field('tel', 'phone-number', 'Phone number')}</div>${error('phone-number')}</div>`
export const code = field('number', 'phone-confirmation-code', '6-digit code') + error('phone-confirmation-code')
export const note =
  '<div class="firebaseui-info-bar firebaseui-id-info-bar"><p class="firebaseui-info-bar-message">It failed.&nbsp;&nbsp;<a href="javascript:void(0)" class="firebaseui-link firebaseui-id-dismiss-info-bar">Dismiss</a></p></div>'
/** A page with a title and a form, with Cancel before the submit button. */
export const page = (name: string, title: string, content: string, after = '') =>
  `<div class="mdl-card mdl-shadow--2dp firebaseui-container firebaseui-id-page-${name}"><form onsubmit="return false;"><div class="firebaseui-card-header"><h1 class="firebaseui-title">${title}</h1></div><div class="firebaseui-card-content">${content}</div><div class="firebaseui-card-actions"><div class="firebaseui-form-actions"><button class="firebaseui-id-secondary-link firebaseui-button mdl-button mdl-js-button mdl-button--primary">Cancel</button><button type="submit" class="firebaseui-id-submit firebaseui-button mdl-button mdl-js-button mdl-button--raised mdl-button--colored">Next</button></div></div><div class="firebaseui-card-footer"></div></form>${after}</div>`

/** Countries as `['GB', 'United Kingdom', '44']`. */
export const countryDialog = (...countries: [iso: string, name: string, code: string][]) =>
  `<dialog class="mdl-dialog firebaseui-dialog firebaseui-id-dialog firebaseui-list-box-dialog"><div class="firebaseui-list-box-actions">${countries
    .map(
      ([iso, name, dial]) =>
        `<button type="button" data-listboxid="${dial}-${iso}-0" class="mdl-button firebaseui-id-list-box-dialog-button firebaseui-list-box-dialog-button"><div class="firebaseui-list-box-icon-wrapper"><div class="firebaseui-list-box-icon firebaseui-flag firebaseui-flag-${iso}"></div></div><div class="firebaseui-list-box-label-wrapper">${name} \u200e+${dial}</div></button>`,
    )
    .join('')}</div></dialog>`
