/**
 * Ctrl K and ⌘K before scripts have arrived, as a script of the document itself: browsers would take the key for themselves. The header's field
 * has the focus at once; where the page has none, the search opens once its button is there. The button is how it is known that
 * scripts listen (features/shell/use-shortcuts.ts).
 */
export const earlySearch = [
  "document.addEventListener('keydown',e=>{",
  "const button=()=>document.querySelector('header [data-search]');",
  "if(e.key.toLowerCase()!=='k'||e.metaKey===e.ctrlKey||e.altKey||e.isComposing||button())return;",
  'e.preventDefault();',
  "const field=document.querySelector('header [role=search] input');",
  'if(field)return field.focus();',
  'new MutationObserver((_,seen)=>{if(button()){seen.disconnect();button().click()}}).observe(document,{childList:true,subtree:true})});',
].join('')
