import type { ComparisonAsked, ComparisonState } from '../../../shared/comparisonProtocol';
import { sameKey } from '../../../shared/groupFilters';
import { columnsAtFirst, type GroupKey } from '../../../shared/results';
import { filterChips } from '../../common/components/filterChips';
import { textButton } from '../../common/dom/button';
import { element } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { textBox } from '../../common/dom/textBox';
import { visibleText } from '../../common/dom/visibleText';
import { describeGroupKey } from '../../common/format/describeFilter';
import { addFilter } from '../../common/state/viewFilters';
import type { PageContext } from '../context/pageContext';
import { openAddFilter } from './addFilter';

interface QuestionLine {
	readonly root: HTMLElement;
	focus(): void;
	update(): void;
}

export function questionLine(context: PageContext): QuestionLine {
	const { store, start, t } = context;
	const ask = (change: Partial<ComparisonAsked>) => store.dispatch({ asked: { ...store.state.asked, ...change } });

	const keys = offeredKeys(context);
	const byKey = choice(
		t('Group by'),
		keys.map((each, index) => [String(index), t('by {0}', visibleText(describeGroupKey(each, start.info.columns, t)))]),
		(index) => {
			const next = keys[Number(index)];
			if (next) {
				ask({ key: next });
			}
		},
	);
	const byExposure = choice<ComparisonAsked['exposure']>(
		t('Normalize by'),
		[
			['time', t('by duration')],
			['devices', t('by total errors')],
		],
		(exposure) => ask({ exposure }),
	);
	byExposure.title = t('Counts of the two sides are compared relative to this value.');
	byExposure.hidden = !start.byTime;
	const order = choice<ComparisonState['order']>(
		t('Sort groups'),
		[
			['evidence', t('most significant')],
			['before', t('most records before')],
			['after', t('most records after')],
		],
		(next) => store.dispatch({ order: next }),
	);

	const label = t('Search both sides (shows only matching records)');
	const search = textBox(label, t('Search both sides…'), 'search-box');
	search.title = label;
	search.addEventListener('keydown', (event) => {
		if (event.key === 'Enter' && search.value.trim() !== '') {
			event.preventDefault();
			const text = search.value;
			search.value = '';
			context.setFilters(addFilter(store.state.asked.filters, { kind: 'anywhere', text }));
		} else if (event.key === 'Escape' && search.value !== '') {
			event.stopPropagation();
			search.value = '';
		}
	});
	const add = textButton(t('Add Filter…'), () => openAddFilter(context, add));
	add.hidden = start.sharedColumns.length === 0;
	const chips = filterChips(context, {
		columns: () => start.info.columns,
		filters: () => store.state.asked.filters,
		set: context.setFilters,
	});
	const root = element(
		'div',
		{ class: 'search-line question' },
		element('div', { class: 'choices' }, byKey, byExposure, order),
		element('div', { class: 'search', role: 'search', 'aria-label': label }, icon('search'), search),
		add,
		chips.root,
	);
	const update = () => {
		const { asked } = store.state;
		byKey.value = String(keys.findIndex((each) => sameKey(each, asked.key)));
		byExposure.value = asked.exposure;
		order.value = store.state.order;
		chips.update();
	};
	update();
	return { root, update, focus: () => search.focus() };
}

/** Returns the group keys to choose from, including the current group key. */
function offeredKeys({ store, start }: PageContext): readonly GroupKey[] {
	const { key } = store.state.asked;
	const offered = start.sharedColumns.slice(0, columnsAtFirst);
	const chosen = key.kind === 'column' && !offered.includes(key.column) ? [key.column] : [];
	return [
		{ kind: 'frames' },
		{ kind: 'name' },
		{ kind: 'message' },
		{ kind: 'topFrame' },
		...[...offered, ...chosen].map((column): GroupKey => ({ kind: 'column', column })),
	];
}

function choice<Value extends string>(
	label: string,
	options: readonly (readonly [Value, string])[],
	onChange: (value: Value) => void,
): HTMLSelectElement {
	const select = element(
		'select',
		{ class: 'select', 'aria-label': label, title: label },
		...options.map(([value, words]) => element('option', { value }, words)),
	);
	select.addEventListener('change', () => onChange(select.value as Value));
	return select;
}
