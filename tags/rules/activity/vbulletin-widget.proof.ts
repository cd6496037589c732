import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'vbulletin-widget',
    post('/ajax/render/widget_tabbedcontainer_tab_panel', 'subWidgets[0][template]=widget_php'),
    post('/ajax/render/widget_tabbedcontainer_tab_panel', 'x'),
  ),
]
