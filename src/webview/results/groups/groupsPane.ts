import { type Disposable, DisposableStore } from '../../../shared/disposables';
import type { Group } from '../../../shared/results';
import { workProgress } from '../../common/components/workProgress';
import { iconButton } from '../../common/dom/button';
import { element, fill, setAttribute } from '../../common/dom/element';
import { icon } from '../../common/dom/icon';
import { oneStop } from '../../common/dom/oneStop';
import type { Anchor } from '../../common/dom/popover';
import { VirtualList } from '../../common/dom/virtualList';
import { isChosen, isOfTrace } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import type { State } from '../state/viewState';
import { describeDeobfuscated } from './describeDeobfuscated';
import { describeTotals } from './describeTotals';
import { deviceOffer } from './deviceOffer';
import { groupChoice } from './groupChoice';
import { keySelector, openOrderMenu } from './groupControls';
import { drawGroup } from './groupItem';
import { type GroupActions, openGroupMenu } from './groupMenu';
import { GroupPages, groupQuestion } from './groupPages';
import { groupSearch } from './groupSearch';

/** Height in CSS pixels of an item with two (`compact`) or three (`tall`) lines. */
const itemHeight = { compact: 44, tall: 62 };

/** Lists the groups of the view, and shows the progress and the totals of grouping. */
export class GroupsPane implements Disposable {
	readonly root: HTMLElement;
	private readonly owned = new DisposableStore();
	private readonly pages: GroupPages;
	private readonly choice: ReturnType<typeof groupChoice>;
	private readonly list: VirtualList;
	private readonly progress: ReturnType<typeof workProgress>;
	private readonly keySelect: ReturnType<typeof keySelector>;
	private readonly search: ReturnType<typeof groupSearch>;
	private readonly count = element('span', { class: 'pane-count' });
	private readonly placeButton = iconButton('below', '', () => this.togglePlace());
	private readonly note = element('p', { class: 'pane-note dim', hidden: true });
	private readonly empty = element('p', { class: 'pane-empty dim', hidden: true });
	private readonly footer = element('div', { class: 'pane-foot dim' });
	/** The latest query, and the query whose groups are visible. */
	private asked = '';
	private answered = '';

	constructor(
		private readonly context: Context,
		private readonly actions: GroupActions,
		offersDevices: boolean,
	) {
		const { store, t, formats } = context;
		this.pages = this.owned.add(
			new GroupPages(context, {
				progressed: (share) => this.showProgress(share),
				answered: (before) => this.showAnswer(before),
				pageCame: () => this.list.refresh(),
				failed: (error) => {
					this.showWork(false);
					this.empty.hidden = true;
					context.fail(error);
				},
			}),
		);
		this.choice = this.owned.add(groupChoice(context, this.pages));
		this.list = this.owned.add(this.createList());
		this.progress = workProgress(t('Grouping'), (percent) => t('Grouping… {0}', formats.share(percent, 100)));
		this.keySelect = keySelector(context);
		this.search = this.owned.add(groupSearch(context, () => this.ask()));
		this.root = element(
			'section',
			{ class: 'groups', 'aria-label': t('Groups') },
			this.createHead(),
			deviceOffer(context, offersDevices),
			this.note,
			this.search.root,
			this.progress.root,
			this.empty,
			this.list.root,
			this.footer,
		);
		this.updatePlace();
		this.ask();
		this.owned.add(store.subscribe((state, previous) => this.update(state, previous)));
	}

	focus(): void {
		this.list.root.focus();
	}

	/** Must be called when traces are grouped differently, for example after deobfuscation. */
	groupsChanged(): void {
		if (isOfTrace(this.context.store.state.groupKey)) {
			this.ask();
		}
	}

	dispose(): void {
		this.owned.dispose();
	}

	private createList(): VirtualList {
		const { store, t } = this.context;
		return new VirtualList({
			label: t('Groups'),
			itemHeight: itemHeight[store.state.density],
			draw: (item, index) => this.drawItem(item, index),
			onRange: (start, end) => this.pages.want(start, end),
			multiple: true,
			onChoose: (index, event) => this.choice.choose(index, event),
			onMenu: (index, place) => this.openMenu(index, place),
		});
	}

	private createHead(): HTMLElement {
		const { context } = this;
		const { store, t } = context;
		const head = element(
			'div',
			{ class: 'pane-head', role: 'toolbar', 'aria-label': t('Groups') },
			element('h2', { class: 'pane-title' }, t('Groups')),
			this.count,
			this.keySelect.root,
			element('span', { class: 'spring' }),
			iconButton('sort', t('Sort groups'), ({ currentTarget }) => openOrderMenu(context, currentTarget as HTMLElement)),
			iconButton('more', t('Group Actions'), ({ currentTarget }) =>
				this.openMenu(this.list.active, currentTarget as HTMLElement),
			),
			this.placeButton,
			iconButton('close', t('Hide Groups'), () =>
				store.dispatch({ kind: 'paneToggled', pane: 'groups', shown: false }),
			),
		);
		oneStop(head);
		return head;
	}

