import { element } from '../../../common/dom/element';
import { firstColumns } from '../../../common/dom/firstColumns';
import { firstOfMany } from '../../../common/dom/firstOfMany';
import { type Anchor, openPopover } from '../../../common/dom/popover';
import type { GridColumn } from '../model/types';
import type { GridContext } from '../view/gridContext';
import type { ColumnActions } from './columnActions';

export function openColumnChooser(grid: GridContext, actions: ColumnActions, anchor: Anchor): void {
	const { model, options } = grid;
	const { t, formatCount } = options;
	const choice = ({ id, title, description, hidden }: GridColumn) => {
		const box = element('input', { type: 'checkbox', checked: !hidden });
		box.addEventListener('change', () => {
			actions.setHidden(id, !box.checked);
			// The checkbox stays checked if the column is the last visible column, which can't be hidden.
			box.checked = model.column(id)?.hidden === false;
		});
		return element('label', { title: description || title }, box, title);
	};
	const choices = firstOfMany({
		items: () => model.columns,
		getName: ({ title }) => title,
		draw: (columns) => element('div', { class: 'grid-chooser' }, ...columns.map(choice)),
		...firstColumns(t, formatCount),
	});
	const popover = openPopover(anchor, choices, { label: t('Columns'), onClose: () => grid.focus() });
	popover.root.addEventListener('keydown', (event) => {
		const inputs = [...popover.root.querySelectorAll('input')];
		const at = inputs.indexOf(document.activeElement as HTMLInputElement);
		const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
		if (by !== 0) {
			event.preventDefault();
			event.stopPropagation();
			inputs[(at + by + inputs.length) % inputs.length]?.focus();
		}
	});
	popover.root.querySelector('input')?.focus();
}
