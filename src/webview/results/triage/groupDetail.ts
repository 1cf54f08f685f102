import { DisposableOwner } from '../../../shared/disposables';
import { withoutGroup } from '../../../shared/groupFilters';
import { groupWords } from '../../../shared/groupLabels';
import type { GroupValue } from '../../../shared/groupValue';
import type { RecentPeriod } from '../../../shared/protocols/resultsProtocol';
import type { Group } from '../../../shared/results';
import { getColumnNames } from '../../../shared/savedColumns';
import { iconButton, textButton } from '../../common/dom/button';
import { element, fill } from '../../common/dom/element';
import { Latest } from '../../common/dom/latest';
import { visibleText } from '../../common/dom/visibleText';
import { groupChosen, groupsChosen, unsorted, withFilters } from '../../common/state/viewFilters';
import type { Context } from '../context/context';
import { type CopyRecords, openGroupMenu } from '../groups/groupMenu';
import { headline } from '../groups/headline';
import { findNewestVersion } from '../groups/newestVersion';
import { sparkline } from '../groups/sparkline';
import { isTriage } from '../state/triage';
import type { State } from '../state/viewState';
import { countChange, type PeriodChange } from './periodChange';
import { RatesLine } from './ratesLine';
import { StateLine } from './stateLine';
import { TouchedLine } from './touchedLine';

/** Number of bars in the trend, which is drawn as a sparkline 160 CSS pixels wide. */
const trendParts = 40;

interface DetailParts {
	readonly tabs: HTMLElement;
	readonly copyRecords: CopyRecords;
	readonly leave: () => void;
}

export class GroupDetail extends DisposableOwner {
	readonly root: HTMLElement;
	private readonly asking = this.owned.add(new Latest());
	private readonly linking = this.owned.add(new Latest());
	private readonly title = element('h2', { class: 'detail-title' });
	private readonly frame = element('span', { class: 'detail-link' });
	private readonly facts = element('p', { class: 'detail-facts' });
	private readonly history = element('p', { class: 'detail-history' });
	private readonly rates: RatesLine;
	private readonly state: StateLine;
	private readonly touched: TouchedLine;
	private readonly compare: HTMLButtonElement;
	private readonly menu: HTMLButtonElement;
	private readonly close: HTMLButtonElement;
	private requested = '';
	private linked: number | undefined;
	private recentPeriod: Promise<RecentPeriod | undefined> | undefined;

	constructor(
		private readonly context: Context,
		private readonly parts: DetailParts,
	) {
		super();
		const { store, t } = context;
		this.rates = this.owned.add(new RatesLine(context));
		this.state = this.owned.add(new StateLine(context));
		this.touched = this.owned.add(new TouchedLine(context));
		this.compare = textButton(t('Compare'), () => this.compareGroup());
		this.compare.title = t('Compare with the last used baseline or the previous period');
		this.menu = iconButton('more', t('Group Actions'), () => this.openMenu());
		this.close = iconButton('close', t('Show All Groups'), () => this.showAll());
		this.root = element(
			'section',
			{ class: 'detail', 'aria-label': t('Group') },
			element(
				'div',
				{ class: 'detail-line' },
				this.title,
				this.frame,
				element('span', { class: 'spring' }),
				this.compare,
				this.menu,
				this.close,
			),
			this.facts,
			this.history,
			this.rates.root,
			this.state.root,
			this.touched.root,
			parts.tabs,
		);
		this.update(store.state);
		this.owned.add(store.subscribe((state) => this.update(state)));
	}

	tracesChanged(): void {
		const { linked } = this;
		if (linked !== undefined) {
			this.link(linked);
		}
	}

	groupsChanged(): void {
		this.requested = '';
		this.update(this.context.store.state);
	}

	statesChanged(): void {
		this.state.refresh();
	}

	private update(state: State): void {
		const { view, groupKey, reading } = state;
		const shows = isTriage(state);
		this.root.hidden = !shows;
		const value = groupChosen(view.filters, groupKey);
		const request = shows ? JSON.stringify([view.filters, groupKey, reading.kind === 'reading']) : '';
		if (!shows || value === undefined) {
			this.showOthers(state);
		}
		if (request === this.requested) {
			return;
		}
		this.requested = request;
		this.asking.dispose();
		if (shows && value !== undefined) {
			this.showName(state, value);
			if (reading.kind !== 'reading') {
				this.ask(state, value);
			}
		}
	}

	private showOthers({ view, groupKey, count }: State): void {
		const { t, formats } = this.context;
		const several = groupsChosen(view.filters, groupKey, false).length;
		this.compare.hidden = this.menu.hidden = true;
		this.close.hidden = several === 0;
		const forms = { one: '{0} group', other: '{0} groups' };
		this.title.textContent = several === 0 ? t('All Groups') : formats.plural(several, forms);
		this.facts.textContent = count === undefined ? '…' : formats.records(count);
		fill(this.history);
		this.rates.hide();
		this.state.hide();
		this.touched.hide();
		this.linking.dispose();
		this.linked = undefined;
		fill(this.frame);
	}

	private showName({ groupKey }: State, value: GroupValue): void {
		const { t } = this.context;
		const { whole } = groupWords(groupKey, value);
		const { name, detail } = headline(groupKey, { value }, t);
		this.compare.hidden = this.menu.hidden = this.close.hidden = false;
		this.title.textContent = name || t('(none)');
		this.title.title = whole.map(visibleText).join('\n');
		this.facts.textContent = detail;
		fill(this.history);
		fill(this.frame);
		this.linked = undefined;
		this.rates.hide();
		this.state.show(groupKey, value);
		this.touched.hide();
	}

