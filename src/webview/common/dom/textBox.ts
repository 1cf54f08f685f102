import { element } from './element';

/** A box for a line of text, which nobody completes or corrects. @param label Its name, for those who do not see it. */
export function textBox(label: string, placeholder = label, style = 'input'): HTMLInputElement {
	return element('input', {
		type: 'text',
		class: style,
		placeholder,
		'aria-label': label,
		autocomplete: 'off',
		spellcheck: 'false',
	});
}
