import type { TraitLines } from '../../../shared/comparison';
import { withoutGroup } from '../../../shared/groupFilters';
import type { GroupValue } from '../../../shared/groupValue';
import type { GroupKey } from '../../../shared/results';
import { element, fill } from '../../common/dom/element';
import { Latest } from '../../common/dom/latest';
import { type Anchor, openPopover } from '../../common/dom/popover';
import { visibleText } from '../../common/dom/visibleText';
import { describeGroup } from '../../common/format/describeGroup';
import { unsorted, withFilters } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import { filterInGroup } from './filterInGroup';

/** Lists values that are more common among a group's devices than among other devices. */
export function openCommonTraits(context: Context, key: GroupKey, value: GroupValue, anchor: Anchor): void {
	const { store, host, t, timeZone, fail } = context;
	const asking = new Latest();
	const title = visibleText(describeGroup(key, value, t));
	const list = element('ul', { class: 'breakdown-values apart-values' });
	const note = element('p', { class: 'dim', role: 'status' }, t('Comparing with other records…'));
	const content = element(
		'div',
		{ class: 'breakdown', tabindex: -1 },
		element('h2', { class: 'panel-title', title }, title),
		element('p', {}, t('Common Traits')),
		list,
		note,
	);
	const popover = openPopover(anchor, content, {
		label: t('Common traits of {0}', title),
		onClose: () => asking.dispose(),
	});
	content.focus();
	asking.run(
		async (signal) => {
			const { view } = store.state;
			const others = withFilters(unsorted(view), withoutGroup(view.filters, key));
			const found = await host.call('commonTraits', { view: others, key, value, timeZone }, { signal });
			note.textContent = found.note;
			fill(
				list,
				...found.lines.map((line) =>
					traitItem(line, () => {
						popover.close();
						if (line.filter) {
							filterInGroup(context, key, value, line.filter);
						}
					}),
				),
			);
			list.querySelector('button')?.focus();
		},
		(error) => {
			popover.close();
			fail(error);
		},
	);
}

export function traitItem({ text, counts, filter }: TraitLines['lines'][number], choose: () => void): HTMLElement {
	const words = element('bdi', {}, visibleText(text));
	const title = `${visibleText(text)}\n${counts}`;
	return element(
		'li',
		{},
		filter
			? element('button', { type: 'button', class: 'value breakdown-value', title, on: { click: choose } }, words)
			: element('div', { class: 'value', title }, words),
	);
}
