import type { Group, GroupKey, GroupOrder } from '../../../shared/results';
import type { Context } from '../context';
import { iconButton } from '../dom/button';
import { type Disposable, Disposables } from '../dom/disposables';
import { element, fill, setAttribute } from '../dom/element';
import { icon } from '../dom/icon';
import { Latest } from '../dom/latest';
import { openMenu } from '../dom/menu';
import { VirtualList } from '../dom/virtualList';
import { groupChosen, sameKey, toggleGroup, withFilters, withoutGroup } from '../state/filters';
import type { State } from '../state/state';
import { describeGroupKey } from '../words/describeFilter';
import { drawGroup } from './groupItem';

const pageLength = 100;
/** To begin with, after it was moved. CSS pixels. */
const usualWidth = 320;
const usualHeight = 200;
/** Three lines of text. CSS pixels. */
const itemHeight = 62;
/** How many points a trend has; a sparkline is about 80 CSS pixels wide. */
const trendParts = 24;

/** Actions on one group that other parts of the view carry out. */
export interface GroupActions {
	copyIssue(key: GroupKey, value: string): void;
	/** @param anchor where the question is asked */
	takeAway(key: GroupKey, value: string, anchor: HTMLElement): void;
}

/** Which errors there are, how often, on how many devices, in which versions. Choosing one filters by it. */
export function groupsPane(context: Context, actions: GroupActions): Disposable & { root: HTMLElement; focus(): void } {
	const { store, host, t, formats } = context;
	const owned = new Disposables();
	const asking = owned.add(new Latest());
	const paging = owned.add(new Latest());
	let pages = new Map<number, readonly Group[]>();
	let total = { groups: 0, records: 0 };

	const at = (index: number) => pages.get(Math.floor(index / pageLength))?.[index % pageLength];
	const choose = (index: number) => {
		const group = at(index);
		const { groupKey, view } = store.state;
		if (group) {
			store.dispatch({ kind: 'filtersSet', filters: toggleGroup(view.filters, groupKey, group.value) });
			const words = group.value || t('(none)');
			context.announce(
				groupChosen(store.state.view.filters, groupKey) === undefined
					? t('All groups')
					: t('Only the group {0}', words),
			);
			list.refresh();
		}
	};
	const list: VirtualList = owned.add(
		new VirtualList({
			label: t('Groups'),
			itemHeight,
			draw: (item, index) => {
				const group = at(index);
				const chosen =
					group !== undefined && groupChosen(store.state.view.filters, store.state.groupKey) === group.value;
				drawGroup(item, group, total.records, chosen, context);
			},
			onRange: (start, end) => fetchPages(start, end),
			onChoose: choose,
			onMenu: (index, place) => openGroupMenu(index, place),
		}),
	);
	const question = (state: State) => ({
		view: withFilters(state.view, withoutGroup(state.view.filters, state.groupKey)),
		key: state.groupKey,
		order: state.groupOrder,
		// Names are read from A; of everything else, the most and the newest come first.
		descending: state.groupOrder !== 'value',
		trendParts,
	});
	const fetchPages = (start: number, end: number) => {
		const first = Math.floor(start / pageLength);
		const last = Math.floor((end - 1) / pageLength);
		const missing = [first, last].filter((page) => !pages.has(page));
		const page = missing[0];
		if (page !== undefined) {
			paging.run(async (signal) => {
				const from = page * pageLength;
				const answer = await host.call(
					'groups',
					{ ...question(store.state), start: from, end: Math.min(total.groups, from + pageLength) },
					{ signal },
				);
				pages.set(page, answer.page);
				list.refresh();
				fetchPages(start, end);
			}, context.fail);
		}
	};
	const title = element('span', { class: 'pane-count' });
	const ask = () => {
		paging.dispose();
		asking.dispose();
		if (!store.state.groupsShown) {
			return;
		}
		if (store.state.reading.kind === 'reading') {
			empty.textContent = t('Groups appear when the file is read.');
			empty.hidden = false;
			return;
		}
		asking.run(async (signal) => {
			list.root.setAttribute('aria-busy', 'true');
			const answer = await host.call('groups', { ...question(store.state), start: 0, end: pageLength }, { signal });
			list.root.removeAttribute('aria-busy');
			pages = new Map([[0, answer.page]]);
			total = { groups: answer.groups, records: answer.records };
			title.textContent = formats.count(total.groups);
			setAttribute(title, 'title', t('{0} groups of {1}', formats.count(total.groups), formats.records(total.records)));
			empty.textContent = t('No groups');
			empty.hidden = total.groups > 0;
			list.reset(total.groups, true);
			footer.textContent = t('{0} in {1} groups', formats.records(total.records), formats.count(total.groups));
		}, context.fail);
	};
	const openGroupMenu = (index: number, place: HTMLElement | { x: number; y: number }) => {
		const group = at(index);
		const key = store.state.groupKey;
		if (!group) {
			return;
		}
		const isChosen = groupChosen(store.state.view.filters, key) === group.value;
		openMenu(place, t('Group'), [
			{
				kind: 'item',
				label: isChosen ? t('Show all groups') : t('Show only this group'),
				hint: 'Enter',
				run: () => choose(index),
			},
			{ kind: 'separator' },
			{ kind: 'item', label: t('Copy records…'), run: () => actions.takeAway(key, group.value, list.root) },
			{ kind: 'item', label: t('Copy as issue text'), run: () => actions.copyIssue(key, group.value) },
			{
				kind: 'item',
				label: t('Copy name'),
				run: () =>
					void host.call('copyText', { text: group.value }).then(() => context.tell(t('Copied')), context.fail),
			},
		]);
	};

	const keySelect = keySelector(context);
	const place = iconButton('below', '', () => {
		const above = store.state.panes.groupsPlace === 'beside';
		store.dispatch({
			kind: 'panesLaidOut',
			panes: { groupsPlace: above ? 'above' : 'beside', groupsSize: above ? usualHeight : usualWidth },
		});
	});
	const updatePlace = () => {
		const beside = store.state.panes.groupsPlace === 'beside';
		const label = beside ? t('Move above the records') : t('Move beside the records');
		place.title = label;
		setAttribute(place, 'aria-label', label);
		fill(place, icon(beside ? 'below' : 'beside'));
	};
	const empty = element('p', { class: 'pane-empty dim', hidden: true });
	const footer = element('div', { class: 'pane-foot dim' });
	const root = element(
		'section',
		{ class: 'groups', 'aria-label': t('Groups') },
		element(
			'div',
			{ class: 'pane-head' },
			element('h2', { class: 'pane-title' }, t('Groups')),
			title,
			keySelect.root,
			element('span', { class: 'spring' }),
			iconButton('sort', t('Order of groups'), ({ currentTarget }) =>
				openOrderMenu(context, currentTarget as HTMLElement),
			),
			iconButton('more', t('Actions on the group'), ({ currentTarget }) =>
				openGroupMenu(list.active, currentTarget as HTMLElement),
			),
			place,
			iconButton('close', t('Hide the groups'), () =>
				store.dispatch({ kind: 'paneToggled', pane: 'groups', shown: false }),
			),
		),
		empty,
		list.root,
		footer,
	);
	updatePlace();
	ask();
	owned.add(
		store.subscribe((state, previous) => {
			if (state.panes.groupsPlace !== previous.panes.groupsPlace) {
				updatePlace();
			}
			keySelect.update(state, previous);
			const before = question(previous);
			const now = question(state);
			const sameQuestion =
				sameKey(before.key, now.key) &&
				before.order === now.order &&
				JSON.stringify(before.view.filters) === JSON.stringify(now.view.filters);
			if (!sameQuestion || state.reading.kind !== previous.reading.kind || state.groupsShown !== previous.groupsShown) {
				ask();
			} else if (state.view.filters !== previous.view.filters) {
				list.refresh();
			}
		}),
	);
	return { root, focus: () => list.root.focus(), dispose: () => owned.dispose() };
}

