import { textButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { firstColumns } from '../../common/dom/firstColumns';
import { firstOfMany } from '../../common/dom/firstOfMany';
import { type MenuItem, openMenu } from '../../common/dom/menu';
import { type Anchor, openPopover } from '../../common/dom/popover';
import { visibleText } from '../../common/dom/visibleText';
import type { Context } from '../context/context';
import type { SavedLayout } from '../state/viewState';

/** Prompts for a record number as shown in the row header, and goes to the record with this number. */
export function promptForRecord(context: Context, anchor: Anchor, go: (position: number) => void): void {
	const { store, host, t, formats } = context;
	const { info } = store.state;
	const isByPlace = info.naturalOrder !== undefined;
	const count = isByPlace ? (store.state.count ?? info.total) : info.total;
	const label = t('Record number (1 to {0})', formats.count(count));
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
			class: 'popover-form',
			on: {
				input: () => {
					fault.textContent = input.value !== '' && wanted() === undefined ? label : '';
				},
				submit: (event) => {
					event.preventDefault();
					const number = wanted();
					if (number === undefined) {
						fault.textContent = label;
						return;
					}
					const placed = isByPlace
						? Promise.resolve(number - 1)
						: host.call('positionOf', { view: store.state.view, number: number - 1 });
					placed.then((position) => {
						if (position === undefined) {
							fault.textContent = t("Record {0} doesn't match the filters.", formats.count(number));
						} else {
							popover.close();
							go(position);
						}
					}, context.fail);
				},
			},
		},
		element('h2', { class: 'panel-title' }, label),
		input,
		fault,
		element('div', { class: 'form-end' }, button),
	);
	const popover = openPopover(anchor, form, { label: t('Go to Record') });
	input.focus();
}

/** Prompts for a column, including hidden columns. Typing a letter selects the next column that starts with it. */
export function promptForColumn({ store, t, formats }: Context, anchor: Anchor, go: (column: number) => void): void {
	const { columns, info } = store.state;
	const getName = ({ column }: SavedLayout) => visibleText(info.columns[column]?.name ?? '');
	const hintOf = ({ hidden }: SavedLayout) => (hidden ? t('hidden') : undefined);
	const first = firstColumns(t, formats.count);
	if (columns.length <= first.most) {
		const items = columns.map((layout): MenuItem => {
			const hint = hintOf(layout);
			return { kind: 'item', label: getName(layout), ...(hint && { hint }), run: () => go(layout.column) };
		});
		openMenu(anchor, t('Go to Column'), items);
		return;
	}
	const choice = (layout: SavedLayout) => {
		const choose = () => {
			popover.close();
			go(layout.column);
		};
		return element(
			'button',
			{ type: 'button', class: 'menu-item', on: { click: choose } },
			element('span', { class: 'menu-label' }, getName(layout)),
			element('span', { class: 'menu-hint' }, hintOf(layout) ?? ''),
		);
	};
	const choices = firstOfMany({
		items: () => columns,
		getName,
		draw: (some) => element('div', { class: 'grid-chooser' }, ...some.map(choice)),
		...first,
	});
	const popover = openPopover(anchor, choices, { label: t('Go to Column') });
	const box = choices.querySelector('input');
	box?.addEventListener('keydown', ({ key }) => {
		if (key === 'Enter') {
			choices.querySelector('button')?.click();
		}
	});
	box?.focus();
}