	private drawItem(item: HTMLElement, index: number): void {
		const { pages, context } = this;
		const group = pages.at(index);
		const { key } = pages;
		const { filters } = context.store.state.view;
		const is = (not: boolean) => group !== undefined && isChosen(filters, key, group.value, not);
		const twins = group ? pages.twins(group.value) : [];
		drawGroup(item, key, group, pages.total.records, { chosen: is(false), excluded: is(true), twins }, context);
	}

	private openMenu(index: number, place: Anchor): void {
		const group = this.pages.at(index);
		if (group) {
			const choices = this.choice.items(index);
			const { value } = group;
			openGroupMenu(this.context, this.actions, { key: this.pages.key, value, choices, list: this.list.root }, place);
		}
	}

	private update(state: State, previous: State): void {
		if (state.panes.groupsPlace !== previous.panes.groupsPlace) {
			this.updatePlace();
		}
		this.keySelect.update(state, previous);
		if (state.groupKey !== previous.groupKey) {
			this.search.clear();
		}
		if (state.density !== previous.density) {
			this.list.setItemHeight(itemHeight[state.density]);
		}
		const sameQuestion = JSON.stringify(groupQuestion(previous)) === JSON.stringify(groupQuestion(state));
		if (!sameQuestion || state.reading.kind !== previous.reading.kind || state.groupsShown !== previous.groupsShown) {
			this.ask();
		} else if (state.view.filters !== previous.view.filters) {
			this.list.refresh();
		}
	}

	private ask(): void {
		const { store, t } = this.context;
		this.pages.forget();
		this.showWork(false);
		if (!store.state.groupsShown) {
			return;
		}
		if (store.state.reading.kind === 'reading') {
			this.empty.textContent = t('Groups appear after the file is loaded.');
			this.empty.hidden = false;
			return;
		}
		this.showWork(true);
		const containing = this.search.text === '' ? {} : { containing: this.search.text };
		const question = { ...groupQuestion(store.state), ...containing };
		this.asked = JSON.stringify(question);
		this.pages.ask(question);
	}

	private showProgress(share: number): void {
		const words = this.progress.reached(share);
		if (words !== undefined) {
			(this.pages.total.groups === 0 ? this.empty : this.footer).textContent = words;
		}
	}

	private showWork(working: boolean): void {
		const { pages, empty } = this;
		this.progress.show(working);
		this.footer.textContent = describeTotals(pages.total, pages.key, this.context);
		if (working && pages.total.groups === 0) {
			empty.textContent = this.context.t('Grouping…');
			empty.hidden = false;
		}
		empty.classList.toggle('late', working);
		setAttribute(this.list.root, 'aria-busy', working ? 'true' : undefined);
	}

	private showAnswer(before: (index: number) => Group | undefined): void {
		const { t, formats } = this.context;
		const { total } = this.pages;
		this.showWork(false);
		this.count.textContent = `${total.approximate ? '≈ ' : ''}${formats.count(total.groups)}`;
		const forms = { one: '{0} group from {1}', other: '{0} groups from {1}' };
		setAttribute(this.count, 'title', formats.plural(total.groups, forms, formats.records(total.records)));
		const listed = total.listed ?? total.groups;
		this.empty.textContent = total.groups > 0 ? t('No matching groups') : t('No groups');
		this.empty.hidden = listed > 0;
		this.search.answered(total);
		this.putBack(listed, before);
		const { deobfuscated } = total;
		const told = deobfuscated && describeDeobfuscated(deobfuscated, t, formats);
		this.note.textContent = told?.text ?? '';
		setAttribute(this.note, 'title', told?.files.join('\n') || undefined);
		this.note.hidden = told === undefined;
	}

	/** Preserves the scroll position and active group if a query is repeated, for example after deobfuscation. */
	private putBack(count: number, before: (index: number) => Group | undefined): void {
		const { list, pages } = this;
		const isSame = this.asked === this.answered;
		this.answered = this.asked;
		const active = isSame ? before(list.active) : undefined;
		list.reset(count, !isSame);
		const index = active ? pages.indexOf(active.value) : -1;
		if (index >= 0 && index !== list.active) {
			list.activate(index);
		}
	}

	private togglePlace(): void {
		const { store } = this.context;
		const groupsPlace = store.state.panes.groupsPlace === 'beside' ? 'above' : 'beside';
		store.dispatch({ kind: 'panesLaidOut', panes: { groupsPlace, groupsSize: undefined } });
	}

	private updatePlace(): void {
		const { store, t } = this.context;
		const isBeside = store.state.panes.groupsPlace === 'beside';
		const label = isBeside ? t('Move Above Records') : t('Move Beside Records');
		this.placeButton.title = label;
		setAttribute(this.placeButton, 'aria-label', label);
		fill(this.placeButton, icon(isBeside ? 'below' : 'beside'));
	}
}
