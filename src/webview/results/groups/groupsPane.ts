import { type Disposable, DisposableStore } from '../../../shared/disposables';
import type { GroupValue } from '../../../shared/groupValue';
import type { Group, GroupKey } from '../../../shared/results';
import { workProgress } from '../../common/components/workProgress';
import { iconButton } from '../../common/dom/button';
import { element, fill, setAttribute } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { openMenu } from '../../common/dom/menu';
import { oneStop } from '../../common/dom/oneStop';
import { VirtualList } from '../../common/dom/virtualList';
import { describeGroup } from '../../common/format/describeGroup';
import { isChosen, isOfTrace } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import { openBreakdown } from './breakdown';
import { openCommonTraits } from './commonTraits';
import { describeDeobfuscated } from './describeDeobfuscated';
import { deviceOffer } from './deviceOffer';
import { groupChoice } from './groupChoice';
import { keySelector, openOrderMenu } from './groupControls';
import { drawGroup } from './groupItem';
import { GroupPages, groupQuestion } from './groupPages';
import { groupSearch } from './groupSearch';

/** Height in CSS pixels of an item with two (`compact`) or three (`tall`) lines. */
const itemHeight = { compact: 44, tall: 62 };

interface GroupActions {
	copyIssue(key: GroupKey, value: GroupValue): void;
	askAgent(key: GroupKey, value: GroupValue): void;
	copyOrSave(key: GroupKey, value: GroupValue, anchor: HTMLElement): void;
}

