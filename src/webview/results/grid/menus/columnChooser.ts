import { element } from '../../dom/element';
import { type Anchor, openPopover } from '../../dom/popover';
import type { GridContext } from '../view/gridContext';
import type { ColumnActions } from './columnActions';

/** A list of all columns with a tick at those that are shown. */
export function openColumnChooser(grid: GridContext, actions: ColumnActions, anchor: Anchor): void {
	const { model, options } = grid;
	const boxes = model.columns.map(({ id, title, description, hidden }) => {
		const box = element('input', { type: 'checkbox', checked: !hidden });
		box.addEventListener('change', () => {
			actions.setHidden(id, !box.checked);
			// The last one cannot be hidden.
			box.checked = model.column(id)?.hidden === false;
		});
		return element('label', { title: description || title }, box, title);
	});
	const popover = openPopover(anchor, element('div', { class: 'grid-chooser' }, ...boxes), {
		label: options.t('Columns'),
		onClose: () => grid.focus(),
	});
	const inputs = [...popover.root.querySelectorAll('input')];
	popover.root.addEventListener('keydown', (event) => {
		const at = inputs.indexOf(document.activeElement as HTMLInputElement);
		const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
		if (by !== 0) {
			event.preventDefault();
			event.stopPropagation();
			inputs[(at + by + inputs.length) % inputs.length]?.focus();
		}
	});
	inputs[0]?.focus();
}
