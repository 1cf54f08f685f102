import { DisposableOwner } from '../../../shared/disposables';
import type { DetailTab } from '../../../shared/protocols/resultsProtocol';
import { element, fill, setAttribute } from '../../common/dom/element';
import type { Context } from '../context/context';
import { isTriage, tabOf } from '../state/triage';
import type { State } from '../state/viewState';

const tabs: readonly DetailTab[] = ['details', 'records', 'timeline'];

/** Tabs of the triage layout. The arrow keys select a tab (ARIA tabs with automatic activation). */
export class DetailTabs extends DisposableOwner {
	readonly root: HTMLElement;
	private readonly buttons: Readonly<Record<DetailTab, HTMLButtonElement>>;

	constructor(
		private readonly context: Context,
		private readonly panels: Readonly<Record<DetailTab, HTMLElement>>,
		private readonly chosen: () => void,
	) {
		super();
		const { store, t } = context;
		this.buttons = {
			details: this.createTab('details'),
			records: this.createTab('records'),
			timeline: this.createTab('timeline'),
		};
		this.root = element(
			'div',
			{ class: 'detail-tabs', role: 'tablist', 'aria-label': t('Details') },
			...tabs.map((tab) => this.buttons[tab]),
		);
		this.root.addEventListener('keydown', (event) => this.onKey(event));
		this.update(store.state);
		this.owned.add(store.subscribe((state) => this.update(state)));
	}

	focus(): void {
		this.buttons[tabOf(this.context.store.state)].focus();
	}

	private createTab(tab: DetailTab): HTMLButtonElement {
		this.panels[tab].id = `panel-${tab}`;
		return element('button', {
			type: 'button',
			class: 'detail-tab',
			role: 'tab',
			id: `tab-${tab}`,
			'aria-controls': `panel-${tab}`,
			on: { click: () => this.choose(tab) },
		});
	}

	private choose(tab: DetailTab): void {
		this.chosen();
		this.context.store.dispatch({ kind: 'tabChosen', tab });
	}

	private onKey(event: KeyboardEvent): void {
		const usable = tabs.filter((tab) => !this.buttons[tab].hidden);
		const at = usable.indexOf(tabOf(this.context.store.state));
		const targets: Readonly<Record<string, DetailTab | undefined>> = {
			ArrowRight: usable[(at + 1) % usable.length],
			ArrowLeft: usable.at((at - 1) % usable.length),
			Home: usable[0],
			End: usable.at(-1),
		};
		const target = event.ctrlKey || event.metaKey || event.altKey ? undefined : targets[event.key];
		if (target) {
			event.preventDefault();
			this.choose(target);
			this.focus();
		}
	}

	private update(state: State): void {
		const { t, formats } = this.context;
		const shows = isTriage(state);
		const current = tabOf(state);
		fill(this.buttons.details, t('Details'));
		fill(this.buttons.timeline, t('Timeline'));
		fill(
			this.buttons.records,
			t('Records'),
			' ',
			element('span', { class: 'tab-count' }, state.count === undefined ? '…' : formats.count(state.count)),
		);
		this.buttons.timeline.hidden = state.info.timeColumn === undefined;
		for (const tab of tabs) {
			const isCurrent = tab === current;
			setAttribute(this.buttons[tab], 'aria-selected', String(isCurrent));
			this.buttons[tab].tabIndex = isCurrent ? 0 : -1;
			setAttribute(this.panels[tab], 'role', shows ? 'tabpanel' : undefined);
		}
	}
}