	private ask({ view, groupKey: key }: State, value: GroupValue): void {
		const { context } = this;
		const others = unsorted(withFilters(view, withoutGroup(view.filters, key)));
		this.asking.run(async (signal) => {
			const [group, all, newest] = await Promise.all([
				context.host.call('group', { view: others, key, value, trendParts }, { signal }),
				context.host.call('page', { view: others, start: 0, end: 0, columns: [], cellLength: 0 }, { signal }),
				findNewestVersion(context, others, signal),
			]);
			if (!group) {
				return;
			}
			this.showFacts(group, all.count, undefined);
			this.showHistory(group, newest);
			this.link(group.firstRecord);
			this.rates.show(key, value);
			this.touched.show(key, value);
			this.recentPeriod ??= context.host.call('recentPeriod', undefined);
			const recentPeriod = await this.recentPeriod;
			const change = recentPeriod && (await countChange(context, { view: others, key, value }, recentPeriod, signal));
			this.showFacts(group, all.count, change);
		}, context.fail);
	}

	private showFacts(group: Group, all: number, change: PeriodChange | undefined): void {
		const { store, t, formats } = this.context;
		const { detail } = headline(store.state.groupKey, group, t);
		const mark = group.approximate ? '≈ ' : '';
		const { devices } = group;
		const facts = [
			detail,
			mark + formats.records(group.records),
			devices === undefined ? '' : mark + formats.plural(devices, { one: '{0} device', other: '{0} devices' }),
			formats.share(group.records, all),
		];
		fill(this.facts, facts.filter((fact) => fact !== '').join(' · '));
		if (change) {
			const { days, recent, previous } = change;
			const title = t(
				'{0} in the last {2} days, {1} in the previous {2} days',
				formats.records(recent),
				formats.records(previous),
				formats.count(days),
			);
			this.facts.append(' · ', element('span', { title }, this.describeChange(change)));
		}
	}

	private describeChange({ days, recent, previous }: PeriodChange): string {
		const { t, formats } = this.context;
		if (previous === 0) {
			return t('none in the previous {0} days', formats.count(days));
		}
		return recent === 0
			? t('none in the last {0} days', formats.count(days))
			: t('{0}× (previous {1} days)', formats.rough(recent / previous), formats.count(days));
	}

	private showHistory(
		{ trend, firstVersion, lastVersion, firstSeen, lastSeen }: Group,
		newest: string | undefined,
	): void {
		const { t, formats } = this.context;
		const days = firstSeen === undefined || lastSeen === undefined ? '' : formats.dayRange(firstSeen, lastSeen);
		const [first, last] = [visibleText(firstVersion), visibleText(lastVersion)];
		const isNew = newest !== undefined && newest === firstVersion;
		const versions =
			first === '' ? '' : first === last ? t('only in {0}', first) : t('first in {0}, last in {1}', first, last);
		fill(
			this.history,
			trend.length > 0 && sparkline(trend, 160, 18),
			element('span', { class: 'dim' }, [days, versions].filter((part) => part !== '').join(' · ')),
			isNew && element('span', { class: 'badge' }, t('New in {0}', first)),
		);
	}

	private link(number: number): void {
		this.linked = number;
		this.linking.run((signal) => showOwnFrame(this.frame, this.context, number, signal), this.context.fail);
	}

	private compareGroup(): void {
		const { store, host, fail } = this.context;
		const { view, groupKey: key, info } = store.state;
		const value = groupChosen(view.filters, key);
		if (value !== undefined) {
			const filters = withoutGroup(view.filters, key);
			const columnNames = getColumnNames(info.columns, { filters, groupKey: key });
			host.call('compareGroup', { key, value, filters, columnNames }).catch(fail);
		}
	}

	private openMenu(): void {
		const { store } = this.context;
		const { view, groupKey: key } = store.state;
		const value = groupChosen(view.filters, key);
		if (value !== undefined) {
			openGroupMenu(
				this.context,
				this.parts.copyRecords,
				{ key, value, values: [value], hasIssue: this.state.hasIssue, choices: [], list: this.menu },
				this.menu,
			);
		}
	}

	private showAll(): void {
		const { store } = this.context;
		const { view, groupKey } = store.state;
		store.dispatch({ kind: 'filtersSet', filters: withoutGroup(view.filters, groupKey) });
		this.parts.leave();
	}
}

/**
 * Shows a link to the group's first frame in the user's code. Shows nothing if the workspace doesn't contain the source
 * file of the frame.
 */
async function showOwnFrame(
	root: HTMLElement,
	{ store, host, announce, fail, t }: Context,
	number: number,
	signal: AbortSignal,
): Promise<void> {
	for (const name of ['error', 'error_json']) {
		const column = store.state.info.columns.findIndex((known) => known.name === name);
		const view = column < 0 ? undefined : await host.call('trace', { number, column, original: false }, { signal });
		const line = view?.lines.findIndex(({ first }) => first) ?? -1;
		const found = view?.lines[line];
		if (found?.link) {
			const { text, link } = found;
			const words = visibleText(text.slice(link.start, link.end));
			const original = view?.shown === 'original';
			const open = ({ ctrlKey, metaKey, altKey }: MouseEvent) => {
				const beside = ctrlKey || metaKey || altKey;
				host.call('openFrame', { number, column, original, line, text, beside }).then(announce, fail);
			};
			const title = t('Open the source file (Ctrl+click to open it to the side)');
			fill(root, element('button', { type: 'button', class: 'link detail-frame', title, on: { click: open } }, words));
			return;
		}
	}
	fill(root);
}
