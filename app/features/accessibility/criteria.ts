/** WCAG 2.2, levels A and AA: how the pages meet each criterion. "none": they hold nothing the criterion is about. */
export interface Criterion {
  number: string
  name: string
  level: 'A' | 'AA'
  meets: 'yes' | 'partly' | 'none'
  how: string
}

const yes = (number: string, name: string, level: 'A' | 'AA', how: string): Criterion => ({
  number,
  name,
  level,
  meets: 'yes',
  how,
})
const none = (number: string, name: string, level: 'A' | 'AA', how: string): Criterion => ({
  ...yes(number, name, level, how),
  meets: 'none',
})

export const criteria: readonly Criterion[] = [
  yes(
    '1.1.1',
    'Non-text content',
    'A',
    'Icons beside words are decoration; those alone have a name. Charts have a sentence and a table.',
  ),
  none('1.2.1', 'Audio-only and video-only', 'A', 'No audio or video.'),
  none('1.2.2', 'Captions (prerecorded)', 'A', 'No video.'),
  none('1.2.3', 'Audio description or media alternative', 'A', 'No video.'),
  none('1.2.4', 'Captions (live)', 'AA', 'No video.'),
  none('1.2.5', 'Audio description', 'AA', 'No video.'),
  yes(
    '1.3.1',
    'Info and relationships',
    'A',
    'Headings, lists, tables with heads, named landmarks and labelled fields.',
  ),
  yes('1.3.2', 'Meaningful sequence', 'A', 'The order of the document is the order on the screen.'),
  yes('1.3.3', 'Sensory characteristics', 'A', 'No instruction relies on shape, place or colour.'),
  yes('1.3.4', 'Orientation', 'AA', 'Pages work upright and sideways.'),
  yes('1.3.5', 'Identify input purpose', 'AA', 'Fields about the user carry their autocomplete names.'),
  yes(
    '1.4.1',
    'Use of color',
    'A',
    'Verdicts differ by shape, word and order besides colour; links in text are underlined.',
  ),
  none('1.4.2', 'Audio control', 'A', 'No audio.'),
  yes('1.4.3', 'Contrast (minimum)', 'AA', 'Text has at least 4.5:1 on every surface, in both themes.'),
  yes('1.4.4', 'Resize text', 'AA', 'Text grows to 200 % without loss.'),
  yes('1.4.5', 'Images of text', 'AA', 'None.'),
  yes(
    '1.4.10',
    'Reflow',
    'AA',
    'At 320 pixels only tables, the map and code scroll sideways, inside their own region.',
  ),
  yes('1.4.11', 'Non-text contrast', 'AA', 'Borders of fields and marks of charts have at least 3:1.'),
  yes('1.4.12', 'Text spacing', 'AA', 'Wider spacing cuts nothing off.'),
  yes(
    '1.4.13',
    'Content on hover or focus',
    'AA',
    'Tooltips come by pointer and focus, stay, and end by Escape.',
  ),
  yes(
    '2.1.1',
    'Keyboard',
    'A',
    'Everything works by keyboard; what is dragged has buttons or fields as well.',
  ),
  yes('2.1.2', 'No keyboard trap', 'A', 'Dialogs end by Escape and give the focus back.'),
  yes(
    '2.1.4',
    'Character key shortcuts',
    'A',
    'Single keys work outside fields only and can be turned off under Display.',
  ),
  yes(
    '2.2.1',
    'Timing adjustable',
    'A',
    'A sign-in that would end is renewed while the page is open; nothing else is timed.',
  ),
  yes(
    '2.2.2',
    'Pause, stop, hide',
    'A',
    'Only the bar of a loading page moves by itself. What updates by itself can be left.',
  ),
  yes('2.3.1', 'Three flashes or below threshold', 'A', 'Nothing flashes.'),
  yes('2.4.1', 'Bypass blocks', 'A', 'A link leads past the header to the content.'),
  yes('2.4.2', 'Page titled', 'A', 'Each page names what it shows.'),
  yes('2.4.3', 'Focus order', 'A', 'As on the screen.'),
  yes('2.4.4', 'Link purpose (in context)', 'A', 'Links say where they lead.'),
  yes('2.4.5', 'Multiple ways', 'AA', 'Search, navigation and links between the records.'),
  yes('2.4.6', 'Headings and labels', 'AA', 'Panels and fields are named by what they hold.'),
  yes('2.4.7', 'Focus visible', 'AA', 'A 2 pixel outline on everything that takes the focus.'),
  yes('2.4.11', 'Focus not obscured (minimum)', 'AA', 'Scrolling leaves room for the header and the notice.'),
  yes('2.5.1', 'Pointer gestures', 'A', 'No gesture needs more than one point or a path.'),
  yes('2.5.2', 'Pointer cancellation', 'A', 'Acts happen when the pointer is released.'),
  yes('2.5.3', 'Label in name', 'A', 'Names begin with the words that are seen.'),
  none('2.5.4', 'Motion actuation', 'A', 'Nothing is done by moving the device.'),
  yes('2.5.7', 'Dragging movements', 'AA', 'What is dragged in a chart has fields as its twin.'),
  yes('2.5.8', 'Target size (minimum)', 'AA', 'Targets measure 24 pixels at least, 44 on touch screens.'),
  yes('3.1.1', 'Language of page', 'A', 'English is declared.'),
  none('3.1.2', 'Language of parts', 'AA', 'Captured text has no known language.'),
  yes('3.2.1', 'On focus', 'A', 'The focus alone changes nothing.'),
  yes('3.2.2', 'On input', 'A', 'Typing suggests; only submitting leads on.'),
  yes('3.2.3', 'Consistent navigation', 'AA', 'Header and footer are the same on every page.'),
  yes('3.2.4', 'Consistent identification', 'AA', 'One name for one thing.'),
  yes('3.2.6', 'Consistent help', 'A', 'Help stands at the same place of the account menu and the footer.'),
  yes(
    '3.3.1',
    'Error identification',
    'A',
    'What was wrong stands in words beside its field or under its place in the query.',
  ),
  yes('3.3.2', 'Labels or instructions', 'A', 'Every field has a label.'),
  yes('3.3.3', 'Error suggestion', 'AA', 'The query offers its nearest correction.'),
  yes('3.3.4', 'Error prevention', 'AA', 'What cannot be undone asks first and names the thing.'),
  yes('3.3.7', 'Redundant entry', 'A', 'Signing up never asks for the same twice.'),
  yes(
    '3.3.8',
    'Accessible authentication (minimum)',
    'AA',
    'Passwords and codes can be pasted; passkeys need no memory; the bot check is no puzzle.',
  ),
  yes('4.1.2', 'Name, role, value', 'A', 'Native elements, or roles by the ARIA patterns.'),
  yes(
    '4.1.3',
    'Status messages',
    'AA',
    'Counts, progress and what was done are announced without moving the focus.',
  ),
]
