/** The menu's id, by which its button opens it. */
export const menuId = 'menu'

/**
 * Where a browser has no commands, the root says so and a disclosure takes the dialog's place: it covers the page as
 * the dialog does, so it closes on Escape, and when the focus leaves it. An open dialog closes when the window grows so wide (`lg`) that the header shows its links itself.
 */
export const menuScript =
  `if(!('command' in HTMLButtonElement.prototype)){` +
  `document.documentElement.dataset.menu='details';` +
  `['keydown','focusin'].forEach(function(type){addEventListener(type,function(e){` +
  `var list=document.querySelector('header details[open]');` +
  `if(list&&(e.key?e.key=='Escape':!list.contains(e.target))){list.open=false;if(e.key)list.firstChild.focus()}})})}` +
  `matchMedia('(min-width:64rem)').addEventListener('change',function(e){` +
  `var menu=document.getElementById('${menuId}');if(e.matches&&menu&&menu.open)menu.close()})`
