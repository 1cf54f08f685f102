import { withoutGroup } from '../../../shared/groupFilters';
import type { GroupValue } from '../../../shared/groupValue';
import type { GroupKey } from '../../../shared/results';
import { element, fill } from '../../common/dom/element';
import { Latest } from '../../common/dom/latest';
import { type Anchor, openPopover } from '../../common/dom/popover';
import { visibleText } from '../../common/dom/visibleText';
import { unsorted, withFilters } from '../../common/state/viewFilters';
import { describeGroup } from '../../common/words/describeGroup';
import type { Context } from '../context/context';
import { filterInGroup } from './filterInGroup';

/** What the devices of a group have in common that others of the view have not. Choosing a value filters by it and the group. */
export function openSetsApart(context: Context, key: GroupKey, value: GroupValue, anchor: Anchor): void {
	const { store, host, t, timeZone, fail } = context;
	const asking = new Latest();
	const title = visibleText(describeGroup(key, value, t));
	const list = element('ul', { class: 'breakdown-values apart-values' });
	const note = element('p', { class: 'dim', role: 'status' }, t('Comparing with the others…'));
	const content = element(
		'div',
		{ class: 'breakdown', tabindex: -1 },
		element('h2', { class: 'panel-title', title }, title),
		element('p', {}, t('What sets it apart')),
		list,
		note,
	);
	const popover = openPopover(anchor, content, {
		label: t('What sets {0} apart', title),
		onClose: () => asking.dispose(),
	});
	content.focus();
	asking.run(
		async (signal) => {
			const { view } = store.state;
			const others = withFilters(unsorted(view), withoutGroup(view.filters, key));
			const found = await host.call('setsApart', { view: others, key, value, timeZone }, { signal });
			note.textContent = found.note;
			fill(
				list,
				...found.lines.map(({ text, counts, filter }) => {
					const words = element('bdi', {}, visibleText(text));
					const choose = () => {
						popover.close();
						if (filter) {
							filterInGroup(context, key, value, filter);
						}
					};
					return element(
						'li',
						{},
						filter
							? element(
									'button',
									{ type: 'button', class: 'value breakdown-value', title: counts, on: { click: choose } },
									words,
								)
							: element('div', { class: 'value', title: counts }, words),
					);
				}),
			);
			list.querySelector('button')?.focus();
		},
		(error) => {
			popover.close();
			fail(error);
		},
	);
}