function keySelector({ store, t }: Context) {
	const root = element('select', { class: 'select', 'aria-label': t('Group by') });
	const keys = (): readonly GroupKey[] => [
		{ kind: 'name' },
		{ kind: 'message' },
		{ kind: 'topFrame' },
		...store.state.info.columns.map((_, column): GroupKey => ({ kind: 'column', column })),
	];
	const draw = () => {
		const { info, groupKey } = store.state;
		fill(
			root,
			...keys().map((key, index) =>
				element('option', { value: index }, t('by {0}', describeGroupKey(key, info.columns, t))),
			),
		);
		root.value = String(keys().findIndex((key) => sameKey(key, groupKey)));
	};
	root.addEventListener('change', () => {
		const key = keys()[Number(root.value)];
		if (key) {
			store.dispatch({ kind: 'groupKeyChosen', key });
		}
	});
	draw();
	return {
		root,
		update: (state: State, previous: State) => {
			if (state.info.columns.length !== previous.info.columns.length || state.groupKey !== previous.groupKey) {
				draw();
			}
		},
	};
}

/** The orders of groups as a menu. */
function openOrderMenu({ store, t }: Context, anchor: HTMLElement): void {
	const orders: readonly (readonly [GroupOrder, string])[] = [
		['records', t('Most records first')],
		['devices', t('Most devices first')],
		['lastSeen', t('Last seen first')],
		['firstSeen', t('Newest first')],
		['value', t('By name')],
	];
	openMenu(
		anchor,
		t('Order of groups'),
		orders.map(([order, label]) => ({
			kind: 'item',
			label,
			checked: store.state.groupOrder === order,
			run: () => store.dispatch({ kind: 'groupOrderChosen', order }),
		})),
	);
}
