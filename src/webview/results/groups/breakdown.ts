import { withGroup } from '../../../shared/groupFilters';
import type { GroupValue } from '../../../shared/groupValue';
import type { GroupKey, TopValues } from '../../../shared/results';
import { valueName, valueParts } from '../../common/components/valueParts';
import { element, fill } from '../../common/dom/element';
import { Latest } from '../../common/dom/latest';
import { type Anchor, openPopover } from '../../common/dom/popover';
import { visibleText } from '../../common/dom/visibleText';
import { describeGroup } from '../../common/format/describeGroup';
import { unsorted, withFilters } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import { offeredColumns } from '../state/offeredColumns';
import { filterInGroup } from './filterInGroup';

const most = 20;

/**
 * Shows how a group's records are distributed over the values of a column.
 * @param first Column to show first. Defaults to the version column
 */
export function openBreakdown(
	context: Context,
	key: GroupKey,
	value: GroupValue,
	anchor: Anchor,
	first?: number,
): void {
	const { store, host, t, formats, fail } = context;
	const asking = new Latest();
	const { info } = store.state;
	const { columns } = offeredColumns(store.state, first ?? info.versionColumn);
	const select = element(
		'select',
		{ class: 'select', 'aria-label': t('Column') },
		...columns.map((column) =>
			element('option', { value: column }, t('by {0}', visibleText(info.columns[column]?.name ?? ''))),
		),
	);
	select.value = String(first ?? info.versionColumn ?? columns[0] ?? '');
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
			const { values, distinct, empty, records, approximate } = await host.call(
				'topValues',
				{ view, column, limit: most },
				{ signal },
			);
			const withEmpty = empty === 0 ? values : [...values, { value: '', records: empty }];
			const sorted = withEmpty.toSorted((one, other) => other.records - one.records);
			fill(list, ...sorted.map((each) => item(column, each, records)));
			const different = distinct ?? values.length;
			facts.textContent = [
				formats.records(records),
				...(approximate ? [t('≈ estimated, because exact counts would exceed a limit of the database')] : []),
				formats.plural(different, { one: '{0} value', other: '{0} values' }),
				...(different > values.length ? [t('showing the top {0}', formats.count(values.length))] : []),
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
