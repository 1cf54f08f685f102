import { withGroup } from '../../../shared/groupFilters';
import type { GroupValue } from '../../../shared/groupValue';
import type { GroupKey, TopValues } from '../../../shared/results';
import { element, fill } from '../../common/dom/element';
import { Latest } from '../../common/dom/latest';
import { type Anchor, openPopover } from '../../common/dom/popover';
import { visibleText } from '../../common/dom/visibleText';
import { valueName, valueParts } from '../../common/parts/valueParts';
import { unsorted, withFilters } from '../../common/state/viewFilters';
import { describeGroup } from '../../common/words/describeGroup';
import type { Context } from '../context/context';
import { offeredColumns } from '../state/offeredColumns';
import { filterInGroup } from './filterInGroup';

/** What one sees at a glance. */
const most = 20;

/** Which values the records of a group have in a column, the most frequent first. Choosing one filters by both. */
export function openBreakdown(context: Context, key: GroupKey, value: GroupValue, anchor: Anchor): void {
	const { store, host, t, formats, fail } = context;
	const asking = new Latest();
	const { info } = store.state;
	const { columns } = offeredColumns(store.state, info.versionColumn);
	const select = element(
		'select',
		{ class: 'select', 'aria-label': t('Column') },
		...columns.map((column) =>
			element('option', { value: column }, t('by {0}', visibleText(info.columns[column]?.name ?? ''))),
		),
	);
	select.value = String(info.versionColumn ?? columns[0] ?? '');
	const list = element('ul', { class: 'breakdown-values' });
	const facts = element('p', { class: 'dim', role: 'status' });
	const inGroup = () => withGroup(store.state.view.filters, key, value);

	const item = (column: number, entry: TopValues['values'][number], all: number) => {
		const choose = () => {
			popover.close();
			filterInGroup(context, key, value, { column, value: entry.value });
		};
		const title = valueName(entry.value, t);
		return element(
			'li',
			{},
			element(
				'button',
				{ type: 'button', class: 'value breakdown-value', title, on: { click: choose } },
				...valueParts(entry, all, context),
			),
		);
	};
	const ask = () => {
		const column = Number(select.value);
		asking.run(async (signal) => {
			const view = withFilters(unsorted(store.state.view), inGroup());
			const { values, distinct, empty, records } = await host.call(
				'topValues',
				{ view, column, limit: most },
				{ signal },
			);
			const withEmpty = empty === 0 ? values : [...values, { value: '', records: empty }];
			const told = withEmpty.toSorted((one, other) => other.records - one.records);
			fill(list, ...told.map((each) => item(column, each, records)));
			const different = distinct ?? values.length;
			facts.textContent = [
				formats.records(records),
				different === 1 ? t('1 value') : t('{0} values', formats.count(different)),
				...(different > values.length ? [t('the {0} most frequent are shown', formats.count(values.length))] : []),
			].join(' · ');
		}, fail);
	};
	select.addEventListener('change', ask);
	const title = visibleText(describeGroup(key, value, t));
	const content = element(
		'div',
		{ class: 'breakdown' },
		element('h2', { class: 'panel-title', title }, title),
		select,
		facts,
		list,
	);
	const popover = openPopover(anchor, content, {
		label: t('Breakdown of {0}', title),
		onClose: () => asking.dispose(),
	});
	select.focus();
	ask();
}
