/** The menu's id, by which its button opens it. */
export const menuId = 'menu'

/**
 * Where a browser has no commands, the root says so and a disclosure takes the dialog's place. An open
 * dialog closes when the window grows so wide (`lg`) that the header shows its links itself.
 */
export const menuScript =
  `if(!('command' in HTMLButtonElement.prototype))document.documentElement.dataset.menu='details';` +
  `matchMedia('(min-width:64rem)').addEventListener('change',function(e){` +
  `var menu=document.getElementById('${menuId}');if(e.matches&&menu&&menu.open)menu.close()})`