export function groupsPane(
	context: Context,
	actions: GroupActions,
	offersDevices: boolean,
): Disposable & { root: HTMLElement; focus(): void; groupsChanged(): void } {
	const { store, host, t, formats } = context;
	const owned = new DisposableStore();
	const pages = owned.add(
		new GroupPages(context, {
			progressed: (share) => {
				const words = progress.reached(share);
				if (words !== undefined) {
					(pages.total.groups === 0 ? empty : footer).textContent = words;
				}
			},
			answered: (before) => showAnswer(before),
			pageCame: () => list.refresh(),
			failed: (error) => {
				showWork(false);
				empty.hidden = true;
				context.fail(error);
			},
		}),
	);
	const choice = owned.add(groupChoice(context, pages));
	const list: VirtualList = owned.add(
		new VirtualList({
			label: t('Groups'),
			itemHeight: itemHeight[store.state.density],
			draw: (item, index) => {
				const group = pages.at(index);
				const { key } = pages;
				const { filters } = store.state.view;
				const is = (not: boolean) => group !== undefined && isChosen(filters, key, group.value, not);
				const twins = group ? pages.twins(group.value) : [];
				drawGroup(item, key, group, pages.total.records, { chosen: is(false), excluded: is(true), twins }, context);
			},
			onRange: (start, end) => pages.want(start, end),
			multiple: true,
			onChoose: (index, event) => choice.choose(index, event),
			onMenu: (index, place) => openGroupMenu(index, place),
		}),
	);
	const title = element('span', { class: 'pane-count' });
	const progress = workProgress(t('Grouping'), (percent) => t('Grouping… {0}', formats.share(percent, 100)));
	const showWork = (working: boolean) => {
		progress.show(working);
		footer.textContent = totalWords();
		if (working && pages.total.groups === 0) {
			empty.textContent = t('Grouping…');
			empty.hidden = false;
		}
		empty.classList.toggle('late', working);
		setAttribute(list.root, 'aria-busy', working ? 'true' : undefined);
	};
	/** The latest query, and the query whose groups are visible. */
	let [asked, answered] = ['', ''];
	/** Preserves the scroll position and active group if a query is repeated, for example after deobfuscation. */
	const putBack = (count: number, before: (index: number) => Group | undefined) => {
		const isSame = asked === answered;
		answered = asked;
		const active = isSame ? before(list.active) : undefined;
		list.reset(count, !isSame);
		const index = active ? pages.indexOf(active.value) : -1;
		if (index >= 0 && index !== list.active) {
			list.activate(index);
		}
	};
	const showAnswer = (before: (index: number) => Group | undefined) => {
		const records = formats.records(pages.total.records);
		showWork(false);
		title.textContent = `${pages.total.approximate ? '≈ ' : ''}${formats.count(pages.total.groups)}`;
		const forms = { one: '{0} group from {1}', other: '{0} groups from {1}' };
		setAttribute(title, 'title', formats.plural(pages.total.groups, forms, records));
		const listed = pages.total.listed ?? pages.total.groups;
		empty.textContent = pages.total.groups > 0 ? t('No matching groups') : t('No groups');
		empty.hidden = listed > 0;
		search.answered(pages.total);
		putBack(listed, before);
		const { deobfuscated } = pages.total;
		const told = deobfuscated && describeDeobfuscated(deobfuscated, t, formats);
		note.textContent = told?.text ?? '';
		setAttribute(note, 'title', told?.files.join('\n') || undefined);
		note.hidden = told === undefined;
	};
	const totalWords = (): string => {
		const { total, key } = pages;
		if (total.groups === 0 && total.records === 0) {
			return '';
		}
		const records = formats.records(total.records);
		const { cutShort, approximate } = total;
		return [
			...(approximate ? [t('≈ estimated, because the exact counts exceed a limit of the database')] : []),
			formats.plural(total.groups, { one: '{1} in {0} group', other: '{1} in {0} groups' }, records),
			...(cutShort === undefined
				? []
				: [
						key.kind === 'topFrame'
							? t('{0} without a top frame (text too long to parse)', formats.records(cutShort))
							: t('{0} grouped by the first line only (text too long to parse)', formats.records(cutShort)),
					]),
		].join(' · ');
	};
	const ask = () => {
		pages.forget();
		showWork(false);
		if (!store.state.groupsShown) {
			return;
		}
		if (store.state.reading.kind === 'reading') {
			empty.textContent = t('Groups appear after the file is loaded.');
			empty.hidden = false;
			return;
		}
		showWork(true);
		const containing = search.text === '' ? {} : { containing: search.text };
		const question = { ...groupQuestion(store.state), ...containing };
		asked = JSON.stringify(question);
		pages.ask(question);
	};
	const openGroupMenu = (index: number, place: HTMLElement | { x: number; y: number }) => {
		const group = pages.at(index);
		const { key } = pages;
		if (!group) {
			return;
		}
		openMenu(place, t('Group details'), [
			...choice.items(index),
			{ kind: 'item', label: t('Break Down by Column…'), run: () => openBreakdown(context, key, group.value, place) },
			{ kind: 'item', label: t('Show Common Traits…'), run: () => openCommonTraits(context, key, group.value, place) },
			{ kind: 'item', label: t('Find Introducing Commits…'), run: () => introducedBetween(key, group.value) },
			{ kind: 'separator' },
			{ kind: 'item', label: t('Copy Records…'), run: () => actions.copyOrSave(key, group.value, list.root) },
			{ kind: 'item', label: t('Ask an Agent…'), run: () => actions.askAgent(key, group.value) },
			{ kind: 'item', label: t('Copy as Issue Text'), run: () => actions.copyIssue(key, group.value) },
			{
				kind: 'item',
				label: t('Copy Name'),
				run: () =>
					void host
						.call('copyText', { text: describeGroup(key, group.value, t) })
						.then(() => context.tell(t('Copied')), context.fail),
			},
		]);
	};

	const introducedBetween = (key: GroupKey, value: GroupValue) => {
		const { view } = store.state;
		host.call('introducedBetween', { view, key, value }).catch(context.fail);
	};

	const keySelect = keySelector(context);
	const search = owned.add(groupSearch(context, () => ask()));
	const place = iconButton('below', '', () => {
		const above = store.state.panes.groupsPlace === 'beside';
		store.dispatch({
			kind: 'panesLaidOut',
			panes: { groupsPlace: above ? 'above' : 'beside', groupsSize: undefined },
		});
	});
	const updatePlace = () => {
		const beside = store.state.panes.groupsPlace === 'beside';
		const label = beside ? t('Move Above Records') : t('Move Beside Records');
		place.title = label;
		setAttribute(place, 'aria-label', label);
		fill(place, icon(beside ? 'below' : 'beside'));
	};
	const note = element('p', { class: 'pane-note dim', hidden: true });
	const empty = element('p', { class: 'pane-empty dim', hidden: true });
	const footer = element('div', { class: 'pane-foot dim' });
	const head = element(
		'div',
		{ class: 'pane-head', role: 'toolbar', 'aria-label': t('Groups') },
		element('h2', { class: 'pane-title' }, t('Groups')),
		title,
		keySelect.root,
		element('span', { class: 'spring' }),
		iconButton('sort', t('Sort groups'), ({ currentTarget }) => openOrderMenu(context, currentTarget as HTMLElement)),
		iconButton('more', t('Group Actions'), ({ currentTarget }) =>
			openGroupMenu(list.active, currentTarget as HTMLElement),
		),
		place,
		iconButton('close', t('Hide Groups'), () => store.dispatch({ kind: 'paneToggled', pane: 'groups', shown: false })),
	);
	oneStop(head);
	const root = element(
		'section',
		{ class: 'groups', 'aria-label': t('Groups') },
		head,
		deviceOffer(context, offersDevices),
		note,
		search.root,
		progress.root,
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
			if (state.groupKey !== previous.groupKey) {
				search.clear();
			}
			if (state.density !== previous.density) {
				list.setItemHeight(itemHeight[state.density]);
			}
			const sameQuestion = JSON.stringify(groupQuestion(previous)) === JSON.stringify(groupQuestion(state));
			if (!sameQuestion || state.reading.kind !== previous.reading.kind || state.groupsShown !== previous.groupsShown) {
				ask();
			} else if (state.view.filters !== previous.view.filters) {
				list.refresh();
			}
		}),
	);
	const groupsChanged = () => {
		if (isOfTrace(store.state.groupKey)) {
			ask();
		}
	};
	return { root, focus: () => list.root.focus(), groupsChanged, dispose: () => owned.dispose() };
}
