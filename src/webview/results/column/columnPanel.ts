import type { Context } from '../context/context';
import { element, fill } from '../dom/element';
import type { Anchor } from '../dom/popover';
import { openPopover } from '../dom/popover';
import { visibleText } from '../dom/visibleText';
import { filterForm } from './filterForm';
import { topValues } from './topValues';

/** What one column holds, and every way to filter by it. */
export function openColumnPanel(context: Context, index: number, anchor: Anchor): void {
	const column = context.store.state.info.columns[index];
	if (!column) {
		return;
	}
	const content = element('div', { class: 'column-panel' });
	const values = topValues(context, index);
	const form = filterForm(context, index, () => popover.close());
	fill(
		content,
		element('h2', { class: 'panel-title' }, visibleText(column.name)),
		column.meaning !== '' && element('p', { class: 'dim panel-meaning' }, column.meaning),
		values.root,
		form,
	);
	const popover = openPopover(anchor, content, {
		label: context.t('Values and filters of {0}', column.name),
		onClose: () => values.dispose(),
	});
	values.focus();
}
