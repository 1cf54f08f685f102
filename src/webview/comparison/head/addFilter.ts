import type { TopValues } from '../../../shared/results';
import { valueName, valueParts } from '../../common/components/valueParts';
import { textButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import { firstColumns } from '../../common/dom/firstColumns';
import { firstOfMany } from '../../common/dom/firstOfMany';
import { Latest, pause } from '../../common/dom/latest';
import { openPopover } from '../../common/dom/popover';
import { textBox } from '../../common/dom/textBox';
import { visibleText } from '../../common/dom/visibleText';
import { addFilter, toggleValue, valuesChosen } from '../../common/state/viewFilters';
import type { PageContext } from '../context/pageContext';

/** Maximum number of values to show. Typing narrows the list. */
const most = 50;

/** Delay before values are requested. */
const debounceMs = 150;

/** Lets the user filter both sides by a value or a substring of a column. */
export function openAddFilter(context: PageContext, anchor: HTMLElement): void {
	const { store, host, start, t, formats, fail } = context;
	const asking = new Latest();
	let column = start.sharedColumns[0] ?? 0;
	const input = textBox(t('Filter values'), t('Filter values…'));
	const contains = textButton(
		t('Filter by Text'),
		() => {
			if (input.value !== '') {
				popover.close();
				context.setFilters(addFilter(store.state.asked.filters, { kind: 'contains', column, text: input.value }));
			}
		},
		'primary',
	);
	const facts = element('p', { class: 'dim panel-facts', role: 'status' });
	const list = element('ul', { class: 'filter-values', tabindex: -1 });

	const choose = (value: string) => {
		const { filters } = store.state.asked;
		popover.close();
		if (!valuesChosen(filters, column, false).includes(value)) {
			context.setFilters(toggleValue(filters, column, value, false));
		}
	};
	const item = (entry: TopValues['values'][number], all: number) =>
		element(
			'li',
			{},
			element(
				'button',
				{ type: 'button', class: 'value', title: valueName(entry.value, t), on: { click: () => choose(entry.value) } },
				...valueParts(entry, all, context),
			),
		);
	const show = ({ values, distinct, empty, records }: TopValues) => {
		const withEmpty = empty === 0 || input.value !== '' ? values : [...values, { value: '', records: empty }];
		const told = withEmpty.toSorted((one, other) => other.records - one.records);
		fill(list, ...told.map((each) => item(each, records)));
		facts.textContent = [
			distinct === undefined
				? t('too many distinct values to count')
				: formats.plural(distinct, { one: '{0} distinct value', other: '{0} distinct values' }),
			t('in {0}', formats.records(records)),
			...((distinct ?? 0) > values.length ? [t('showing the top {0}', formats.count(values.length))] : []),
		].join(' · ');
	};
	const ask = (wait: number) => {
		contains.disabled = input.value === '';
		asking.run(async (signal) => {
			await pause(wait, signal);
			const containing = input.value === '' ? {} : { containing: input.value };
			show(await host.call('topValues', { asked: store.state.asked, column, limit: most, ...containing }, { signal }));
		}, fail);
	};
	const select = (columns: readonly number[]) => {
		const made = element(
			'select',
			{ class: 'select', 'aria-label': t('Column') },
			...columns.map((each) => element('option', { value: each }, visibleText(start.info.columns[each]?.name ?? ''))),
		);
		if (!columns.includes(column)) {
			column = columns[0] ?? column;
		}
		made.value = String(column);
		made.addEventListener('change', () => {
			column = Number(made.value);
			ask(0);
		});
		return made;
	};
	input.addEventListener('input', () => ask(debounceMs));
	input.addEventListener('keydown', (event) => {
		if (event.key === 'Enter') {
			event.preventDefault();
			contains.click();
		}
	});
	const columns = firstOfMany({
		...firstColumns(t, formats.count),
		items: () => start.sharedColumns,
		getName: (each) => start.info.columns[each]?.name ?? '',
		draw: select,
		onDrawn: () => ask(debounceMs),
	});
	const content = element(
		'div',
		{ class: 'popover-form add-filter' },
		element('h2', { class: 'panel-title' }, t('Filter Both Sides')),
		columns,
		input,
		contains,
		facts,
		list,
	);
	const popover = openPopover(anchor, content, { label: t('Filter Both Sides'), onClose: () => asking.dispose() });
	(columns instanceof HTMLSelectElement ? columns : input).focus();
	ask(0);
}
