import type { Context } from '../context/context';
import { textButton } from '../dom/button';
import { element } from '../dom/element';
import { openMenu } from '../dom/menu';
import { type Anchor, openPopover } from '../dom/popover';
import { visibleText } from '../dom/visibleText';

/** Asks for a place in the view, from 1. */
export function askForRecord({ store, t, formats }: Context, anchor: Anchor, go: (position: number) => void): void {
	const count = store.state.count ?? 0;
	const label = t('Record from 1 to {0}', formats.count(count));
	const input = element('input', { type: 'text', inputmode: 'numeric', class: 'input', 'aria-label': label });
	const fault = element('p', { class: 'form-fault', role: 'alert' });
	const wanted = () => {
		const digits = input.value.replace(/[\s.,'’]/g, '');
		const number = /^\d+$/.test(digits) ? Number(digits) : 0;
		return number >= 1 && number <= count ? number : undefined;
	};
	const button = textButton(t('Go'), () => {}, 'primary');
	button.type = 'submit';
	const form = element(
		'form',
		{
			class: 'take-away',
			on: {
				input: () => {
					fault.textContent = input.value !== '' && wanted() === undefined ? label : '';
				},
				submit: (event) => {
					event.preventDefault();
					const number = wanted();
					if (number === undefined) {
						fault.textContent = label;
					} else {
						popover.close();
						go(number - 1);
					}
				},
			},
		},
		element('h2', { class: 'panel-title' }, label),
		input,
		fault,
		element('div', { class: 'form-end' }, button),
	);
	const popover = openPopover(anchor, form, { label: t('Go to record') });
	input.focus();
}

/** Offers all columns, the hidden ones too; a letter goes to the next that begins with it. */
export function askForColumn({ store, t }: Context, anchor: Anchor, go: (column: number) => void): void {
	const { columns, info } = store.state;
	openMenu(
		anchor,
		t('Go to column'),
		columns.map(({ column, hidden }) => ({
			kind: 'item',
			label: visibleText(info.columns[column]?.name ?? ''),
			...(hidden ? { hint: t('hidden') } : {}),
			run: () => go(column),
		})),
	);
}
