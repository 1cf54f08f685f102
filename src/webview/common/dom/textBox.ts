import { element } from './element';

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
